import { conformanceCases } from "../../../src/native/conformance/cases.ts";
import type { WebKitCase } from "../webkit-case.ts";
import { webKitCases } from "../webkit-cases.ts";
import { macosPageCases } from "./page-cases.ts";
import { macosQuestionCases } from "./question-cases.ts";
import type { PageStage } from "./page-stage.ts";

/** All that the platform for macOS passes over the stand-in. */
export const macosCases: readonly WebKitCase<PageStage>[] = [
  ...conformanceCases,
  ...webKitCases,
  ...macosPageCases,
  ...macosQuestionCases,
];
