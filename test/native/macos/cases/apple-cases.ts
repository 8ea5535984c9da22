import { accessibilityCases } from "../../../../conformance/macos/accessibility.ts";
import { dialogCases } from "../../../../src/native/conformance/dialogs.ts";
import type { ConformanceCase } from "../../../../src/native/conformance/stage.ts";
import { windowCases } from "../../../../src/native/conformance/windows.ts";

/**
 * The cases in which the stage for a Mac plays a person. The others are the same as on the stage of
 * the stand-in.
 */
export const appleCases: readonly ConformanceCase[] = [
  ...dialogCases.filter((one) => !accessibilityCases.includes(one)),
  ...windowCases.filter(({ name }) => name.startsWith("closing a window")),
];
