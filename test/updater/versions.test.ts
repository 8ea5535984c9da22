import { expect, test } from "bun:test";
import { isNewer, reasonAgainst } from "../../src/app/updater/check/versions.ts";
import { isSemver } from "../../src/contract/shipped/semver.ts";

// In the order of semver.org, chapter 11.
const order = [
  "0.9.0",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.0.1",
  "1.2.0",
  "1.10.0",
  "2.0.0",
  "10.0.0",
];

test("versions come in the order of semver.org", () => {
  for (const [at, version] of order.entries())
    for (const [than, other] of order.entries())
      expect([version, other, isNewer(version, other)]).toEqual([version, other, at > than]);
});

test("versions can be compared, however long their numbers are", () => {
  const [most, one, more] = ["9".repeat(19), `${"9".repeat(18)}8`, `1${"0".repeat(19)}`];
  for (const render of [
    (number: string) => `${number}.0.0`,
    (number: string) => `1.0.0-a.${number}`,
  ]) {
    expect([most, one, more].map((number) => isSemver(render(number)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isNewer(render(most), render(one))).toBe(true);
    expect(isNewer(render(one), render(most))).toBe(false);
  }
});

test("build metadata makes no version newer", () => {
  expect(isNewer("1.0.0+2", "1.0.0+1")).toBe(false);
  expect(isNewer("1.0.0+2", "1.0.0")).toBe(false);
  expect(isNewer("1.0.1+1", "1.0.0+9")).toBe(true);
});

const nothing = { highest: null, failed: null, waiting: null };
for (const [version, state, reason] of [
  ["1.1.0", nothing, null],
  ["1.0.0", nothing, 'version "1.0.0" runs'],
  ["0.9.0", nothing, 'version "1.0.0" runs'],
  ["1.1.0", { ...nothing, highest: "1.2.0" }, 'version "1.2.0" was installed before'],
  ["1.2.0", { ...nothing, highest: "1.2.0" }, null],
  [
    "1.2.0",
    { ...nothing, highest: "1.2.0", failed: "1.2.0" },
    'version "1.2.0" did not start here',
  ],
  ["1.2.1", { ...nothing, highest: "1.2.0", failed: "1.2.0" }, null],
] as const) {
  test(`from 1.0.0 to ${version}, with ${JSON.stringify(state)}: ${reason ?? "yes"}`, () =>
    expect(reasonAgainst(version, "1.0.0", state)).toBe(reason));
}
