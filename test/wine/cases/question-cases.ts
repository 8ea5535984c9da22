import { equal } from "node:assert/strict";
import {
  destroy,
  inWindow,
  opened,
  plainWindow,
} from "../../../src/native/conformance/plain-window.ts";
import type { ConformanceCase } from "../../../src/native/conformance/stage.ts";
import { WindowsStage } from "./platform-stage.ts";

/** The script of a page that has changes, and that the user has touched. */
const minding = `
  Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
  onbeforeunload = (event) => event.preventDefault();`;

/** The cases of what pages of Windows ask their user, and of what they begin with. */
export const windowsQuestionCases: readonly ConformanceCase[] = [
  {
    name: "a script of a page begins behind the bridge",
    async run(stage) {
      if (!(stage instanceof WindowsStage))
        throw new Error("Cannot ask a page: want the stage of Windows");
      const pages = [`${new URL(stage.page).origin}/*`];
      const script = { source: "globalThis.begunWith = typeof globalThis.engine;", pages };
      const spec = { ...plainWindow(stage.page), scripts: [script] };
      await stage.platform.calls["window.create"](spec);
      await stage.until("the page", () => opened(stage, spec.label)[0]);
      equal(await stage.ask(spec.label, "begunWith"), "object");
      await destroy(stage, spec.label);
    },
  },
  inWindow(
    "a page with changes has the user asked before its window closes",
    async (stage, label) => {
      if (!(stage instanceof WindowsStage))
        throw new Error("Cannot press buttons: want the stage of Windows");
      const { calls } = stage.platform;
      await calls["window.evaluate"]({ window: label, script: minding, pages: null });
      equal(await stage.send(label, "there"), "answer to there");
      for (const [button, mayClose] of [
        [1, false],
        [0, true],
      ] as const) {
        const answer = calls["window.mayClose"]({ window: label });
        await stage.until("the question", () => stage.pressIn(label, button) || undefined);
        equal(await answer, mayClose);
      }
    },
  ),
];
