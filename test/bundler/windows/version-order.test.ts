import { expect, test } from "bun:test";
import { versionOrder } from "../../../src/bundler/windows/version-order.ts";

// Each is lower than all behind it. The middle is the example of semver.org.
const ascending = [
  "0.9.0",
  "0.10.0",
  "1.0.0-0",
  "1.0.0-9",
  "1.0.0-10",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.2",
  "1.0.0-alpha.11",
  "1.0.0-alpha.beta",
  "1.0.0-alpha-",
  "1.0.0-alphab",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.0.1",
  "1.2.0-Z",
  "1.2.0-a",
  "1.2.0",
  "9.0.0",
  "10.0.0",
];

test("texts stand in the order of their versions", () => {
  const texts = ascending.map(versionOrder);
  expect(texts.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(texts);
  for (const [index, version] of ascending.entries())
    for (const other of ascending.slice(index + 1))
      expect([version, other, Bun.semver.order(version, other)]).toEqual([version, other, -1]);
});

test("build metadata makes no difference", () => {
  expect(versionOrder("1.2.3+4")).toBe(versionOrder("1.2.3+5"));
});
