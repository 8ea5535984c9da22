// Files that change because the app was restarted.

import { expect, test } from "bun:test";
import { RepeatedWrites } from "../../../src/cli/dev/repeated-writes.ts";

/**
 * Changes of a file, each so long after the restart that the one before led to, in milliseconds.
 */
function followed(file: (index: number) => string, gaps: readonly number[]): readonly string[] {
  let time = 0;
  const repeated = new RepeatedWrites(() => time);
  repeated.restarted();
  return gaps.map((gap, index) => {
    time += gap;
    const {
      followed: [one],
      stopped,
    } = repeated.judge([file(index)]);
    if (one !== undefined) {
      repeated.restarting();
      time += 150;
      repeated.restarted();
    }
    return one === undefined ? `stopped${stopped.length > 0 ? ", and told" : ""}` : "followed";
  });
}
const always = (count: number, gap: number): number[] => Array.from({ length: count }, () => gap);

test("data that changes with each restart is followed no more at the fourth time, which is reported once", () => {
  const ended = ["followed", "followed", "followed", "stopped, and told", "stopped", "stopped"];
  expect(followed(() => "/a/state.json", always(6, 50))).toEqual(ended);
  expect(followed((index) => `/a/uploads/${index}c2b5f6a-${index}.png`, always(6, 50))).toEqual(
    ended,
  );
  expect(followed(() => "/a/code.ts", always(6, 50))).toEqual(ended);
});

test("data that an app writes every few seconds is followed no more after a while", () => {
  expect(followed(() => "/a/state.json", always(17, 3000)).indexOf("stopped, and told")).toBe(15);
});

test("an author who saves every second is followed for ever", () => {
  expect(new Set(followed(() => "/a/style.css", always(100, 850)))).toEqual(new Set(["followed"]));
});

test("a stopped file is followed when it was left alone, and stopped by one more change of the app's", () => {
  expect(
    followed(() => "/a/state.json", [...always(4, 50), 9000, 11_000, 50, 50]).slice(3),
  ).toEqual(["stopped, and told", "stopped", "followed", "stopped", "stopped"]);
});
