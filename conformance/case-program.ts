import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { System } from "../src/contract/target.ts";
import type { ConformanceCase } from "../src/native/conformance/stage.ts";
import type { NativeStage } from "../test/native/native-stage.ts";
import { runNativeProgram } from "../test/native/native-program.ts";
import type { Screen } from "./screen.ts";
import { partsOf, stageOf } from "./system-cases.ts";

/** Environment variables with which a run starts itself again for cases. */
export const partVariable = "FRAMEWORK_CONFORMANCE_PART";
export const picturesVariable = "FRAMEWORK_CONFORMANCE_PICTURES";

/** The picture of a case, by the part and the case's place in it. */
export const pictureName = (part: string, index: number): string =>
  `${part}-${String(index + 1).padStart(2, "0")}.png`;

/**
 * Runs the cases of a part in the platform's loop, from the case number in the first argument on.
 * Prints a line for each case, and returns the exit code: 42 if the loop ended as expected.
 *
 * @param dialogThread Windows: the module that dialog threads run. `null`: the one in the sources
 */
export async function runCaseProgram(
  system: System,
  part: string,
  dialogThread: URL | null,
): Promise<number> {
  const { openStage, soon, screen } = await stageOf(system, dialogThread);
  const cases = (await partsOf(system))[part]?.cases ?? [];
  const pictures = process.env[picturesVariable] ?? null;
  const root = mkdtempSync(join(tmpdir(), "framework-conformance-"));
  const stopping = stopAfterFirst();
  try {
    return runNativeProgram({
      root,
      openStage,
      soon,
      cases: cases.map((one, index) =>
        stopping(
          pictures === null || screen.missing !== null
            ? one
            : pictured(one, screen, join(pictures, pictureName(part, index))),
        ),
      ),
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export interface PlayedCase {
  readonly name: string;
  readonly run: (stage: NativeStage) => Promise<void>;
}

const hopeless = 3;

/** The error of a case that was not run. */
export const notTried = `The first ${hopeless} cases failed, so no other was tried`;

/**
 * If no window can be shown, each case would wait for a minute. So if the first ones fail, the
 * others fail at once.
 */
export function stopAfterFirst(): (one: PlayedCase) => PlayedCase {
  let [tried, failed] = [0, 0];
  return ({ name, run }) => ({
    name,
    async run(stage) {
      if (tried === hopeless && failed === hopeless) throw new Error(notTried);
      const isFirst = tried < hopeless;
      if (isFirst) tried++;
      try {
        await run(stage);
      } catch (error) {
        if (isFirst) failed++;
        throw error;
      }
    },
  });
}

/** Milliseconds after which a window that was just shown has been painted, as a rule. */
const paintTime = 60;

/**
 * Keeps the last picture that shows a window of the case, because the window is closed when the
 * case ends.
 */
function pictured({ name, run }: ConformanceCase, screen: Screen, path: string): PlayedCase {
  return {
    name,
    async run(stage) {
      const look = async (): Promise<void> => {
        if (stage.openWindows().length === 0 && !stage.isShown(0)) return;
        // A window is painted a moment after it is shown.
        await stage.pause(paintTime);
        screen.take();
      };
      stage.seen = look;
      try {
        await run(stage);
      } catch (error) {
        await look();
        throw error;
      } finally {
        stage.seen = null;
        screen.save(path);
      }
    },
  };
}
