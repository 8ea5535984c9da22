// The time that an app has to end if its own code may never return.

import { expect, spyOn, test } from "bun:test";
import type { ToApp } from "../../src/contract/page/message.ts";
import { EndLimit, endPatience, overdueCode } from "../../src/native/shell/end-limit.ts";
import { managersPatience } from "../../src/native/linux/clipboard.ts";

/** An app thread that accepts its messages, unless it hangs, and a clock that a test sets. */
function started(...windows: readonly string[]) {
  const ends: number[] = [];
  const tasks: (() => void)[] = [];
  const app = { sent: 0, taken: 0, hangs: false, isCurrent: true };
  const limit = new EndLimit({
    later: (milliseconds, task) => {
      expect(milliseconds).toBe(endPatience);
      tasks.push(task);
    },
    end: (code) => void ends.push(code),
  });
  for (const window of windows) limit.opened(window);
  const happen = (message: { readonly event: string; readonly payload: unknown }): void => {
    app.sent++;
    if (!app.hangs) app.taken = app.sent;
    const receiver = { sent: app.sent, hasTaken: (count: number) => app.taken >= count };
    limit.happened(
      { kind: "event", ...message } as ToApp & { kind: "event" },
      receiver,
      () => app.isCurrent,
    );
  };
  const say = spyOn(process.stderr, "write").mockReturnValue(true);
  const passTime = (): void => {
    for (const task of tasks.splice(0)) task();
    say.mockRestore();
  };
  const press = (window: string): void =>
    happen({ event: "window.closeRequested", payload: { window } });
  const closed = (window: string): void => happen({ event: "window.closed", payload: { window } });
  return { app, limit, happen, press, closed, passTime, ends };
}

test("an app that is asked to end, or says that it ends, ends in time, once", () => {
  const asked = started("main");
  for (const reason of ["SIGTERM", "the end of the session"])
    asked.happen({ event: "app.terminate", payload: { reason } });
  asked.limit.received("ending");
  asked.passTime();
  expect(asked.ends).toEqual([overdueCode]);

  const says = started("main");
  says.limit.received("ending");
  says.passTime();
  expect(says.ends).toEqual([overdueCode]);
});

test("the close button of the last window ends an app that hangs, and no other", () => {
  for (const [hangs, ends] of [
    [true, [overdueCode]],
    [false, []],
  ] as const) {
    const { app, press, passTime, ends: all } = started("main");
    app.hangs = hangs;
    press("main");
    passTime();
    expect(all).toEqual([...ends]);
  }
});

test("so does the end of its last window", () => {
  const { app, closed, passTime, ends } = started("main");
  app.hangs = true;
  closed("main");
  passTime();
  expect(ends).toEqual([overdueCode]);
});

test("an app with another window, or that goes on without, is not ended", () => {
  const two = started("main", "other");
  two.app.hangs = true;
  two.press("main");
  two.passTime();
  const tray = started("main");
  tray.limit.received("stays without windows");
  tray.app.hangs = true;
  tray.press("main");
  tray.passTime();
  const late = started("main");
  late.app.hangs = true;
  late.press("main");
  late.limit.opened("other");
  late.passTime();
  expect([two.ends, tray.ends, late.ends]).toEqual([[], [], []]);
});

test("an app thread that was replaced meanwhile ends nothing", () => {
  const { app, press, passTime, ends } = started("main");
  app.hangs = true;
  press("main");
  app.isCurrent = false;
  passTime();
  expect(ends).toEqual([]);
});

test("an app whose own code hangs ends within 5 s, and a hanging clipboard manager does not add to them", () => {
  expect(endPatience + managersPatience).toBeLessThan(5000);
});
