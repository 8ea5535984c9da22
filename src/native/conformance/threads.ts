import { deepEqual, equal, rejects } from "node:assert/strict";
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
  inWindow(
    "where pages are kept, a page goes on with the next app thread, and its calls are refused",
    async (stage, label) => {
      const { calls } = stage.platform;
      const profile = { name: "kept", forgetsWorkers: false, keepsPages: true };
      await calls["app.ready"]({});
      const later = await openWindow(stage);
      stage.answerMessages(null);
      const refused = stage.send(label, "to the old one");
      await stage.until("the message", () =>
        stage.emitted.some(
          ({ event, payload }) =>
            event === "page.message" &&
            payload.sender.window === label &&
            payload.text === "to the old one",
        )
          ? true
          : undefined,
      );
      await calls["app.begin"]({ ...stageApp, profile });
      equal((JSON.parse(await refused) as { error: { code: string } }).error.code, "restarted");
      stage.answerMessages((text) => `new answer to ${text}`);
      await calls["window.create"](plainWindow(stage.page, label));
      // The previous app thread opened it, after it was ready.
      deepEqual(await calls["app.ready"]({}), [later]);
      const kept = stage.emitted.flatMap(({ event, payload }) =>
        event === "page.kept" ? [[payload.sender.window, payload.epoch] as const] : [],
      );
      deepEqual(kept, [
        [label, 1],
        [later, 1],
      ]);
      equal(await stage.send(label, "hello"), "new answer to hello");
      equal(await stage.send(later, "hello"), "new answer to hello");
      equal(opened(stage, label).length, 1);
      await calls["window.destroy"]({ window: later });
    },
  ),
];
