import { expect, test } from "bun:test";
import { SpareView } from "../../src/native/shell/view/spare-view.ts";

/** A system whose turns, times and shortage of memory the test controls. */
function someSystem() {
  const views: { number: number; state: "new" | "started" | "closed" }[] = [];
  const idle: (() => void)[] = [];
  let waiting: { milliseconds: number; task: () => void } | null = null;
  let runShort = (): void => {};
  const spare = new SpareView({
    make: () => {
      const view = { number: views.length + 1, state: "new" as "new" | "started" | "closed" };
      views.push(view);
      return {
        number: view.number,
        startProcess: () => void (view.state = "started"),
        close: () => void (view.state = "closed"),
      };
    },
    whenIdle: (task) => void idle.push(task),
    later: (milliseconds, task) => {
      waiting = { milliseconds, task };
      return () => void (waiting = null);
    },
    whenMemoryIsShort: (task) => void (runShort = task),
  });
  return {
    spare,
    /** A window opens and its page is there; then there is nothing to do. */
    open(isWanted = true): number {
      const { number } = spare.take();
      spare.prepare(() => isWanted);
      for (const task of idle.splice(0)) task();
      return number;
    },
    states: () => views.map(({ number, state }) => `${number} ${state}`),
    waits: () => waiting?.milliseconds ?? null,
    pass: () => waiting?.task(),
    runShort: () => runShort(),
  };
}

test("an app with one window makes no view for a second one", () => {
  const system = someSystem();
  system.spare.start();
  system.open();
  expect(system.states()).toEqual(["1 started"]);
});

test("from the second window on the next one is ready", () => {
  const system = someSystem();
  expect([system.open(), system.open(), system.open()]).toEqual([1, 2, 3]);
  expect(system.states()).toEqual(["1 new", "2 new", "3 started", "4 started"]);
});

test("it is let go of when no window was opened for five minutes, and made again by the next", () => {
  const system = someSystem();
  system.open();
  system.open();
  expect(system.waits()).toBe(300_000);
  system.pass();
  expect(system.states()).toEqual(["1 new", "2 new", "3 closed"]);
  system.open();
  expect(system.states().at(-1)).toBe("5 started");
});

test("a window that takes it calls the waiting off", () => {
  const system = someSystem();
  system.open();
  system.open();
  system.spare.take();
  expect(system.waits()).toBeNull();
});

test("it is let go of when memory is short", () => {
  const system = someSystem();
  system.open();
  system.open();
  system.runShort();
  expect(system.states().at(-1)).toBe("3 closed");
  expect(system.waits()).toBeNull();
});

test("it is not made when all windows have closed meanwhile", () => {
  const system = someSystem();
  system.open();
  system.open(false);
  expect(system.states()).toEqual(["1 new", "2 new"]);
});
