import { expect, test } from "bun:test";
import { escapeControlCharacters } from "../../src/cli/terminal.ts";

test("a terminal is given text, the colours of reports, and what begins a line again", () => {
  for (const text of [
    "plain\ttext\r\n\u00e9 \u{1f600}\n",
    "\x1b[31merror\x1b[0m \x1b[32msuccess\x1b[0m \x1b[1mstrong\x1b[0m",
    "\r\x1b[KPacking 50 %",
  ])
    expect(escapeControlCharacters(text)).toBe(text);
  expect(escapeControlCharacters("a\r\x1b[Kb")).toBe("a\\u000d\\u001b[Kb");
  expect(escapeControlCharacters("\x1b[8ma\x1b[2Jb\x1b]0;title\x07\x9b1A\x7f\u202e")).toBe(
    "\\u001b[8ma\\u001b[2Jb\\u001b]0;title\\u0007\\u009b1A\\u007f\\u202e",
  );
});
