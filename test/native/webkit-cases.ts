import { deepEqual, equal } from "node:assert/strict";
import type { UiEvents } from "../../src/contract/ui/index.ts";
import { plainWindow } from "../../src/native/conformance/plain-window.ts";
import { stageApp } from "../../src/native/conformance/stage.ts";
import { keyCases } from "./key-cases.ts";
import { requestCases } from "./request-cases.ts";
import {
  evaluate,
  inWindow,
  openedIn,
  openWindow,
  requestSince,
  type WebKitCase,
} from "./webkit-case.ts";
import type { WebKitStage } from "./webkit-stage.ts";

function openPrompt(stage: WebKitStage, text: string): UiEvents["page.promptOpened"] | undefined {
  for (const { event, payload } of stage.emitted)
    if (event === "page.promptOpened" && payload.text === text) return payload;
  return undefined;
}

const lifeCases: readonly WebKitCase[] = [
  inWindow(
    "scripts run in their order, and one that throws keeps none from running",
    async (stage, label) => {
      const scripts = [
        "globalThis.seen = [1]",
        "throw new Error('expected')",
        "seen.push(2) // end",
        "seen.push(3)",
      ];
      for (const script of scripts) void evaluate(stage, label, script);
      equal(await stage.ask(label, "seen.join()"), "1,2,3");
    },
  ),
  inWindow(
    "a script that came before an answer has run when the page gets it",
    async (stage, label) => {
      let reported = 0;
      stage.answerMessages((text) => {
        void evaluate(stage, label, `globalThis.told = ${++reported}`);
        return text;
      });
      const heard = `(async () => {
      const heard = [];
      for (let count = 0; count < 20; count++) heard.push(await engine.post("x").then(() => globalThis.told));
      return heard.join();
    })()`;
      equal(
        await stage.ask(label, heard),
        Array.from({ length: 20 }, (_, index) => index + 1).join(),
      );
    },
  ),
  inWindow("a tool answers what scripts ask, and nothing is shown", async (stage, label) => {
    const { calls } = stage.platform;
    await calls["page.holdPrompts"]({ holds: true });
    const questions = "alert('first'), confirm('second?'), prompt('third?', 'given'), prompt('4?')";
    const asked = stage.ask(label, `JSON.stringify([${questions}])`);
    for (const [text, given, answer] of [
      ["first", "", ""],
      ["second?", "", ""],
      ["third?", "given", "typed"],
      ["4?", "", null],
    ] as const) {
      const prompt = await stage.until(text, () => openPrompt(stage, text));
      deepEqual([prompt.window, prompt.given], [label, given]);
      await calls["page.answerPrompt"]({ prompt: prompt.prompt, text: answer });
    }
    equal(await asked, '[null,true,"typed",null]');
    await calls["page.holdPrompts"]({ holds: false });
  }),
  // Windows ends a text there. The bridge's own messages have none: JSON spells it.
  inWindow("messages carry the null character", async (stage, label) => {
    stage.answerMessages((text) => JSON.stringify(text));
    for (const text of ["\0", "a\0b"]) equal(JSON.parse(await stage.send(label, text)), text);
  }),
  inWindow(
    "a page whose process dies is loaded again, and later where it dies at once",
    async (stage, label) => {
      const closedCount = (): number =>
        stage.emitted.filter(
          ({ event, payload }) =>
            event === "page.closed" && "window" in payload && payload.window === label,
        ).length;
      const crashes = (): unknown[] =>
        stage.emitted.filter(({ event }) => event === "page.crashed").map(({ payload }) => payload);
      stage.endWebProcess(label);
      await stage.until("word of it", () => crashes()[0]);
      equal(openedIn(stage, label).length, 1);
      void stage.platform.calls["page.recover"]({ window: label, recovery: "by-default" });
      await stage.until("the page again", () => openedIn(stage, label)[1]);
      equal(await stage.send(label, "back"), "answer to back");
      stage.endWebProcess(label);
      await stage.until("its end", () => closedCount() === 2 || undefined);
      await stage.until("word of it", () => crashes()[1]);
      deepEqual(
        crashes().map((crash) => (crash as { window: string }).window),
        [label, label],
      );
      void stage.platform.calls["page.recover"]({ window: label, recovery: "by-default" });
      equal(openedIn(stage, label).length, 2);
      await stage.until(
        "the page, ten seconds after it was loaded",
        () => openedIn(stage, label)[2],
      );
      equal(await stage.send(label, "back"), "answer to back");
    },
  ),
  {
    name: "a page whose process dies before it is shown is loaded again, and is there when it is answered",
    async run(stage) {
      const { calls } = stage.platform;
      stage.answerMessages((text) => `answer to ${text}`);
      const page = stage.files.get("/") ?? "";
      const spec = plainWindow(stage.page);
      stage.files.delete("/");
      const before = stage.emitted.length;
      await calls["window.create"](spec);
      await stage.until("the request", () => requestSince(stage, before));
      stage.files.set("/", page);
      stage.endWebProcess(spec.label);
      await stage.until("the page", () => openedIn(stage, spec.label)[0]);
      equal(await stage.send(spec.label, "hello"), "answer to hello");
      await calls["window.destroy"]({ window: spec.label });
    },
  },
  ...(["first", "next"] as const).map((which): WebKitCase => ({
    name: `an app thread that follows one which has not answered for the ${which} page of a window loads that page`,
    async run(stage) {
      const { calls } = stage.platform;
      stage.answerMessages((text) => `answer to ${text}`);
      const page = stage.files.get("/") ?? "";
      const spec = plainWindow(stage.page);
      if (which === "next") await openWindow(stage, spec);
      stage.files.delete("/");
      const before = stage.emitted.length;
      if (which === "next") stage.reload(spec.label);
      else await calls["window.create"](spec);
      await stage.until("the request", () => requestSince(stage, before));
      await calls["app.begin"](stageApp);
      stage.files.set("/", page);
      await calls["window.create"](spec);
      await calls["app.ready"]({});
      const count = which === "next" ? 2 : 1;
      await stage.until("the page", () => openedIn(stage, spec.label)[count - 1]);
      // A refused call would have been reported by now.
      await stage.pause(200);
      equal(await stage.send(spec.label, "hello"), "answer to hello");
      equal(openedIn(stage, spec.label).length, count);
      await calls["window.destroy"]({ window: spec.label });
    },
  })),
];

const privateSchemes: readonly WebKitCase[] = (
  [
    ["gives a page what it is for", "asset", "shown"],
    // The engine's rules take no such letter.
    ["gives nothing when the engine does not take the rules", "ässet", "refused"],
  ] as const
).map(([what, other, expected]) => ({
  name: `a private scheme ${what}`,
  async run(stage) {
    const pages = ["framework://localhost/*"];
    const label = await openWindow(stage, {
      privateSchemes: [
        { scheme: "asset", pages },
        { scheme: other, pages },
      ],
    });
    stage.files.set("/part.js", "1;");
    const shown = await stage.ask(
      label,
      `new Promise((resolve) => {
        const script = document.createElement("script");
        script.onload = () => resolve("shown");
        script.onerror = () => resolve("refused");
        script.src = "asset://localhost/part.js";
        document.documentElement.append(script);
      })`,
    );
    stage.files.delete("/part.js");
    await stage.platform.calls["window.destroy"]({ window: label });
    equal(shown, expected);
  },
}));

/** The cases that every platform with a WebKit engine passes. */
export const webKitCases: readonly WebKitCase[] = [
  ...keyCases,
  ...privateSchemes,
  ...requestCases,
  ...lifeCases,
];
