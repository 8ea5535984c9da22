import { expect, test } from "bun:test";
import { Ajv } from "ajv";
import type { FormatName } from "../../src/config/read/file-formats.ts";
import { jsonSchema } from "../../src/config/shape/json-schema.ts";
import { checkText } from "../../src/config/read/load.ts";
import { reportText } from "../../src/config/report/report.ts";
import { lineAndColumn, pathText } from "../../src/config/shape/tree.ts";
import { configurations } from "./configurations.ts";
import { mutate, randomNumbers } from "./mutants.ts";
import type { Mutant } from "./mutants.ts";
import { written } from "./written.ts";
import type { Table, Written } from "./written.ts";

const count = 5000;
const formats: readonly FormatName[] = ["json", "json5", "toml"];
const kinds: readonly Mutant["kind"][] = [
  "misspelt key",
  "wrong type",
  "moved key",
  "missing field",
  "unknown value",
];
const fileNames = {
  json: "framework.conf.json",
  json5: "framework.conf.json5",
  toml: "Framework.toml",
} as const;

const fitsSchema = new Ajv({ strict: false }).compile(jsonSchema() as object);

function makeMutants(): Mutant[] {
  const random = randomNumbers(20260101);
  const originals = [...configurations.values()];
  const mutants: Mutant[] = [];
  while (mutants.length < count) {
    const kind = kinds[mutants.length % kinds.length] as Mutant["kind"];
    const mutant = mutate(originals[random(originals.length)] as Table, kind, random);
    if (mutant !== null) mutants.push(mutant);
  }
  return mutants;
}

/**
 * `null` if the mistake is reported at its exact place with the right advice; otherwise the fault.
 */
function judge(mutant: Mutant, text: Written, format: FormatName): string | null {
  const problems = checkText(text.text, fileNames[format]);
  // Making the report may not fail either.
  if (reportText(problems, [], { color: false }) === "") return "nothing is reported";
  const parent = mutant.path.slice(0, -1);
  const wanted =
    mutant.at === "key"
      ? text.keyAt(mutant.path)
      : mutant.at === "value"
        ? text.valueAt(mutant.path)
        : (text.keyAt(parent) ?? text.valueAt(parent));
  const path = pathText(mutant.path);
  const found = problems.find((one) => one.path === path && one.code === mutant.code);
  if (found === undefined || found.place === null) return `${path} is not reported`;
  const { line, column } = lineAndColumn(found.place.source, found.place.start);
  if (`${line}:${column}` !== wanted)
    return `${path} is reported at ${line}:${column}, it is at ${wanted}`;
  if (!found.message.includes(mutant.says)) return `${path} is told as "${found.message}"`;
  if (mutant.suggestion !== null && !found.suggestions.includes(mutant.suggestion)) {
    return `${path} gets the advice ${found.suggestions.join(", ")}, not ${mutant.suggestion}`;
  }
  return null;
}

test("of 5,000 mistakes in each format, 98 of 100 are reported at their place with the right advice", () => {
  const mutants = makeMutants();
  for (const format of formats) {
    const failures: string[] = [];
    for (const mutant of mutants) {
      const failure = judge(mutant, written(mutant.config, format), format);
      if (failure !== null) failures.push(`${mutant.kind}: ${failure}`);
    }
    expect(failures.length, failures.slice(0, 20).join("\n")).toBeLessThanOrEqual(count * 0.02);
  }
});

test("the JSON Schema refuses every mistake that the check refuses", () => {
  const accepted = makeMutants().filter((mutant) => fitsSchema(mutant.config));
  expect(accepted).toEqual([]);
});

test("the JSON Schema and the check accept every good configuration, in every format", () => {
  for (const [name, config] of configurations) {
    expect({ name, fits: fitsSchema(config), errors: fitsSchema.errors }).toEqual({
      name,
      fits: true,
      errors: null,
    });
    for (const format of formats) {
      expect({
        name,
        format,
        problems: checkText(written(config, format).text, fileNames[format]),
      }).toEqual({
        name,
        format,
        problems: [],
      });
    }
  }
});
