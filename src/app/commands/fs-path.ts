import { fstatSync, read } from "node:fs";
import { promisify } from "node:util";
import type { BaseDirectoryName } from "../../contract/paths.ts";
import type { System } from "../../contract/target.ts";
import type { CommandContext } from "../calls/context.ts";
import { notePath, notingPaths } from "../calls/recorder.ts";
import { GatheredBytes, gatheredForReply, replyBytes } from "../calls/reply-bytes.ts";
import { parsePath, type AbsolutePath } from "../scope/path/absolute-path.ts";
import { openFile } from "../scope/open/open-checked.ts";
import type { Handle } from "../scope/open/open-handle.ts";
import { pathsOf } from "../paths/dialect.ts";
import { limits } from "../../contract/limits.ts";
import { pieceLength, streamedBytes, type StreamedBody } from "../network/streamed-body.ts";
import { during, failure, PathProblem, RelativePath, systemCode } from "../paths/path-problem.ts";
import type { RealPath } from "../scope/path/real-path.ts";
import type { WholeFile } from "../scope/open/whole-file.ts";

/** Lets a path through the scope, its links followed. */
export function check(path: string, { services, sender, uses }: CommandContext): RealPath {
  return services.fsScope.check(path, sender.window, notingPaths(uses, "fs"));
}

/** The same for an entry to create, remove or rename: a link in the last position means itself. */
export function checkPlace(path: string, { services, sender, uses }: CommandContext): RealPath {
  return services.fsScope.checkPlace(path, sender.window, notingPaths(uses, "fs"));
}

/** The same for a write: never to a file that the app runs. */
export function checkChange(path: string, context: CommandContext): RealPath {
  const real = check(path, context);
  context.services.ownPlaces.now().refuseChange(real);
  return real;
}

/** The same for a new entry: a link in the last position means itself. */
export function checkNew(path: string, context: CommandContext): RealPath {
  const place = checkPlace(path, context);
  context.services.ownPlaces.now().refuseChange(place);
  return place;
}

/** The same for an entry to remove or rename, and for its new path. */
export function checkMove(path: string, context: CommandContext): RealPath {
  const place = checkPlace(path, context);
  context.services.ownPlaces.now().refuseMove(place);
  return place;
}

/** Decides about the entries of a folder. `given` is the path as the page knows it. */
export function admitsEntry(
  folder: AbsolutePath,
  real: AbsolutePath,
  given: AbsolutePath,
  { services, sender, uses }: CommandContext,
): boolean {
  const decision = services.fsScope.decide(real, given, sender.window);
  if (uses !== null && decision.allowed) notePath(uses, "fs.entries", folder.text, decision);
  return decision.allowed;
}

/** Records that a page listed a folder, or everything below it. */
export function noteListing(
  folder: AbsolutePath,
  recursive: boolean,
  context: CommandContext,
): void {
  const { services, sender, uses } = context;
  if (uses === null) return;
  const decision = services.fsScope.decide(folder, folder, sender.window);
  notePath(uses, recursive ? "fs.listedTree" : "fs.listed", folder.text, decision);
}

/** A path argument resolved against the folder of its `dir`. */
export function wholePath(
  path: string,
  options: { readonly dir?: BaseDirectoryName | null | undefined } | null | undefined,
  { services }: CommandContext,
): string {
  const dir = options?.dir;
  const { system } = services.host;
  if (dir === undefined || dir === null) return withRoot(path, system);
  if (pathsOf(system).isAbsolute(path)) return path;
  const folder = services.baseDirectories[dir];
  if (folder === null)
    throw new PathProblem("unavailable", `this system has no folder for "dir": "${dir}"`);
  return `${folder}/${path}`;
}

/** A step that makes an entry: the missing one is the folder that it goes to. */
export async function inFolder<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    throw new PathProblem(
      "not-found",
      "its folder does not exist; make it with createDir and recursive: true",
      { cause: error },
    );
  }
}

/** The scope, which reports all other errors, does not know that these commands have `dir`. */
function withRoot(path: string, system: System): string {
  try {
    parsePath(path, system);
  } catch (error) {
    if (error instanceof RelativePath)
      throw new PathProblem("bad-argument", 'must be a whole path, or come with the option "dir"', {
        cause: error,
      });
  }
  return path;
}

/** A path argument as a file that is written as a whole. */
export function wholeFile(path: string, context: CommandContext): WholeFile {
  const { host, grants } = context.services;
  return {
    check: () => checkChange(path, context),
    host,
    replacing: (real) => grants.replacing(real),
  };
}

const readSome = promisify(read);

/**
 * The content of an open file, in a form that can be sent to a page without a copy.
 *
 * @param most bytes, also for a file that grows meanwhile or reports a size of 0
 */
export async function readOpen(
  file: Handle,
  { signal, room }: Pick<CommandContext, "signal" | "room">,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return await file.use(signal, readAll(file.fd, most, room));
}

/**
 * A file within the scope that is streamed while it is sent, up to its current length.
 * @throws FrameworkError
 */
export async function sentFile(path: string, context: CommandContext): Promise<StreamedBody> {
  const length = await during("send", path, async () => {
    using file = openToRead(path, context);
    const { size } = fstatSync(file.fd);
    // Files of /proc report a size of 0.
    return size === 0
      ? await readOpen(file, { ...context, room: null }, limits.smallAnswer.most)
      : size;
  });
  if (typeof length !== "number") return streamedBytes(length);
  return {
    length,
    async *open() {
      try {
        using file = openToRead(path, context);
        for (let sent = 0; sent < length;) {
          const piece = new Uint8Array(Math.min(pieceLength, length - sent));
          const { bytesRead } = await file.use(
            context.signal,
            readSome(file.fd, piece, 0, piece.length, sent),
          );
          if (bytesRead === 0) throw new PathProblem("io", "it became shorter while it was sent");
          sent += bytesRead;
          yield piece.subarray(0, bytesRead);
        }
      } catch (error) {
        throw failure("send", path, error);
      }
    },
  };
}

async function readAll(
  fd: number,
  most: number,
  room: CommandContext["room"],
): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = fstatSync(fd);
  // One more byte shows whether the file has grown; files of /proc report a size of 0.
  const bytes = replyBytes(size + 1);
  for (let length = 0; ;) {
    const { bytesRead } = await readSome(fd, bytes, length, bytes.length - length, null);
    length += bytesRead;
    if (bytesRead === 0 || length === size) return bytes.subarray(0, length);
    if (length > size) return await readOn(fd, bytes, most, room);
  }
}

/** The rest of a file that is longer than its reported size. */
async function readOn(
  fd: number,
  start: Uint8Array,
  most: number,
  room: CommandContext["room"],
): Promise<Uint8Array<ArrayBuffer>> {
  const all = new GatheredBytes();
  all.add(start);
  const piece = new Uint8Array(pieceLength);
  for (;;) {
    const { bytesRead } = await readSome(fd, piece, 0, piece.length, null);
    if (bytesRead === 0) return gatheredForReply(all)[0] as Uint8Array<ArrayBuffer>;
    const length = all.length + bytesRead;
    if (length > most) throw tooLong(length, most);
    const turn = room?.keep(length, most) ?? null;
    if (turn !== null) await turn;
    all.add(piece.subarray(0, bytesRead));
  }
}

function tooLong(length: number, most: number): PathProblem {
  return new PathProblem("bad-argument", `it holds ${length} bytes, want at most ${most}`);
}

/**
 * Reads a whole file within the scope.
 *
 * @param most bytes; a longer file is not read
 */
export async function readBytes(
  path: string,
  context: CommandContext,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  using file = openToRead(path, context);
  sizeOf(file, most);
  return await readOpen(file, context, most);
}

export function openToRead(path: string, context: CommandContext): Handle {
  return openFile(() => check(path, context), "read", context.services.host.opener);
}

/** @throws when it is larger */
export function sizeOf(file: Handle, most: number): number {
  const { size } = fstatSync(file.fd);
  if (size > most) throw tooLong(size, most);
  return size;
}
