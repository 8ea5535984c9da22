// The messages of `framework config` about fields without effect on the target system.

import { expect, test } from "bun:test";
import { loadConfig } from "../../src/config/read/load.ts";
import type { Command } from "../../src/config/rules/rule.ts";
import { allFields, type IndexedField } from "../../src/config/shape/field-index.ts";
import { operations as macos } from "../../src/native/macos/window/window-operations.ts";
import { windowToolkit as linux } from "../../src/native/linux/window/window-operations.ts";
import { windowToolkit as windows } from "../../src/native/windows/window/window-operations.ts";
import { systemNames, systems, type System } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";

/** `framework.windows[].x` around 5: `{framework: {windows: [{x: 5}]}}`. */
function around(path: string, value: unknown): unknown {
  const steps = path.replaceAll("[]", ".[]").split(".");
  return steps.reduceRight((made, step) => (step === "[]" ? [made] : { [step]: made }), value);
}

/** A value that differs from the default of the field. */
function otherValue({ field: { shape, default: value } }: IndexedField): unknown {
  if (shape.kind === "boolean") return value !== true;
  if (shape.kind === "choice") return Object.keys(shape.values).find((one) => one !== value);
  return shape.kind === "list" ? ["https://example.org/runtime.tgz"] : "--text";
}

// Sections are named after their system (`bundle.deb`), so the name shows their purpose.
const fieldsOfSomeSystems = allFields().filter(
  ({ field }) => field.options.systems !== undefined && field.shape.kind !== "record",
);

test("the table of fields for some systems covers what a field does elsewhere", () => {
  expect(fieldsOfSomeSystems.filter(({ field }) => field.options.elsewhere === undefined)).toEqual(
    [],
  );
  expect(fieldsOfSomeSystems.length).toBeGreaterThanOrEqual(24);
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

const operationsOf = { linux: linux.operations, windows: windows.operations, macos };

for (const system of systems)
  test(`the flags of window operations that do nothing on ${system} are those that its toolkit does not have`, () => {
    const idle = Object.entries(operationsOf[system]).flatMap(([name, handler]) =>
      "unsupported" in handler ? [name] : [],
    );
    // Its picture is read, so that a bad one is refused as elsewhere.
    if (system === "macos") idle.push("setIcon");
    const prefix = "framework.allowlist.window.";
    const output = fieldsOfSomeSystems
      .filter(
        ({ path, field }) =>
          path.startsWith(prefix) && field.options.systems?.includes(system) === false,
      )
      .map(({ path }) => path.slice(prefix.length));
    expect(output.sort()).toEqual(idle.sort());
  });
