// The app's record of its updates: on a disk where others have the file open, and beside other
// processes of the app.

import { expect, spyOn, test } from "bun:test";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { baseDirectories, type BaseDirectories } from "../../src/app/paths/base-directories.ts";
import type { Launch } from "../../src/app/process/launch.ts";
import { StateFile, stateSteps } from "../../src/app/updater/state/state.ts";
import type { System } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { windowsHost } from "../support/windows/windows-host.ts";

const state = { highest: "1.0.0", failed: null, waiting: null };

interface Tried {
  /** Milliseconds of each pause. */
  readonly pauses: readonly number[];
  readonly error: unknown;
}

/** Writes the state where the first renames fail. */
function write(
  system: System,
  { code, failures }: { readonly code: string; readonly failures: number },
): Tried {
  using stack = new DisposableStack();
  const dir = stack.use(tempDir());
  // A path of Windows is one name here, which goes to the folder that this process works in.
  const here = process.cwd();
  process.chdir(dir.path);
  stack.defer(() => process.chdir(here));
  const launch = { mode: "release", system } as Launch;
  const folders = baseDirectories(
    { identifier: "org.example.memory", executable: "C:\\x.exe", name: "x" },
    windowsHost(),
  );
  using rename = spyOn(stateSteps, "rename");
  for (let at = 0; at < failures; at++) {
    rename.mockImplementationOnce(() => {
      throw Object.assign(new Error(code), { code });
    });
  }
  rename.mockImplementation(() => {});
  const pauses: number[] = [];
  using _pause = spyOn(stateSteps, "pause").mockImplementation(
    (ms) => void pauses.push(Number(ms)),
  );
  try {
    StateFile.of(launch, folders).change(() => state);
    return { pauses, error: null };
  } catch (error) {
    return { pauses, error };
  }
}

test("on Windows the state is written once whoever has it open lets go of it", () => {
  for (const code of ["EPERM", "EACCES", "EBUSY"])
    expect(write("windows", { code, failures: 3 })).toEqual({ pauses: [10, 20, 50], error: null });
});

test("a program that has it open for long is not waited for", () => {
  const { pauses, error } = write("windows", { code: "EPERM", failures: 7 });
  expect(pauses).toHaveLength(6);
  expect(error).toMatchObject({ code: "io", message: expect.stringContaining("Cannot write ") });
});

test("an error that no pause solves is thrown at once", () => {
  for (const [system, code] of [
    ["windows", "ENOSPC"],
    ["linux", "EPERM"],
  ] as const) {
    const { pauses, error } = write(system, { code, failures: 1 });
    expect([pauses, error]).toEqual([[], expect.objectContaining({ code: "io" })]);
  }
});

const counting = join(import.meta.dir, "counting-program.ts");
const count = (folder: string, times: number) =>
  Bun.spawn([process.execPath, counting, folder, String(times)], {
    stdout: "inherit",
    stderr: "inherit",
  });
const counted = (folder: string): number => {
  const path = join(folder, "private/.updates/state.json");
  if (!existsSync(path)) return 0;
  const { highest } = JSON.parse(readFileSync(path, "utf8")) as { readonly highest: string };
  return Number(highest.split(".")[2]);
};

test("several processes that change it at once lose nothing of each other", async () => {
  using dir = tempDir();
  const processes = Array.from({ length: 4 }, () => count(dir.path, 50));
  expect(await Promise.all(processes.map(({ exited }) => exited))).toEqual([0, 0, 0, 0]);
  expect(counted(dir.path)).toBe(200);
});

test("a process that is killed while it changes it does not block others", async () => {
  using dir = tempDir();
  for (let round = 1; round <= 5; round++) {
    const before = counted(dir.path);
    const killed = count(dir.path, 1_000_000);
    await waitFor("its first change", () => counted(dir.path) > before);
    killed.kill("SIGKILL");
    await killed.exited;
  }
  const last = counted(dir.path);
  expect(await count(dir.path, 1).exited).toBe(0);
  expect(counted(dir.path)).toBe(last + 1);
});

test("without locks it is written all the same, or the error has the reason", () => {
  using dir = tempDir({ "private/.updates/state.json.lock/x": "" });
  const launch = { mode: "release", system: "linux" } as Launch;
  const file = StateFile.of(launch, { APPLOCALDATA: dir.path } as BaseDirectories);
  file.change(() => state);
  expect(file.read()).toEqual(state);
  expect(readdirSync(join(dir.path, "private/.updates")).toSorted()).toEqual([
    "state.json",
    "state.json.lock",
  ]);
});
