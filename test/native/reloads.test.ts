// The result for a page whose web process ends.

import { afterAll, beforeEach, expect, spyOn, test } from "bun:test";
import { Reloads } from "../../src/native/shell/view/reloads.ts";

const clock = spyOn(performance, "now");
const log = spyOn(process.stderr, "write").mockImplementation(() => true);
beforeEach(() => void log.mockClear());
afterAll(() => {
  clock.mockRestore();
  log.mockRestore();
});

/** A page, and a loop that comes to its tasks when the clock is moved. */
function page() {
  let now = 0;
  let tasks: { readonly at: number; readonly run: () => void }[] = [];
  const state = { isShown: false, isEnding: false, loads: [] as number[] };
  const reloads = new Reloads({
    later(milliseconds, run) {
      const task = { at: now + milliseconds, run };
      tasks.push(task);
      return () => void (tasks = tasks.filter((other) => other !== task));
    },
    isShown: () => state.isShown,
    isEnding: () => state.isEnding,
    reload: () => void state.loads.push(now / 1000),
  });
  const at = (second: number, act: () => void = () => {}) => {
    for (;;) {
      const next = tasks.find((task) => task.at <= second * 1000);
      if (next === undefined) break;
      tasks = tasks.filter((task) => task !== next);
      clock.mockReturnValue((now = next.at));
      next.run();
    }
    clock.mockReturnValue((now = second * 1000));
    act();
  };
  return { state, reloads, at, end: () => reloads.processEnded("main") };
}

test("it is not loaded again, without a word, when a signal ends the app and all its processes", () => {
  const { state, at, end } = page();
  state.isEnding = true;
  at(100, end);
  expect(state.loads).toEqual([]);
  expect(log).not.toHaveBeenCalled();
});

test("it is loaded again at once, and ten seconds after that where it ends again", () => {
  const { state, at, end } = page();
  at(100, end);
  at(102, end);
  at(103, end);
  at(115, end);
  at(130);
  expect(state.loads).toEqual([100, 110, 120]);
  expect(log.mock.calls.map(([line]) => line)).toEqual(
    [
      "",
      " in 8 s, as it was not long ago",
      " in 7 s, as it was not long ago",
      " in 5 s, as it was not long ago",
    ].map(
      (when) =>
        `framework: the web process of window "main" ended: loading the page again${when}\n`,
    ),
  );
});

test("a page that is there by then, as one that its window was sent to, stays", () => {
  const { state, at, end } = page();
  at(100, end);
  at(102, end);
  state.isShown = true;
  at(130);
  expect(state.loads).toEqual([100]);
});

test("a view that has gone loads nothing", () => {
  const { state, reloads, at, end } = page();
  at(100, end);
  at(102, end);
  at(103, () => reloads.close());
  at(130);
  expect(state.loads).toEqual([100]);
});

test("a page that six loads in a row do not bring back is given up, with the reason; one that recovered is not", () => {
  const { state, at, end } = page();
  for (let second = 100; second <= 170; second += 11) at(second, end);
  expect(state.loads).toEqual([100, 111, 122, 133, 144, 155]);
  expect(log.mock.lastCall?.[0]).toStartWith(
    'framework: the web process of window "main" ended again: its page is not loaded any more. Memory, or',
  );

  const calm = page();
  for (let second = 100; second <= 1300; second += 100) calm.at(second, calm.end);
  expect(calm.state.loads).toHaveLength(13);
});
