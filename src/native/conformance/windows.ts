import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import type { WindowOperation } from "../../contract/ui/index.ts";
import type { Theme, WindowState } from "../../contract/window/window.ts";
import type { ConformanceCase } from "./stage.ts";
import { destroy, endOf, inWindow, opened, openWindow, plainWindow } from "./plain-window.ts";

export const windowCases: readonly ConformanceCase[] = [
  inWindow("closing a window asks the app, and nothing else happens", async (stage, label) => {
    stage.closeWindow(label);
    await stage.until("the question", () => endOf(stage, label)[0]);
    deepEqual(endOf(stage, label), ["window.closeRequested"]);
    equal(await stage.send(label, "still here"), "answer to still here");
  }),
  inWindow("a page that has nothing against it lets its window close", async (stage, label) => {
    equal(await stage.platform.calls["window.mayClose"]({ window: label }), true);
    deepEqual(endOf(stage, label), []);
  }),
  inWindow("a destroyed window reports its document's end, then its own", async (stage, label) => {
    const [sender] = opened(stage, label);
    const before = stage.emitted.length;
    await destroy(stage, label);
    const ends = stage.emitted.slice(before).filter(({ event }) => event.endsWith(".closed"));
    deepEqual(ends, [
      { event: "page.closed", payload: { window: label, document: sender?.document } },
      { event: "window.closed", payload: { window: label } },
    ]);
  }),
  inWindow(
    "a label is taken while its window is open, and free afterwards",
    async (stage, label) => {
      const spec = plainWindow(stage.page, label);
      throws(() => stage.platform.calls["window.create"](spec), { code: "already-exists" });
      await destroy(stage, label);
      throws(() => stage.platform.calls["window.destroy"]({ window: label }), {
        code: "not-found",
      });
      await stage.platform.calls["window.create"](spec);
      await stage.until("the second window's page", () => opened(stage, label)[1]);
      await destroy(stage, label);
    },
  ),
  inWindow("the effect of an operation can be read, and is reported", async (stage, label) => {
    const { calls } = stage.platform;
    const apply = (operation: WindowOperation) =>
      calls["window.apply"]({ window: label, operation });
    await apply({ name: "setTitle", value: "another “title”" });
    await apply({ name: "setSize", value: { type: "Physical", width: 350, height: 250 } });
    const state = await stage.until("the size", () => {
      const read = calls["window.read"]({ window: label }) as WindowState;
      return read.innerSize.width === 350 ? read : undefined;
    });
    deepEqual([state.title, state.innerSize], ["another “title”", { width: 350, height: 250 }]);
    const resized = await stage.until("the event", () =>
      stage.emitted.findLast(
        (item) => item.event === "window.resized" && item.payload.window === label,
      ),
    );
    deepEqual(resized.payload, { window: label, size: { width: 350, height: 250 } });
    await apply({ name: "setResizable", value: false });
    await apply({ name: "setDecorations", value: false });
    const { isResizable, isDecorated, isVisible } = (await calls["window.read"]({
      window: label,
    })) as WindowState;
    deepEqual([isResizable, isDecorated, isVisible], [false, false, true]);
  }),
  inWindow("a theme is that of all windows until it is taken back", async (stage, label) => {
    const { calls } = stage.platform;
    const other = await openWindow(stage);
    const theme = async (window: string): Promise<Theme> =>
      (await calls["window.read"]({ window })).theme;
    const own = await theme(label);
    const heard = () =>
      stage.emitted.flatMap((item) =>
        item.event === "window.themed" && item.payload.window === other ? [item.payload.theme] : [],
      );
    for (const value of ["dark", "light", null] as const) {
      const operation: WindowOperation = { name: "setTheme", value };
      await calls["window.apply"]({ window: label, operation });
      for (const window of [label, other]) equal(await theme(window), value ?? own);
    }
    const changes = (["dark", "light", own] as const).filter(
      (each, index, all) => each !== (all[index - 1] ?? own),
    );
    await stage.until("the events", () => heard().length >= changes.length || undefined);
    deepEqual(heard(), changes);
    await destroy(stage, other);
  }),
  {
    name: "a window that waits for its page is shown when that is complete",
    async run(stage) {
      stage.answerMessages((text) => `answer to ${text}`);
      const spec = { ...plainWindow(stage.page), showWhenPainted: true };
      const { calls } = stage.platform;
      await calls["window.create"](spec);
      const isComplete = () =>
        stage.emitted.some(
          ({ event, payload }) =>
            event === "page.loadChanged" &&
            payload.window === spec.label &&
            payload.stage === "finished",
        );
      const isVisible = () =>
        (calls["window.read"]({ window: spec.label }) as WindowState).isVisible;
      await stage.until("the window", () => {
        // The page first: it may become complete in between.
        const wasComplete = isComplete();
        if (!isVisible()) return undefined;
        ok(wasComplete || isComplete(), "it is on the screen before its page");
        return true;
      });
      await destroy(stage, spec.label);
    },
  },
  inWindow("an icon that is no picture is refused", async (stage, label) => {
    const operation = { name: "setIcon", value: new Uint8Array() } as const;
    const set = async (): Promise<void> =>
      stage.platform.calls["window.apply"]({ window: label, operation });
    await rejects(set(), { code: "bad-argument" });
  }),
  inWindow("a window is on one of the monitors", async (stage, label) => {
    const { all, current } = await stage.platform.calls["monitors.read"]({ window: label });
    const monitor = all[current ?? -1];
    ok(
      monitor !== undefined && monitor.size.width > 0 && monitor.scaleFactor > 0,
      "the monitor is not in the list",
    );
  }),
  inWindow("windows that are not open are not found", async (stage) => {
    const window = "nobody";
    const { calls } = stage.platform;
    for (const run of [
      async () => calls["window.apply"]({ window, operation: { name: "show", value: null } }),
      async () => calls["window.mayClose"]({ window }),
      async () => calls["window.read"]({ window }),
      async () => calls["monitors.read"]({ window }),
      async () => calls["window.setScripts"]({ window, scripts: [] }),
    ]) {
      await rejects(run(), { code: "not-found" });
    }
  }),
];
