// Runs under Wine: the commands of the fs module in the folder of the first argument, which the
// test asks for.

import { readFileSync, renameSync } from "node:fs";
import { windowsHost } from "../../../src/app/process/host.ts";
import type { Opener } from "../../../src/app/scope/open/open-handle.ts";
import { windowsCalls } from "../../../src/native/windows/app-calls.ts";
import { fileapi } from "../../../src/native/windows/lib/fileapi.ts";
import { library } from "../../../src/native/windows/library.ts";
import { wide, wideRoom, wideTextIn } from "../../../src/native/windows/wide-text.ts";
import { weakOpener } from "../../attacks/weak-opener.ts";
import { fsCommandsIn, type FsCommand } from "../../scope/fs-fixture.ts";
import { answerAll, ask } from "./conversation.ts";

/** The requests of a test. */
export type FilesQuestion =
  | {
      readonly do: "command";
      readonly command: FsCommand;
      readonly args: unknown;
      /**
       * Whether the test does something between the check and the opening; and whether it is opened
       * without care.
       */
      readonly swaps?: boolean;
      readonly isWeak?: boolean;
    }
  /** The results of Bun's own calls, which know of no scope. */
  | { readonly do: "read"; readonly path: string }
  | { readonly do: "short name"; readonly path: string }
  /** Renames a folder while a name below it is held, and afterwards. */
  | { readonly do: "rename held"; readonly folder: string; readonly below: string }
  /** Writes a file that is open in a way in which nothing may take its place. */
  | { readonly do: "write held"; readonly path: string }
  | { readonly do: "known folders" };

const kernel32 = library("kernel32.dll", { GetShortPathNameW: "ppu>u" });

const [root = "", scope = "{}"] = process.argv.slice(2);
const host = windowsHost(windowsCalls);

let swaps = false;
let isWeak = false;

/** Lets the test swap what has just been checked, once for each command. */
function opening<Result>(open: (by: Opener) => Result): Result {
  if (swaps) {
    swaps = false;
    ask("swap");
  }
  return open(isWeak ? weakOpener : host.opener);
}

const opener: Opener = {
  file: (real, access) => opening((by) => by.file(real, access)),
  folder: (real) => opening((by) => by.folder(real)),
  place: (real) => opening((by) => by.place(real)),
  lstat: (real) => opening((by) => by.lstat(real)),
};
const app = fsCommandsIn(root, JSON.parse(scope), {}, { ...host, opener });

await answerAll<FilesQuestion>(async (question) => {
  if (question.do === "known folders") return host.known;
  if (question.do === "read") return attempt(() => readFileSync(question.path, "utf8"));
  if (question.do === "short name") return shortName(question.path);
  if (question.do === "rename held") return renameHeld(question.folder, question.below);
  if (question.do === "write held") return await writeHeld(question.path);
  swaps = question.swaps ?? false;
  isWeak = question.isWeak ?? false;
  const answer = await app.run(question.command, question.args as never);
  return answer instanceof Uint8Array ? Buffer.from(answer).toString() : answer;
});

async function writeHeld(path: string): Promise<unknown> {
  const GENERIC_READ = 0x80000000;
  const FILE_SHARE_READ_AND_WRITE = 3;
  const OPEN_EXISTING = 3;
  const open = [GENERIC_READ, FILE_SHARE_READ_AND_WRITE, null, OPEN_EXISTING, 0, 0] as const;
  const held = fileapi.CreateFileW(wide(path), ...open);
  try {
    return await app.run("fs.writeTextFile", { path, contents: "new" });
  } finally {
    fileapi.CloseHandle(held);
  }
}

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

function renameHeld(folder: string, below: string): readonly unknown[] {
  const rename = () =>
    attempt(() => {
      renameSync(folder, `${folder}-moved`);
      return "renamed";
    });
  const path = app.scope.checkPlace(below, null);
  const place = host.opener.place(path);
  const whileHeld = rename();
  place[Symbol.dispose]();
  return [whileHeld, rename()];
}

function shortName(path: string): string {
  const room = wideRoom(1000);
  kernel32.GetShortPathNameW(wide(path), room, 1000);
  return wideTextIn(room);
}
