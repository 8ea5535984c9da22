// What the app remembers of its updates, on a disk where others have the file open.

import { expect, spyOn, test } from "bun:test";
import { baseDirectories } from "../../src/app/paths/base-directories.ts";
import type { Launch } from "../../src/app/process/launch.ts";
import { StateFile, stateSteps } from "../../src/app/updater/state.ts";
import type { System } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { windowsHost } from "../support/windows-host.ts";

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
  using _pause = spyOn(stateSteps, "pause").mockImplementation((ms) => void pauses.push(Number(ms)));
  try {
    StateFile.of(launch, folders).write(state);
    return { pauses, error: null };
  } catch (error) {
    return { pauses, error };
  }
}

test("on Windows the state is written once whoever has it open lets go of it", () => {
  for (const code of ["EPERM", "EACCES", "EBUSY"])
    expect(write("windows", { code, failures: 3 })).toEqual({ pauses: [10, 20, 50], error: null });
});

test("who has it open for long is not waited for", () => {
  const { pauses, error } = write("windows", { code: "EPERM", failures: 7 });
  expect(pauses).toHaveLength(6);
  expect(error).toMatchObject({ code: "io", message: expect.stringContaining("Cannot write ") });
});

test("what no pause helps against is told at once", () => {
  for (const [system, code] of [
    ["windows", "ENOSPC"],
    ["linux", "EPERM"],
  ] as const) {
    const { pauses, error } = write(system, { code, failures: 1 });
    expect([pauses, error]).toEqual([[], expect.objectContaining({ code: "io" })]);
  }
});
