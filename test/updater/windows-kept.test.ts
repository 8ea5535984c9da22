// The backup of an installed app before an installer changes it: with real files, on the machine
// that runs the test. test/wine/installers/update.test.ts shows that Windows restores it.

import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesIn } from "../../src/app/updater/install/files-in.ts";
import {
  copyBeside,
  countTry,
  restoredAfterEnd,
} from "../../src/app/updater/install/windows-kept.ts";
import { afterEnd } from "../../src/app/updater/install/windows-run.ts";
import { environmentForOthers } from "../../src/process/environment.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { missingTool } from "../bundler/project.ts";

interface Machine extends Disposable {
  /** The folder of the installed app. */
  readonly folder: string;
  /** The files there. */
  readonly names: string[];
}

function machine(): Machine {
  const dir = tempDir();
  const apps = join(dir.path, "apps");
  const folder = join(apps, "App");
  mkdirSync(join(folder, "data"), { recursive: true });
  writeFileSync(join(folder, "App.exe"), "a program".repeat(10_000));
  writeFileSync(join(folder, "data/text.txt"), "text");
  return {
    folder,
    get names() {
      return readdirSync(apps).toSorted();
    },
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
}

const writeRegistry = async (file: string): Promise<void> => writeFileSync(file, "version");

test("the backup is all of the folder, and its registry entries", async () => {
  using installed = machine();
  const copy = (await copyBeside(installed.folder, writeRegistry)) ?? "";
  const kept = filesIn(copy).map((path) => path.slice(copy.length + 1));
  expect(kept).toEqual(["app/App.exe", "app/data/text.txt", "uninstall.reg"]);
  expect(readFileSync(join(copy, "uninstall.reg"), "utf8")).toBe("version");
  expect(readFileSync(join(copy, "app/App.exe"), "utf8")).toBe("a program".repeat(10_000));
});

test("an unused copy goes away with the next one", async () => {
  using installed = machine();
  const unused = join(dirname(installed.folder), ".App.4194999.new");
  mkdirSync(join(unused, "app"), { recursive: true });
  await copyBeside(installed.folder, writeRegistry);
  expect(installed.names).toEqual([`.App.${process.pid}.new`, "App"]);
});

test("when Windows does not tell what it knows, nothing is kept and nothing stays", async () => {
  using installed = machine();
  const fail = () => Promise.reject(new Error("reg.exe ended with 1"));
  await expect(copyBeside(installed.folder, fail)).rejects.toThrow(
    `Cannot keep "${installed.folder}": reg.exe ended with 1`,
  );
  expect(installed.names).toEqual(["App"]);
});

const noLimit = missingTool("prlimit");
test.skipIf(noLimit !== null)(
  `a copy that does not fit on the disk leaves no files (${noLimit ?? "by prlimit"})`,
  () => {
    using installed = machine();
    const program = `
      import { copyBeside } from ${JSON.stringify(join(import.meta.dir, "../../src/app/updater/install/windows-kept.ts"))};
      const folder = ${JSON.stringify(installed.folder)};
      await copyBeside(folder, async () => {}).catch(({ message }) => console.log(message));
    `;
    const limited = ["prlimit", "--fsize=20000", "--", process.execPath, "-e", program];
    const output = Bun.spawnSync(limited).stdout.toString();
    expect(output).toBe(`Cannot keep "${installed.folder}": the file is too large for the disk\n`);
    expect(installed.names).toEqual(["App"]);
  },
);

test("a failed restore is not tried again", () => {
  using dir = tempDir();
  const begin = () => restoredAfterEnd(dir.path, "C:\\App", dir.path);
  expect(begin().values.FRAMEWORK_UPDATE_FOLDER).toBe("C:\\App");
  writeFileSync(join(dir.path, "refused"), "");
  expect(begin).toThrow('Cannot put back "C:\\App": another program has a file of it open');
});

test("a backup that is gone is not restored, nor one after three attempts", () => {
  using dir = tempDir();
  const count = () => countTry(dir.path, "C:\\App");
  expect(count).toThrow(`Cannot put back "C:\\App": "${dir.path}" does not hold it any more`);
  mkdirSync(join(dir.path, "app"));
  for (const _ of [1, 2, 3]) count();
  expect(count).toThrow('Cannot put back "C:\\App": it was tried 3 times');
});

test("the variables of installers and of a restore do not reach programs that the next version starts", () => {
  using dir = tempDir();
  const places = { folder: dir.path, result: join(dir.path, "result.txt"), windows: "C:\\Windows" };
  const installing = afterEnd(places, { program: "setup.exe", options: "", restartsApp: false });
  const lines = [installing, restoredAfterEnd(dir.path, "C:\\App", dir.path)].flatMap(
    ({ lines }) => lines,
  );
  const names = new Set(lines.join("\n").match(/FRAMEWORK_UPDATE_\w+/g));
  expect(names.size).toBeGreaterThan(8);
  expect(
    environmentForOthers("App.exe", Object.fromEntries([...names].map((name) => [name, "said"]))),
  ).toEqual({});
});
