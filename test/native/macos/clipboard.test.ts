import { expect, test } from "bun:test";
import { theClipboard } from "../../../harness/objective-c/app-kit/ns-pasteboard.ts";
import { readClipboard, writeClipboard } from "../../../src/native/macos/clipboard.ts";
import { onMac } from "./cases/mac-desktop.ts";

onMac();

test("text written to the clipboard is read from it", () => {
  for (const text of ["text", "a\r\nb\rc\nd\r", "“é ✓ 😀”\n<b>%@", "x".repeat(3_000_000), ""]) {
    writeClipboard(text);
    expect(readClipboard()).toBe(text);
  }
});

test("a text in the clipboard takes the place of all that was there", () => {
  theClipboard().takenBy({ "public.rtf": "{}", NSPasteboardTypeString: "before" });
  writeClipboard("after");
  expect([...theClipboard().texts.values()]).toEqual(["after"]);
});

test("text that C cannot hold arrives as the replacement character", () => {
  writeClipboard("a\0b\ud800");
  expect(readClipboard()).toBe("a\u{fffd}b\u{fffd}");
});

test("a clipboard without a text has none", () => {
  theClipboard().takenBy({ "public.png": "…" });
  expect(readClipboard()).toBeNull();
});

test("a clipboard that does not take the text is an error", () => {
  theClipboard().isBroken = true;
  try {
    expect(() => writeClipboard("text")).toThrow(expect.objectContaining({ code: "unavailable" }));
  } finally {
    theClipboard().isBroken = false;
  }
});
