import { dialogCases } from "./dialogs.ts";
import { pageCases } from "./pages.ts";
import { serviceCases } from "./services.ts";
import type { ConformanceCase } from "./stage.ts";
import { threadCases } from "./threads.ts";
import { windowCases } from "./windows.ts";

// The requirements of every platform, as named cases. They run inside the platform's loop.

/** The cases that every platform passes. Each case opens its own windows and leaves none. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...pageCases,
  ...windowCases,
  ...dialogCases,
  ...serviceCases,
  ...threadCases,
];
