// The examples of the configuration's reference.

import { expect, test } from "bun:test";
import { loadConfig } from "../../src/config/read/load.ts";
import { allFields } from "../../src/config/shape/field-index.ts";
import { systems } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { configExamples } from "../../tools/generate/config-examples.ts";
import { settledConfig, type AuthorConfig } from "../support/config.ts";

for (const [record, example] of Object.entries(configExamples)) {
  const { framework } = example;
  const whole = {
    ...example,
    framework: { ...framework, bundle: { identifier: "a.b", ...framework?.bundle } },
  };

  test(`the example of ${record} is a configuration`, () => {
    expect(() => settledConfig(whole as AuthorConfig)).not.toThrow();
  });

  test(`the fields of the example of ${record} fit each other`, () => {
    using dir = tempDir({ "framework.conf.json": JSON.stringify(whole) });
    const conflicts = systems.flatMap((system) =>
      loadConfig({ from: dir.path, system, command: "dev" }).problems.filter(
        ({ code }) => code === "conflict",
      ),
    );
    expect(conflicts.map(({ path, message }) => `${path}: ${message}`)).toEqual([]);
  });
}

/** The values that examples have at the path of a field: `framework.windows[].url`, `plugins.*`. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [key, ...rest] = path;
  if (key === undefined) return value === undefined ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  const inner =
    key === "*" ? Object.values(value) : [(value as Readonly<Record<string, unknown>>)[key]];
  return inner.flatMap((one) => valuesAt(one, rest));
}

/** It is refused, with the alternative. */
const refused = ["framework.bundle.windows.wix.mergeRefs"];

test("every field that takes more than a boolean, a number or a name of a list has an example", () => {
  const examples = Object.values(configExamples);
  const missing = allFields().filter(({ path, field }) => {
    if (!["text", "list", "map", "either", "variants"].includes(field.shape.kind)) return false;
    if (refused.includes(path)) return false;
    if (field.options.deprecated !== undefined || field.options.dropped === true) return false;
    // Entries of menus lie in entries, too.
    const places = [path, path.replace("framework.menu[].", "framework.menu[].items[].")];
    return examples.every((example) =>
      places.every(
        (place) => valuesAt(example, place.replaceAll("[]", "").split(".")).length === 0,
      ),
    );
  });
  expect(missing.map(({ path }) => path)).toEqual([]);
});
