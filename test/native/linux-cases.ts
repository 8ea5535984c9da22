import { deepEqual, equal, ok } from "node:assert/strict";
import { heldObjects } from "../../src/native/ffi/held.ts";
import { keyCases } from "./key-cases.ts";
import { evaluate, inWindow, openedIn, openWindow, type LinuxCase } from "./linux-case.ts";
import { openCases } from "./open-cases.ts";
import { requestCases } from "./request-cases.ts";
import { saveCases } from "./save-cases.ts";
import { endWebProcess } from "./toolkit.ts";

const lifeCases: readonly LinuxCase[] = [
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
  // Windows ends a text there. The bridge's own messages have none: JSON spells it.
  inWindow("messages carry the null character", async (stage, label) => {
    stage.answerMessages((text) => JSON.stringify(text));
    for (const text of ["\0", "a\0b"]) equal(JSON.parse(await stage.send(label, text)), text);
  }),
  inWindow("a page whose process dies is loaded again, once", async (stage, label) => {
    const closedCount = (): number =>
      stage.emitted.filter(
        ({ event, payload }) => event === "page.closed" && "window" in payload && payload.window === label,
      ).length;
    endWebProcess(label);
    await stage.until("the page again", () => openedIn(stage, label)[1]);
    equal(await stage.send(label, "back"), "answer to back");
    endWebProcess(label);
    await stage.until("its end", () => closedCount() === 2 || undefined);
    await stage.pause(300); // long enough for a load, which must not come
    equal(openedIn(stage, label).length, 2);
  }),
  inWindow("fifty dialogs and twenty windows leave nothing behind", async (stage, label) => {
    const before = { ...heldObjects(), turns: 0, views: 0 };
    for (let count = 0; count < 50; count++) {
      const id = 100_000 + count;
      const request = {
        id,
        window: label,
        title: `dialog ${id}`,
        text: "",
        kind: "info",
        buttons: [{ stock: "ok" }],
      } as const;
      const answer = stage.platform.calls["dialog.message"](request);
      await stage.until("the dialog", () => stage.isShown(id) || undefined);
      stage.pressButton(id, 0);
      await answer;
    }
    for (let count = 0; count < 20; count++) {
      const other = await openWindow(stage);
      await stage.platform.calls["window.destroy"]({ window: other });
    }
    deepEqual({ ...heldObjects(), turns: 0, views: 0 }, before);
    ok((heldObjects()["views"] ?? 0) <= 2, "only this window's view and the spare one are left");
  }),
];

const privateSchemes: readonly LinuxCase[] = (
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

/** The cases of Linux alone. */
export const linuxCases: readonly LinuxCase[] = [
  ...keyCases,
  ...privateSchemes,
  ...requestCases,
  ...lifeCases,
  ...saveCases,
  ...openCases,
];
