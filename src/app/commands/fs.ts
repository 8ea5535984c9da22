import { writeFile } from "node:fs";
import { promisify } from "node:util";
import type { CommandArgs } from "../../contract/commands/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { FileEntry } from "../../contract/commands/fs.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import { childOf, parsePath, type AbsolutePath } from "../scope/path/absolute-path.ts";
import { lookAt, openFile, openFolder } from "../scope/open/open-checked.ts";
import type { FolderEntry, OpenFolder } from "../scope/open/open-handle.ts";
import { isDraftName } from "../scope/open/drafts.ts";
import { writeWhole } from "../scope/open/whole-file.ts";
import { during, PathProblem, problemOf } from "../paths/path-problem.ts";
import { fsChangeHandlers } from "./fs-changes.ts";
import { afterChanges, changeInOrder } from "./fs-order.ts";
import {
  admitsEntry,
  check,
  checkChange,
  noteListing,
  openToRead,
  readBytes,
  readOpen,
  sizeOf,
  inFolder,
  wholePath,
  wholeFile,
} from "./fs-path.ts";

const writeOpen = promisify(writeFile);

export type FsPart = Handlers<"fs">;

/**
 * The handlers of the fs module. Each path goes through the scope, and only the checked file is
 * opened.
 */
export const fs: FsPart = {
  "fs.readTextFile": ({ path, options }, context) =>
    during("read", path, async () => {
      await afterChanges(path, options, context);
      return decodeText(
        await readForPage(wholePath(path, options, context), context, copiesOfText),
      );
    }),

  "fs.readBinaryFile": ({ path, options }, context) =>
    during("read", path, async () => {
      await afterChanges(path, options, context);
      return await readForPage(wholePath(path, options, context), context);
    }),

  "fs.writeTextFile": writeInOrder,

  "fs.writeBinaryFile": writeInOrder,

  ...fsChangeHandlers,

  "fs.readDir": ({ path, options }, context) =>
    during("list", path, async () => {
      await afterChanges(path, options, context);
      const whole = wholePath(path, options, context);
      using folder = openFolder(() => check(whole, context), context.services.host.opener);
      const shown = parsePath(whole, context.services.fsScope.system);
      const recursive = options?.recursive === true;
      noteListing(folder.path, recursive, context);
      // Without it the count is that of the folder.
      const count = recursive ? entryCounter(path) : () => {};
      let unreadable = 0;
      const skip = () => void unreadable++;
      const listed = await listFolder(
        folder,
        shown,
        { recursive, above: [], count, skip },
        context,
      );
      if (unreadable > 0) process.stderr.write(unreadableNames(path, unreadable));
      return listed;
    }),

  "fs.exists": ({ path, options }, context) =>
    during("look for", path, async () => {
      await afterChanges(path, options, context);
      const whole = wholePath(path, options, context);
      return lookAt(() => check(whole, context), context.services.host.opener).kind !== "nothing";
    }),
};

function unreadableNames(path: string, count: number): string {
  const reason = "because their names are not valid Unicode; rename them to use them";
  return `framework: readDir of "${path}" left out ${count} of its entries, ${reason}\n`;
}

/** A text is in memory as bytes, as text, and as the bytes of the reply. */
const copiesOfText = 3;

/** Reads a whole file within the scope, as soon as there is budget for it. */
async function readForPage(
  path: string,
  context: CommandContext,
  copies = 1,
): Promise<Uint8Array<ArrayBuffer>> {
  const { most } = limits.readFile;
  const { room } = context;
  let size: number;
  {
    using file = openToRead(path, context);
    size = sizeOf(file, most);
    if (room === null || room.tryReserve(copies * size)) return await readOpen(file, context, most);
  }
  // Closed meanwhile: many may wait, and a process has few open files.
  await room.reserve(copies * size);
  return await readBytes(path, context, most);
}

type Written = CommandArgs<"fs.writeTextFile" | "fs.writeBinaryFile">;

function writeInOrder(args: Written, context: CommandContext): Promise<void> {
  const { path, options } = args;
  return changeInOrder({ action: "write", paths: [path], options }, context, (lasting) =>
    inFolder(() => write(args, lasting)),
  );
}

async function write({ path, contents, options }: Written, context: CommandContext): Promise<void> {
  const append = options?.append === true;
  const whole = wholePath(path, options, context);
  if (append) {
    using file = openFile(
      () => checkChange(whole, context),
      "append",
      context.services.host.opener,
    );
    return await writeOpen(file.fd, contents);
  }
  await writeWhole(wholeFile(whole, context), (file) => writeOpen(file.fd, contents));
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new PathProblem("io", "it holds bytes that are not UTF-8 text; use readBinaryFile", {
      cause,
    });
  }
}

interface Listing {
  readonly recursive: boolean;
  /** The parent folders of the listing: a link back to one of them is not listed again. */
  readonly above: readonly OpenFolder["identity"][];
  /**
   * Called for each entry; throws when there are too many. Folders with links to one another are
   * listed in every possible order.
   */
  readonly count: () => void;
  /** Called for each entry whose name is not valid Unicode. */
  readonly skip: () => void;
}

function entryCounter(path: string): Listing["count"] {
  const { most } = limits.listedEntries;
  let count = 0;
  return () => {
    if (++count <= most) return;
    const reason = `it holds more than ${most} entries, list its folders one by one`;
    throw new FrameworkError("bad-argument", `Cannot list "${path}": ${reason}`);
  };
}

/** Lists the entries that the page could name itself: entries outside the scope are hidden. */
async function listFolder(
  folder: OpenFolder,
  /** The folder's path as the page knows it. */
  shown: AbsolutePath,
  listing: Listing,
  context: CommandContext,
): Promise<FileEntry[]> {
  const { system } = context.services.fsScope;
  const { recursive, above, count } = listing;
  const listed: FileEntry[] = [];
  for (const entry of await folder.entries(context.signal)) {
    if (context.signal.aborted)
      throw new FrameworkError("closed", `Cannot list "${shown.text}": the page went away`);
    if (isDraftName(entry.name)) continue;
    if (entry.kind === "unreadable") {
      listing.skip();
      continue;
    }
    const path = childOf(shown, entry.name, system);
    const real = shown.text === folder.path.text ? path : childOf(folder.path, entry.name, system);
    const kind = admittedKind(folder.path, entry.kind, real, path, context);
    if (kind === null) continue;
    count();
    if (kind !== "folder") {
      listed.push({ path: path.text, name: entry.name });
      continue;
    }
    const open = () =>
      entry.kind === "link"
        ? openFolder(() => check(path.text, context), context.services.host.opener)
        : folder.child(entry.name);
    const children = recursive
      ? await listBelow(open, path, { ...listing, above: [...above, folder.identity] }, context)
      : [];
    listed.push({ path: path.text, name: entry.name, children });
  }
  return listed;
}

/** An unreadable folder is listed as empty: one of them must not fail the whole list. */
async function listBelow(
  open: () => OpenFolder,
  shown: AbsolutePath,
  listing: Listing,
  context: CommandContext,
): Promise<FileEntry[]> {
  try {
    using folder = open();
    if (listing.above.includes(folder.identity)) return [];
    return await listFolder(folder, shown, listing, context);
  } catch (error) {
    if (error instanceof FrameworkError || problemOf(error).code === "internal") throw error;
    return [];
  }
}

/** The kind of an entry, links followed; a dangling link counts as a file. `null`: it is hidden. */
function admittedKind(
  folder: AbsolutePath,
  kind: Exclude<FolderEntry["kind"], "unreadable">,
  real: AbsolutePath,
  shown: AbsolutePath,
  context: CommandContext,
): "file" | "folder" | "other" | null {
  if (kind !== "link") {
    return admitsEntry(folder, real, shown, context) ? kind : null;
  }
  try {
    const found = lookAt(() => check(shown.text, context), context.services.host.opener);
    if (found.kind === "link") return null;
    return found.kind === "nothing" ? "other" : found.kind;
  } catch (error) {
    const { code } = problemOf(error);
    if (code === "internal") throw error;
    // Cyclic links, or links to a path below a file.
    return code === "bad-path" || code === "not-found" ? "other" : null;
  }
}
