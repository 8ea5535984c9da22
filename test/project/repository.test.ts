// The expected files of a public repository beside code: templates, and settings of editors.

import { expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { commands } from "../../src/cli/commands.ts";

const root = join(import.meta.dir, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("tasks and debugger settings of VS Code run what is there", () => {
  const { tasks } = JSON.parse(read(".vscode/tasks.json")) as {
    tasks: readonly {
      label: string;
      type: string;
      script?: string;
      command?: string;
      args?: readonly string[];
    }[];
  };
  const scripts = tasks.flatMap(({ type, script }) => (type === "npm" ? [script ?? ""] : []));
  expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([]);
  const { configurations } = JSON.parse(read(".vscode/launch.json")) as {
    configurations: readonly { program: string; cwd: string; preLaunchTask?: string }[];
  };
  const before = configurations.flatMap(({ preLaunchTask = [] }) => preLaunchTask);
  expect(before.filter((name) => tasks.every(({ label }) => label !== name))).toEqual([]);
  const paths = [
    ...tasks.flatMap(({ command = [], args = [] }) => [command, ...args].flat()),
    ...configurations.flatMap(({ program, cwd }) => [program, cwd]),
  ].flatMap((path) =>
    /^(?:\$\{workspaceFolder\}\/|tools\/)/.exec(path)
      ? [path.replace("${workspaceFolder}/", "")]
      : [],
  );
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("issue templates have what GitHub asks for, and ask for a command that exists", () => {
  const templates = readdirSync(join(root, ".github/ISSUE_TEMPLATE")).filter(
    (file) => file !== "config.yml",
  );
  expect(templates.length).toBeGreaterThan(1);
  for (const file of templates) {
    const template = Bun.YAML.parse(read(`.github/ISSUE_TEMPLATE/${file}`)) as {
      readonly name: string;
      readonly description: string;
      readonly body: readonly {
        readonly type: string;
        readonly id?: string;
        readonly attributes: object;
      }[];
    };
    expect(template).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields = template.body.filter(({ type }) => type !== "markdown");
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    for (const { attributes } of fields)
      expect(attributes).toMatchObject({ label: expect.any(String) });
  }
  expect(read(".github/ISSUE_TEMPLATE/bug.yml")).toContain("npx framework info --markdown");
  const info = commands.find(({ name }) => name === "info");
  expect(info?.options?.map(([flags]) => flags)).toContain("--markdown");
});

test("no file names owners that do not exist", () => {
  const places = ["CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS"];
  expect(places.filter((path) => existsSync(join(root, path)))).toEqual([]);
});

test("the package that begins projects has the version of the framework, and a name after its", () => {
  const { name, version } = JSON.parse(read("packages/create/package.json"));
  const named = packageJson.name.replace(/^(@[^/]+\/)?/, "$1create-");
  expect({ name, version }).toEqual({ name: named, version: packageJson.version });
});
