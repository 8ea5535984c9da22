// What `framework config` says of fields that do nothing on the system that is built for.

import { expect, test } from "bun:test";
import { loadConfig } from "../../src/config/read/load.ts";
import type { Command } from "../../src/config/rules/rule.ts";
import { allFields, type IndexedField } from "../../src/config/shape/field-index.ts";
import { systemNames, systems, type System } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";

/** `framework.windows[].x` around 5: `{framework: {windows: [{x: 5}]}}`. */
function around(path: string, value: unknown): unknown {
  const steps = path.replaceAll("[]", ".[]").split(".");
  return steps.reduceRight((made, step) => (step === "[]" ? [made] : { [step]: made }), value);
}

/** A value that differs from what the field is when absent. */
function otherValue({ field: { shape, default: value } }: IndexedField): unknown {
  if (shape.kind === "boolean") return value !== true;
  if (shape.kind === "choice") return Object.keys(shape.values).find((one) => one !== value);
  return shape.kind === "list" ? ["https://example.org/runtime.tgz"] : "--text";
}

// Sections are called after their system (`bundle.deb`), so what they do is plain from the name.
const fieldsOfSomeSystems = allFields().filter(
  ({ field }) => field.options.systems !== undefined && field.shape.kind !== "record",
);

test("the table of fields for some systems covers what a field does elsewhere", () => {
  expect(fieldsOfSomeSystems.filter(({ field }) => field.options.elsewhere === undefined)).toEqual(
    [],
  );
  expect(fieldsOfSomeSystems.length).toBeGreaterThanOrEqual(17);
});

for (const one of fieldsOfSomeSystems) {
  const path = one.path.replace("[]", "[0]");
  test(`${path} in the main file: \`framework config\` warns where it does nothing, and nowhere else`, () => {
    const { systems: effective = [], elsewhere, protects } = one.field.options;
    const warned = (system: System, command: Command, value: unknown): string[] => {
      using dir = tempDir({ "framework.conf.json": JSON.stringify(around(one.path, value)) });
      const { warnings, problems } = loadConfig({ from: dir.path, system, command });
      expect(problems.filter((found) => found.path === path)).toEqual([]);
      return warnings
        .filter((found) => found.code === "no-effect" && found.path === path)
        .map((found) => found.message);
    };
    for (const system of systems) {
      const message = `${systemNames[system]}, only on ${effective.map((name) => systemNames[name]).join(" and ")}: ${elsewhere}`;
      const expected = effective.includes(system) ? [] : [`has no effect on ${message}`];
      expect(warned(system, "config", otherValue(one))).toEqual(expected);
      expect(warned(system, "dev", otherValue(one))).toEqual(protects === true ? expected : []);
      if (one.field.default !== null)
        expect(warned(system, "config", one.field.default)).toEqual([]);
    }
  });
}
