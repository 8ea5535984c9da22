import { equal, rejects } from "node:assert/strict";
import { message, shown } from "./plain-dialog.ts";
import { stageApp, type ConformanceCase } from "./stage.ts";
import { endOf, inWindow, openWindow, opened, plainWindow } from "./plain-window.ts";

export const threadCases: readonly ConformanceCase[] = [
  inWindow(
    "an app thread that follows another adopts the windows it wants, and no other",
    async (stage, label) => {
      const { calls } = stage.platform;
      const other = await openWindow(stage);
      stage.answerMessages(null);
      stage.send(label, "to the old one").catch(() => {});
      const dialog = message(label);
      const asked = calls["dialog.message"](dialog);
      await shown(stage, dialog);

      await calls["app.begin"](stageApp);
      equal(await asked, dialog.buttons.length - 1);
      stage.answerMessages((text) => `new answer to ${text}`);
      await calls["window.create"](plainWindow(stage.page, label));
      await calls["app.ready"]({});
      await stage.until("another document", () =>
        opened(stage, label).length > 1 ? true : undefined,
      );
      await stage.until("the end of the other window", () =>
        endOf(stage, other).includes("window.closed") ? true : undefined,
      );
      equal(await stage.send(label, "hello"), "new answer to hello");
      const again = async (): Promise<void> =>
        calls["window.create"](plainWindow(stage.page, label));
      await rejects(again(), { code: "already-exists" });
    },
  ),
];
