// The command table against the interface. That no command answers without its flag is asked by
// test/stories/allowlist.test.ts.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allFields } from "../../src/config/shape/field-index.ts";
import { allowlistFlags } from "../../src/contract/commands/allowlist.ts";
import { commands } from "../../src/contract/commands/index.ts";

interface InterfaceField {
  readonly section: string;
  readonly field: string;
  readonly type: string;
}

const fields = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/interface-fields.json"), "utf8"),
) as readonly InterfaceField[];

/**
 * `dialog.open`, …: what the interface's allowlist names, scopes and the `all` of modules with
 * finer flags aside.
 */
const flags = fields
  .filter(({ section, type }) => section === "AllowlistConfig" && type.endsWith("AllowlistConfig"))
  .flatMap(({ field: module, type: section }) => {
    const names = fields
      .filter((one) => one.section === section && !/scope$/i.test(one.field))
      .map(({ field }) => field);
    const finer = names.filter((name) => name !== "all");
    return (finer.length === 0 ? names : finer).map((name) => `${module}.${name}`);
  });

/** Flags that are ours: what test/config/interface.test.ts asks of them is asked there. */
const ours = allFields()
  .filter(({ field }) => field.options.ours === true)
  .map(({ path }) => path.replace("framework.allowlist.", ""));

/** Flags that open something else than a command. */
const otherwise: Readonly<Record<string, string>> = {
  "protocol.asset": "opens the asset protocol: test/stories/asset-protocol.test.ts",
  "process.relaunchDangerousAllowSymlinkMacos": "changes what process.relaunch accepts on macOS",
};

const used = new Set<string>(Object.values(commands).flatMap(({ flag }) => flag ?? []));

test("the interface names flags of every module", () => {
  expect(new Set(flags.map((flag) => flag.split(".")[0]))).toEqual(
    new Set(Object.keys(allowlistFlags)),
  );
  expect(flags.length).toBeGreaterThan(60);
});

for (const flag of flags) {
  const reason = otherwise[flag];
  if (reason === undefined)
    test(`a command needs ${flag}`, () => expect(used.has(flag)).toBe(true));
  else test(`no command needs ${flag}: it ${reason}`, () => expect(used.has(flag)).toBe(false));
}

test("no command needs a flag that the interface does not name, and that is not marked as ours", () => {
  expect([...used].filter((flag) => !flags.includes(flag) && !ours.includes(flag))).toEqual([]);
});
