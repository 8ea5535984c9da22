import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Expressions that ask the process, or Node.js, for the system. */
const asks =
  /\bprocess\.(?:platform|arch)\b|\b(?:arch|machine|platform|type)\b[^}]*\} from "node:os"/;

// All other code gets the system: from `Launch` and `Host` in an app, from `Terminal` in the tool,
// from a target in the bundler. So the rules of each system run, and are tested, on any machine.
const mayAsk = [
  // A program of others, which runs here whatever is built: by which name this system has a locale
  // of UTF-8, and which shell it runs others by.
  "src/bundler/windows/nsis/makensis.ts",
  // Which part of a file for several processors is this one's.
  "src/app/app-spec.ts",
  "src/cli/main.ts",
  // The main of another program, which hands the machine on in the same way.
  "src/cli/init/create-main.ts",
  // The version of the system that hooks run on, which has nothing to do with what is built.
  "src/cli/info/system.ts",
  // Programs of other makers, and what ends them, are of the machine whatever an app is made for.
  "src/cli/programs/command.ts",
  "src/cli/programs/programs.ts",
  // The layout of this process itself.
  "src/native/processor.ts",
  // Tests of apps, and what they start, run on this machine.
  "src/testing/machine.ts",
  // Instructions are for the processor that runs this, whatever system is on it.
  "src/native/windows/console-signals.ts",
  "src/process/liveness-socket.ts",
  "src/process/process-tree.ts",
];

test("only the tool's main, and the listed files, ask which system it is on", () => {
  expect(filesWith((line) => asks.test(line))).toEqual(mayAsk.toSorted());
});

const origins = /["'`](?:framework|asset|framework-isolation):\/\/localhost|\.localhost\b/;

const isComment = /^\s*(?:\*|\/\/|\/\*\*)/;

test("the origins of the app's schemes are written in one place", () => {
  expect(filesWith((line) => origins.test(line) && !isComment.test(line))).toEqual([
    // Its name in apps of Tauri.
    "src/cli/migrate/front-end/renamed-words.ts",
    // Sentences about the fields.
    "src/config/fields/security.ts",
    "src/config/fields/window.ts",
    "src/contract/page/origins.ts",
  ]);
});

/** The files of the framework that hold such a line. */
function filesWith(isMeant: (line: string) => boolean): string[] {
  const files = [...new Bun.Glob("src/**/*.ts").scanSync(root)];
  return files
    .filter((path) => readFileSync(join(root, path), "utf8").split("\n").some(isMeant))
    .toSorted();
}
