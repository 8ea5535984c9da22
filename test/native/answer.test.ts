// What the ui thread says of calls that nobody waits for.

import { expect, spyOn, test } from "bun:test";
import { FrameworkError } from "../../src/contract/errors.ts";
import type { Platform } from "../../src/native/platform.ts";
import { answer } from "../../src/native/start.ts";

/** What standard error hears when a `tell` fails so. */
function saidOf(error: Error): readonly string[] {
  const said: string[] = [];
  using _ = spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
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
  return said;
}

test("a window that closes while it is told something is no failure", () => {
  expect(saidOf(new FrameworkError("not-found", 'Cannot find window "gone": want an open one'))).toEqual([]);
});

test("any other failure is reported", () => {
  expect(saidOf(new Error("Cannot do this"))).toEqual([
    "framework: window.setScripts failed: Cannot do this\n",
  ]);
});
