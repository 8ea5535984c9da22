import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { unchangedMappings } from "../../src/native/linux/start-pages.ts";

const kilobytes = (field: string, value: number): string =>
  `${field}:`.padEnd(16) + `${String(value).padStart(8)} kB\n`;

/** A mapping in the kernel's format. */
const mapping = (first: string, anonymous = 0, resident = 20): string =>
  [
    `${first}\n`,
    kilobytes("Size", 24),
    kilobytes("Rss", resident),
    kilobytes("Pss", resident),
    kilobytes("Anonymous", anonymous),
    "VmFlags: rd mr mw me\n",
  ].join("");

const at = (...mappings: readonly string[]): number[] =>
  unchangedMappings(mappings.join("")).map(({ from }) => from);

test("code and constants of files are found, with their length", () => {
  const code = mapping("00400000-00402000 r-xp 00000000 fe:00 12 /usr/bin/a program");
  const constants = mapping("7f0000000000-7f0000001000 r--p 00001000 fe:00 13 /usr/lib/libx.so.1");
  expect(unchangedMappings(code + constants)).toEqual([
    { from: 0x400000, length: 0x2000 },
    { from: 0x7f0000000000, length: 0x1000 },
  ]);
});

test("memory that is writable, shared, without a file or changed by the loader is left alone", () => {
  expect(
    at(
      mapping("00400000-00401000 rw-p 00000000 fe:00 12 /usr/bin/program"),
      mapping("00401000-00402000 rwxp 00000000 fe:00 12 /usr/bin/program"),
      mapping("00402000-00403000 r--s 00000000 fe:00 12 /usr/share/icons/cache"),
      mapping("00403000-00404000 r-xp 00000000 00:00 0 [vdso]"),
      mapping("00404000-00405000 r--p 00000000 00:00 0 "),
      mapping("00405000-00406000 r--p 00000000 fe:00 12 /usr/lib/libx.so.1", 4),
    ),
  ).toEqual([]);
});

test("a nearly empty mapping is left out, and the one that follows it is found", () => {
  const small = mapping("00400000-00401000 r-xp 00000000 fe:00 12 /usr/bin/program", 0, 8);
  const changed = mapping("00401000-00402000 r--p 00000000 fe:00 12 /usr/bin/program", 4);
  const large = mapping("00402000-00403000 r--p 00000000 fe:00 12 /usr/bin/program", 0, 1000);
  expect(at(small, changed, large)).toEqual([0x402000]);
});

test("this process has some, and they do not overlap what it has written", () => {
  expect(unchangedMappings(readFileSync("/proc/self/smaps", "latin1")).length).toBeGreaterThan(5);
});
