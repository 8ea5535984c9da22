// The ui thread's reports about calls that are not awaited.

import { expect, spyOn, test } from "bun:test";
import { FrameworkError } from "../../src/contract/errors.ts";
import type { Platform } from "../../src/native/platform.ts";
import { answer } from "../../src/native/start.ts";

/** The output on standard error when a `tell` fails in this way. */
function outputOf(error: Error): readonly string[] {
  const output: string[] = [];
  using _ = spyOn(process.stderr, "write").mockImplementation(
    (text) => output.push(String(text)) > 0,
  );
  const calls = {
    "window.setScripts": () => {
      throw error;
    },
  };
  answer(
    { calls } as unknown as Platform,
    { id: 0, call: "window.setScripts", args: { window: "gone", scripts: [] } },
    () => expect.unreachable(),
  );
  return output;
}

test("a window that closes while a call is on its way to it is no failure", () => {
  expect(
    outputOf(new FrameworkError("not-found", 'Cannot find window "gone": want an open one')),
  ).toEqual([]);
});

test("any other failure is reported", () => {
  expect(outputOf(new Error("Cannot do this"))).toEqual([
    "framework: window.setScripts failed: Cannot do this\n",
  ]);
});
