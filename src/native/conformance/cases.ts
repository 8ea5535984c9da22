import { dialogCases } from "./dialogs.ts";
import { pageCases } from "./pages.ts";
import { serviceCases } from "./services.ts";
import type { ConformanceCase } from "./stage.ts";
import { threadCases } from "./threads.ts";
import { windowCases } from "./windows.ts";

// What every platform has to do, as cases in words. They run where the platform runs: inside its
// loop.

/** What every platform passes. Each case opens its own windows and leaves none. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...pageCases,
  ...windowCases,
  ...dialogCases,
  ...serviceCases,
  ...threadCases,
];
