import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stageApp } from "../../src/native/conformance/stage.ts";
import { reportUncaughtTo } from "../../src/native/guard.ts";
import { chosenCases, runCase, tell } from "./case-program.ts";
import type { NativeStage } from "./native-stage.ts";

/** Something to be tried on a stage. */
export interface NativeCase<S extends NativeStage> {
  readonly name: string;
  readonly run: (stage: S) => Promise<void>;
}

export interface NativeProgram<S extends NativeStage> {
  /** An empty folder of the program's own. */
  readonly root: string;
  /** @param folder holds `a.txt`, `b.txt` and nothing else */
  readonly openStage: (folder: string) => S;
  readonly cases: readonly NativeCase<S>[];
  /** Runs a task in the platform's loop. */
  readonly soon: (task: () => void) => void;
}

/** Runs cases inside of a platform's loop, reports each in a line, and returns the exit code. */
export function runNativeProgram<S extends NativeStage>(program: NativeProgram<S>): number {
  const { root, openStage, cases, soon } = program;
  const folder = join(root, "files");
  mkdirSync(folder);
  for (const name of ["a.txt", "b.txt"]) writeFileSync(join(folder, name), "");

  const stage = openStage(folder);
  reportUncaughtTo((error) => tell({ thrown: String(error) }));

  async function runAll(): Promise<void> {
    await stage.platform.calls["app.begin"](stageApp);
    for (const { name, run } of chosenCases(cases)) {
      const begun = performance.now();
      const error = await runCase(
        name,
        () => run(stage),
        (milliseconds) => stage.pause(milliseconds),
      );
      tell({ name, error, milliseconds: performance.now() - begun });
    }
    // Objects that are released in a later turn are gone then.
    await stage.pause(1);
  }

  soon(() => {
    void runAll().then(
      () => stage.platform.calls["app.quit"]({ code: 42 }),
      (error: unknown) => {
        tell({ thrown: String(error) });
        void stage.platform.calls["app.quit"]({ code: 1 });
      },
    );
  });
  return stage.platform.run();
}
