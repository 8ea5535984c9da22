import { expect, test } from "bun:test";
import { Progress } from "../../src/cli/progress.ts";
import { recordedTerminal } from "../config/terminal.ts";

/**
 * What is written while a step tells that it is half done, then ends; without colour and with times
 * as "<time>".
 */
async function written(showsTimes: boolean, fails = false): Promise<string> {
  const terminal = recordedTerminal("/");
  const step = new Progress(terminal, showsTimes).step("Packing", (tell) => {
    tell(0.502);
    tell(0.509);
    if (fails) throw new Error("no space left");
  });
  await step.catch(() => null);
  return terminal.written.err
    .replaceAll("\r\x1b[K", "<line again>")
    .replace(/[\d.]+ s\n/, "<time>\n");
}

test("somebody who watches sees how much of a step is done, then its time", async () => {
  expect(await written(true)).toBe(
    "Packing … <line again>Packing … 50 %<line again>Packing … <time>\n",
  );
  expect(await written(true, true)).toBe(
    "Packing … <line again>Packing … 50 %<line again>Packing … failed\n",
  );
});

test("a log has one plain line for a step", async () => {
  expect(await written(false)).toBe("Packing\n");
});
