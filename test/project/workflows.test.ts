// The workflows of runners hold no logic: each step is a file of the project, which runs anywhere.

import { expect, test } from "bun:test";
import { accessSync, constants, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly "timeout-minutes"?: number }>
  >;
}

const root = join(import.meta.dir, "../..");
const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map(
  (name) => [name, Bun.YAML.parse(readFileSync(join(folder, name), "utf8")) as Workflow] as const,
);

test.each(workflows)("%s runs files of the project alone", (_, { jobs }) => {
  const scripts = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => (run === undefined ? [] : [run])),
  );
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect(script).toMatch(/^\.ci\/[a-z]+$/);
    expect(() => accessSync(join(root, script), constants.X_OK)).not.toThrow();
  }
});

test.each(workflows)("%s may do no more than it needs, and ends", (_, workflow) => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  const limits = Object.values(workflow.jobs).map((job) => job["timeout-minutes"] ?? Infinity);
  expect(Math.max(...limits)).toBeLessThanOrEqual(100);
});

test("every script for runners is used by a workflow", () => {
  const texts = workflows.map(([name]) => readFileSync(join(folder, name), "utf8")).join("\n");
  const unused = readdirSync(join(root, ".ci")).filter((name) => !texts.includes(`.ci/${name}`));
  expect(unused).toEqual([]);
});
