import { fstatSync, read, write } from "node:fs";
import { promisify } from "node:util";
import type { CommandArgs } from "../../contract/commands/index.ts";
import type { CommandContext, Handler, Handlers } from "../calls/context.ts";
import {
  absolutePath,
  childOf,
  parentOf,
  parsePath,
  rootLength,
  type AbsolutePath,
} from "../scope/path/absolute-path.ts";
import { identityOf } from "../scope/open/disk.ts";
import { lookAt, openFile, openFolder, openPlace } from "../scope/open/open-checked.ts";
import type { Handle, OpenFolder, OpenPlace } from "../scope/open/open-handle.ts";
import { comparable } from "../scope/path/letter-case.ts";
import { openPauses } from "../scope/open/pauses.ts";
import { during, failure, PathProblem, systemCode } from "../paths/path-problem.ts";
import type { PlacesNow } from "../scope/own-places.ts";
import type { RealPath } from "../scope/path/real-path.ts";
import { changeInOrder } from "./fs-order.ts";
import {
  admitsEntry,
  check,
  checkChange,
  checkMove,
  checkNew,
  noteListing,
  inFolder,
  wholePath,
  wholeFile,
} from "./fs-path.ts";
import { isDraftName, removeStaleDrafts } from "../scope/open/drafts.ts";
import { setMode, writeWhole } from "../scope/open/whole-file.ts";

const readPart = promisify(read);
const writePart = promisify(write);
const partLength = 1 << 20;

type Changes = "fs.copyFile" | "fs.renameFile" | "fs.removeFile" | "fs.createDir" | "fs.removeDir";

/** The changes themselves; `inOrder` names the action and the path in their errors. */
const changes: Pick<Handlers<"fs">, Changes> = {
  async "fs.copyFile"({ source, destination, options }, context) {
    const from = wholePath(source, options, context);
    using input = openFile(() => check(from, context), "read", context.services.host.opener);
    await during("copy to", destination, async () => {
      const to = wholePath(destination, options, context);
      const refuse = (existing: Handle) => refuseSameFile(input, existing);
      await inFolder(() =>
        writeWhole({ ...wholeFile(to, context), refuse }, (output) => copy(input, output)),
      );
    });
  },

  async "fs.renameFile"({ oldPath, newPath, options }, context) {
    const from = wholePath(oldPath, options, context);
    const old = checkMove(from, context);
    const toNew = <Result>(step: (path: string) => Result) =>
      during("rename to", newPath, () => step(wholePath(newPath, options, context)));
    const target = await toNew((path) => checkMove(path, context));
    if (old.found.kind === "folder") {
      if (isBelow(target, old)) throw new PathProblem("io", "a folder cannot be moved into itself");
      using folder = openFolder(() => checkMove(from, context), context.services.host.opener);
      for (const root of [folder.path, target]) noteListing(root, true, context);
      await checkTree(folder, [folder.path, target], context, context.services.ownPlaces.now());
    }
    using place = openPlace(() => checkMove(from, context), context.services.host.opener);
    using newPlace = await toNew((path) =>
      inFolder(() =>
        openPlace(
          () => newName(checkMove(path, context), old, path, context),
          context.services.host.opener,
        ),
      ),
    );
    const replaced = context.services.grants.replacing(target);
    try {
      place.renameTo(newPlace);
      replaced();
    } catch (error) {
      throw inTheWay.includes(systemCode(error) ?? "")
        ? failure("rename to", newPath, error)
        : error;
    }
  },

  "fs.removeFile"({ path, options }, context) {
    const whole = wholePath(path, options, context);
    using place = openPlace(() => checkMove(whole, context), context.services.host.opener);
    if (place.isFolder()) throw new PathProblem("io", "it is a folder; use removeDir");
    place.removeFile();
  },

  "fs.createDir"({ path, options }, context) {
    const whole = wholePath(path, options, context);
    if (options?.recursive === true)
      return createFolders(() => checkChange(whole, context), context);
    return inFolder(() => {
      using place = openPlace(() => checkNew(whole, context), context.services.host.opener);
      place.makeFolder();
    });
  },

  async "fs.removeDir"({ path, options }, context) {
    const whole = wholePath(path, options, context);
    if (options?.recursive === true) {
      using folder = openFolder(() => checkMove(whole, context), context.services.host.opener);
      noteListing(folder.path, true, context);
      await checkTree(folder, [folder.path], context, context.services.ownPlaces.now());
    }
    using place = openPlace(() => checkMove(whole, context), context.services.host.opener);
    if (!place.isFolder()) throw new PathProblem("io", "it is not a folder; use removeFile");
    if (options?.recursive === true) await place.removeTree();
    else await removeEmptyFolder(place, whole, context);
  },
};

/**
 * The handlers of the fs module that create, move and remove files and folders, each in its turn.
 */
export const fsChangeHandlers: Pick<Handlers<"fs">, Changes> = {
  "fs.copyFile": (args, context) =>
    inOrder("fs.copyFile", "copy", [args.source, args.destination], args, context),
  "fs.renameFile": (args, context) =>
    inOrder("fs.renameFile", "rename", [args.oldPath, args.newPath], args, context),
  "fs.removeFile": (args, context) =>
    inOrder("fs.removeFile", "remove", [args.path], args, context),
  "fs.createDir": (args, context) => inOrder("fs.createDir", "create", [args.path], args, context),
  "fs.removeDir": (args, context) => inOrder("fs.removeDir", "remove", [args.path], args, context),
};

function inOrder<N extends Changes>(
  name: N,
  action: string,
  paths: readonly [string, ...string[]],
  args: CommandArgs<N>,
  context: CommandContext,
): Promise<void> {
  const change = changes[name] as Handler<N>;
  return changeInOrder(
    { action, paths, options: args.options },
    context,
    (lasting) => change(args, lasting) as Promise<void>,
  );
}

/** Both with links followed, which gives names that exist their spelling on the disk. */
function isBelow(path: AbsolutePath, folder: AbsolutePath): boolean {
  return (
    path.names.length > folder.names.length &&
    folder.names.every((name, index) => name === path.names[index])
  );
}

/** These codes concern the entry that already has the new name. */
const inTheWay = ["EISDIR", "EEXIST", "ENOTEMPTY"];

/**
 * The new path of a renamed entry; on case-insensitive systems it may be its own name in another
 * case.
 */
function newName(
  found: AbsolutePath,
  old: AbsolutePath,
  written: string,
  { services }: CommandContext,
): AbsolutePath {
  const { system } = services.fsScope;
  const form = ({ names }: AbsolutePath): string => comparable(names.at(-1) ?? "", system);
  const wanted = parsePath(written, system);
  // Not a short name of Windows, which also names the same file.
  if (found.text !== old.text || form(wanted) !== form(found)) return found;
  return childOf(parentOf(found, system), wanted.names.at(-1) ?? "", system);
}

/** A folder that holds only drafts of ended apps, which no page sees, is empty. */
async function removeEmptyFolder(
  place: OpenPlace,
  path: string,
  context: CommandContext,
): Promise<void> {
  try {
    place.removeFolder();
  } catch (error) {
    if (systemCode(error) !== "ENOTEMPTY") throw error;
    await removeStaleDrafts(checkMove(path, context), Date.now(), context.services.host);
    place.removeFolder();
  }
}

/** Writing in place would destroy the source. */
function refuseSameFile({ fd: one }: Handle, { fd: other }: Handle): void {
  const [input, output] = [fstatSync(one, { bigint: true }), fstatSync(other, { bigint: true })];
  if (identityOf(input) === identityOf(output)) throw new PathProblem("io", "it is the same file");
}

/** Copies the content of a file from its start, and its mode. */
async function copy(input: Handle, output: Handle): Promise<void> {
  const buffer = Buffer.allocUnsafe(partLength);
  for (let position = 0; ;) {
    const { bytesRead } = await readPart(input.fd, buffer, 0, partLength, position);
    for (let done = 0; done < bytesRead;)
      done += (await writePart(output.fd, buffer, done, bytesRead - done, null)).bytesWritten;
    position += bytesRead;
    if (bytesRead === 0) break;
  }
  // A file of another owner, and a disk without modes, keeps its own.
  setMode(output.fd, fstatSync(input.fd).mode & 0o777);
}

/** Creates a folder and its missing parents. Only the folder itself must be in the scope. */
async function createFolders(
  checkFolder: () => RealPath,
  { services }: CommandContext,
): Promise<void> {
  const { host } = services;
  const pause = openPauses();
  /** The first missing name on the way; the folder's own name, when only that is missing. */
  const missing = (): AbsolutePath => {
    const { names } = checkFolder();
    const upTo = (length: number): AbsolutePath =>
      absolutePath(names.slice(0, length), host.system);
    // Parents of an existing entry exist: a binary search over the names.
    let [there, first] = [rootLength(host.system), names.length];
    while (first - there > 1) {
      const middle = Math.floor((there + first) / 2);
      if (lookAt(() => upTo(middle), host.opener).kind === "nothing") first = middle;
      else there = middle;
    }
    return upTo(first);
  };
  for (
    let found = lookAt(checkFolder, host.opener);
    found.kind !== "folder";
    found = lookAt(checkFolder, host.opener)
  ) {
    await pause();
    if (found.kind !== "nothing")
      throw new PathProblem("already-exists", "it exists already, and is no folder");
    using place = openPlace(missing, host.opener);
    try {
      place.makeFolder();
    } catch (error) {
      // Another call was quicker.
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

/**
 * Refuses a tree with an entry that the page could not reach by itself: after a move, or with its
 * folder removed, no `deny` rule would match it. `roots` are the current and future paths of the
 * tree; a link in it is not followed, so it is only a name.
 */
async function checkTree(
  folder: OpenFolder,
  roots: readonly AbsolutePath[],
  context: CommandContext,
  own: PlacesNow,
): Promise<void> {
  const { fsScope } = context.services;
  for (const { name, kind } of await folder.entries(context.signal)) {
    if (isDraftName(name) || kind === "unreadable") continue;
    const paths = roots.map((root) => childOf(root, name, fsScope.system));
    const isInside = paths.every((path, at) =>
      admitsEntry(roots[at] as AbsolutePath, path, path, context),
    );
    if (!isInside)
      throw new PathProblem("out-of-scope", "it holds something that the scope does not allow");
    if (kind !== "folder") continue;
    using child = folder.child(name);
    // Reached through another mount.
    if (own.isOwn(child.identity))
      throw new PathProblem(
        "out-of-scope",
        "it contains files that the app runs or keeps for itself",
      );
    await checkTree(child, paths, context, own);
  }
}
