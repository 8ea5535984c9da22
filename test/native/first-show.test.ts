// When a window is shown that waits for its first page.

import { expect, test } from "bun:test";
import type { UiEvents } from "../../src/contract/ui/index.ts";
import { FirstShow } from "../../src/native/shell/window/first-show.ts";

interface Stage {
  readonly firstShow: FirstShow;
  /** The page of the window reports this. */
  readonly load: (stage: UiEvents["page.loadChanged"]["stage"]) => void;
  /** The app thread's events, and the showing of the window, in order. */
  readonly happened: readonly string[];
  /** The time for which it waits at most is over. */
  readonly timeIsUp: () => void;
}

function staged(): Stage {
  const happened: string[] = [];
  let task: (() => void) | null = null;
  const later = (_: number, run: () => void) => {
    task = run;
    return () => void (task = null);
  };
  const firstShow = new FirstShow(() => happened.push("shown"), { later });
  const events = firstShow.watching({ emit: (event) => happened.push(event) });
  return {
    firstShow,
    happened,
    load: (stage) => events.emit("page.loadChanged", { window: "main", url: "", stage }),
    timeIsUp: () => task?.(),
  };
}

test("it is shown when its page is complete, and once", () => {
  const { load, happened, timeIsUp } = staged();
  load("started");
  load("finished");
  load("finished");
  timeIsUp();
  expect(happened).toEqual(["page.loadChanged", "page.loadChanged", "shown", "page.loadChanged"]);
});

test("it is shown without its page when that takes too long", () => {
  const { load, happened, timeIsUp } = staged();
  timeIsUp();
  load("finished");
  expect(happened).toEqual(["shown", "page.loadChanged"]);
});

test("it is not shown once the app has shown or hidden it, or it has gone", () => {
  const { firstShow, load, happened, timeIsUp } = staged();
  firstShow.end();
  load("finished");
  timeIsUp();
  expect(happened).toEqual(["page.loadChanged"]);
});
