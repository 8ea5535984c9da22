import { expect, test } from "bun:test";
import { macFacts } from "../../src/cli/info/macos.ts";

/** The reported versions of a Mac whose programs print this. */
function reported(output: Readonly<Record<string, string>>): (string | null)[] {
  return macFacts((program) => output[program] ?? null).map(({ version }) => version);
}

test("the report names the versions of the system and its engine", () => {
  const output = { "/usr/bin/sw_vers": "14.5", "/usr/bin/plutil": "19618.2.12.11.6" };
  expect(reported(output)).toEqual(["14.5", "19618.2.12.11.6"]);
  expect(reported({ ...output, "/usr/bin/sw_vers": "13" })).toEqual(["13", "19618.2.12.11.6"]);
});

test("a system that is too old counts as missing, and one that says nothing", () => {
  for (const version of ["12.7.6", "10.15"])
    expect(reported({ "/usr/bin/sw_vers": version })[0]).toBe(null);
  expect(reported({})).toEqual([null, null]);
});
