import { equal, ok } from "node:assert/strict";
import { conformanceCases } from "../../../../src/native/conformance/cases.ts";
import { openedIn, openWindow, type WebKitCase } from "../../webkit-case.ts";
import { webKitCases } from "../../webkit-cases.ts";
import { macosPageCases } from "./page-cases.ts";
import { macosQuestionCases } from "./question-cases.ts";
import type { PageStage } from "./page-stage.ts";

const firstCase: WebKitCase<PageStage> = {
  name: "the view that was made before the app began is that of its first window",
  async run(stage) {
    const label = await openWindow(stage);
    ok(stage.first !== undefined && stage.first === stage.webView(label));
    equal(openedIn(stage, label).length, 1);
    await stage.platform.calls["window.destroy"]({ window: label });
  },
};

/** All that the platform for macOS passes over the stand-in. */
export const macosCases: readonly WebKitCase<PageStage>[] = [
  firstCase,
  ...conformanceCases,
  ...webKitCases,
  ...macosPageCases,
  ...macosQuestionCases,
];
