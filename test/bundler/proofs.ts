import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allFields } from "../../src/config/shape/field-index.ts";

/**
 * The file of a test, below `test`, and words of its name. For names from rows, the words of the
 * row.
 */
export type Proof = readonly [file: string, ...words: string[]];

/**
 * Tests that each field of some records has its proof, and that the proofs are there.
 *
 * @param proofs by record and field: `MacConfig.license`
 */
export function testProofs(what: string, proofs: Readonly<Record<string, readonly Proof[]>>): void {
  const records = new Set(Object.keys(proofs).map((id) => id.split(".")[0]));

  test(`every setting of ${what} has a test that fails without it`, () => {
    const fields = allFields()
      .filter(({ record }) => records.has(record.name))
      .map(({ record, key }) => `${record.name}.${key}`);
    expect([...new Set(fields)].toSorted()).toEqual(Object.keys(proofs).toSorted());
  });

  test.each(Object.entries(proofs))("the test of %s is there", (_, named) => {
    for (const [file, ...words] of named) {
      const text = readFileSync(join(import.meta.dirname, "..", file), "utf8");
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
    }
  });
}
