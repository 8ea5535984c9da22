import { expect, test } from "bun:test";
import { isFileName } from "../../../src/bundler/windows/file-name.ts";

test("no device of Windows is a file, in whatever case and with whatever ending", () => {
  const numbered = Array.from("0123456789¹²³", (digit) => [
    `com${digit}`,
    `LPT${digit}.txt`,
  ]).flat();
  const devices = ["con", "prn", "aux", "nul", "NUL.tar.gz", ...numbered];
  expect(devices.filter(isFileName)).toEqual([]);
  const files = ["null", "console", "com", "com10", "lpt", "my.con", "a nul", ".nul"];
  expect(files.filter(isFileName)).toEqual(files);
});

test("a name may not hold what means something else, nor end in a dot or a blank", () => {
  const characters = Array.from('<>:"|?*\\\0\x01\t\n\x1f', (character) => `a${character}b`);
  const refused = [...characters, "a.", "a ", "...", " "];
  expect(refused.filter(isFileName)).toEqual([]);
  expect([".a", " a", "a b", "a..b"].filter((name) => !isFileName(name))).toEqual([]);
});
