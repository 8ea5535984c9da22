import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { missingGnustep } from "../../../harness/objective-c/gnustep.ts";

// The layer under macOS' platform, with real objects: on a Mac by Apple's runtime, elsewhere by
// GNUstep's, which is called by the same code, but for the function that sends.

const cocoa = process.platform === "darwin" ? "Apple's" : "GNUstep's";
const missing = process.platform === "darwin" ? [] : missingGnustep;

/** The output of a case, and the report about it. */
function done(name: string): { received: unknown[]; reported: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([
    process.execPath,
    join(import.meta.dir, "programs/cocoa-program.ts"),
    name,
  ]);
  expect({ exitCode, reported: exitCode === 0 ? "" : stderr.toString() }).toEqual({
    exitCode: 0,
    reported: "",
  });
  const lines = stdout.toString().trim().split("\n");
  return {
    received: lines.map((line) => JSON.parse(line) as unknown),
    reported: stderr.toString(),
  };
}

describe.skipIf(missing.length > 0)(
  `on ${cocoa} objects${missing.length > 0 ? ` (needs ${missing.join(", ")})` : ""}`,
  () => {
    test("texts keep NUL, ranges and rects are given back whole, and what is at no address is kept", () => {
      expect(done("values").received).toEqual([
        ["text", ["grün\0gelb", 9]],
        ["range", [{ location: 5, length: 4 }, 0]],
        ["rect", { x: 1.5, y: -2, width: 3, height: 4.25 }],
        ["short text", "ABC"],
        ["number", -7],
        ["nil", { x: 0, y: 0, width: 0, height: 0 }],
      ]);
    });

    test("a class of ours is sent structs, asks its base, and gives 0 where its method throws", () => {
      const rect = { x: 1, y: 2, width: 3.5, height: 4 };
      const { received, reported } = done("classes");
      expect(received).toEqual([
        ["given back", "taken"],
        ["described", "told 1"],
        ["described by the base", true],
        ["equal", false],
        [
          "told",
          [
            JSON.stringify([rect, { width: 5, height: 6 }, { location: 7, length: 8 }, true]),
            "thrown",
          ],
        ],
      ]);
      expect(reported).toContain("Cannot compare: nobody may");
    });

    test("a block of ours is called as a copy, and does nothing once it was disposed of", () => {
      expect(done("blocks").received).toEqual([
        ["called with", [{ x: 1, y: 2, width: 3.5, height: 4 }, null]],
        ["gave", 3.5],
        ["gave after its end", 0],
      ]);
    });
  },
);
