import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allFields } from "../../src/config/shape/field-index.ts";
import { formatted, generated } from "../../tools/generate.ts";

const project = join(import.meta.dirname, "../..");

for (const { path, make } of generated) {
  test(`${path} is what tools/generate.ts makes`, () => {
    expect(readFileSync(join(project, path), "utf8")).toBe(formatted(path, make()));
  });
}

test("every field has a sentence that ends, and an anchor in the reference", () => {
  const pages = generated.filter(({ path }) => path.startsWith("docs/reference/configuration/"));
  const reference = pages.map(({ path }) => readFileSync(join(project, path), "utf8")).join("\n");
  const unfit = allFields().filter(({ key, field, record }) => {
    const anchors = [`"${record.name}-${key}"`, `-${key}"`];
    return !/[.]$/.test(field.sentence) || !anchors.some((anchor) => reference.includes(anchor));
  });
  expect(unfit.map((one) => one.path)).toEqual([]);
});
