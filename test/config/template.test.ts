import { expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { newIcons } from "../../src/cli/init/icons.ts";
import { packageManagers } from "../../src/cli/init/package-managers.ts";
import { templates, templateVersions } from "../../src/cli/init/template-table.ts";
import {
  templateCommand,
  type AskForTemplate,
  type TemplateOptions,
} from "../../src/cli/init/template.ts";
import { loadConfig } from "../../src/config/read/load.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { recordedTerminal } from "./terminal.ts";

const icons = newIcons();
const framework = "file:../framework-0.2.0.tgz";

async function make(
  dir: TempDir,
  options: TemplateOptions = {},
  ask: AskForTemplate = async ({ initial }) => initial,
) {
  const terminal = recordedTerminal(dir.path);
  const code = await templateCommand(
    terminal,
    options,
    {
      framework: "@acme/desktop",
      frameworkFor: () => framework,
      icons: () => icons,
    },
    ask,
  );
  return { code, ...terminal.written };
}

const read = (dir: TempDir, file: string): string => readFileSync(join(dir.path, file), "utf8");
const manifest = (dir: TempDir, file = "my-app/package.json") => JSON.parse(read(dir, file));

for (const { name } of templates) {
  test(`a project of ${name} has the name of the app in its languages, and a configuration in order`, async () => {
    using dir = tempDir();
    const appName = "R&D {x} <3";
    // "<" is no part of the name of a file.
    await expect(make(dir, { template: name, appName })).rejects.toThrow("and none of /");
    const options = { template: name, appName: "R&D {x} 'n'", directory: "app" };
    expect((await make(dir, options)).code).toBe(0);
    const from = join(dir.path, "app");
    const { config, problems, warnings } = loadConfig({ from, system: "linux", command: "dev" });
    expect([...problems, ...warnings].map(({ message }) => message)).toEqual([]);
    expect(config?.package.productName).toBe("R&D {x} 'n'");
    expect(config?.framework.bundle.identifier).toBe("com.example.r-d-x-n");
    const files = readdirSync(from, { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((file) => /\.(?:ts|tsx|js|json|html|vue|svelte|md)$/.test(file))
      .map((file) => [file, read(dir, join("app", file))] as const);
    // No mark of a template is left, and no other name of the framework.
    const left = /%\w+%|"framework\/|node_modules\/framework\b|\b1420\b/;
    expect(texts.filter(([, text]) => left.test(text)).map(([file]) => file)).toEqual([]);
    const markup = texts.filter(([file]) => /\.(?:tsx|vue|svelte)$/.test(file));
    expect(markup.every(([, text]) => !text.includes("R&D"))).toBe(true);
    expect(read(dir, "app/README.md").split("\n").length).toBeLessThanOrEqual(14);
  });
}

test("every version is a version, and each is used by a template", () => {
  const used = templates.flatMap((one) => [...one.dependencies, ...one.devDependencies]);
  expect(Object.keys(templateVersions).toSorted()).toEqual([...new Set<string>(used)].toSorted());
  for (const version of Object.values(templateVersions)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test("the page of templates has a row for each", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/templates.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\| (?:yes|no)/gm)];
  expect(rows.map(([, name, describe]) => [name, describe])).toEqual(
    templates.map(({ name, describe }) => [name, describe]),
  );
});

test("at most four things are asked, each with an answer to keep", async () => {
  using dir = tempDir();
  const asked: string[] = [];
  await make(dir, {}, async ({ message, initial }) => {
    asked.push(`${message}: ${initial}`);
    return message === "Name of the application" ? "Shop" : initial;
  });
  expect(asked.map((line) => line.replace(/(?<=manager: ).*/, "…"))).toEqual([
    "Name of the application: My App",
    "Template: vanilla-ts",
    "Identifier, which no other app has: com.example.shop",
    "Package manager: …",
  ]);
  expect(manifest(dir, "shop/package.json").name).toBe("shop");
});

test("with --yes nothing is asked", async () => {
  using dir = tempDir();
  const ask: AskForTemplate = () => Promise.reject(new Error("It was asked"));
  const { code, out } = await make(dir, { yes: true, packageManager: "pnpm" }, ask);
  expect(code).toBe(0);
  expect(out).toEndWith("Start it with:\n\n  cd my-app\n  pnpm install\n  pnpm run dev\n");
  expect(manifest(dir)).toMatchObject({
    name: "my-app",
    devDependencies: { "@acme/desktop": framework, vite: templateVersions.vite },
  });
});

test("giving up at a question writes nothing", async () => {
  using dir = tempDir();
  const { code, err } = await make(dir, {}, async () => null);
  expect({ code, err, files: readdirSync(dir.path) }).toEqual({
    code: 1,
    err: "Cancelled, nothing was written\n",
    files: [],
  });
});

test("a name without capitals becomes a title, and two apps have ports of their own", async () => {
  using dir = tempDir();
  const ports = [];
  for (const directory of ["my-notes", "shop"]) {
    await make(dir, { directory, yes: true, template: "react-ts" });
    ports.push(/port: (\d+)/.exec(read(dir, `${directory}/vite.config.ts`))?.[1]);
  }
  expect(read(dir, "my-notes/README.md")).toStartWith("# My Notes\n");
  expect(new Set(ports).size).toBe(2);
});

test("a package.json that cannot be read is overwritten only by --force", async () => {
  using dir = tempDir({ "shop/package.json": '{"name": "mine",}\n' });
  const options = { directory: "shop", yes: true } as const;
  await expect(make(dir, options)).rejects.toThrow(
    `Cannot complete "${join(dir.path, "shop/package.json")}": it must be JSON; repair it, or use --force to overwrite it`,
  );
  expect(readdirSync(join(dir.path, "shop"))).toEqual(["package.json"]);
  expect((await make(dir, { ...options, force: true })).code).toBe(0);
  expect(manifest(dir, "shop/package.json").name).toBe("shop");
});

test("a package.json that is there keeps what it says", async () => {
  using dir = tempDir({
    "package.json": JSON.stringify({
      name: "mine",
      version: "2.0.0",
      type: "commonjs",
      scripts: { test: 'echo "Error: no test specified" && exit 1', lint: "oxlint" },
      devDependencies: { "@acme/desktop": "^0.1.0" },
    }),
  });
  await make(dir, { directory: ".", yes: true });
  expect(manifest(dir, "package.json")).toMatchObject({
    name: "mine",
    version: "2.0.0",
    type: "module",
    scripts: { test: "framework test", lint: "oxlint" },
    devDependencies: { "@acme/desktop": "^0.1.0" },
  });
});

test("nothing is written over without --force, and nothing is half written", async () => {
  using dir = tempDir({ "src/main.ts": "mine" });
  const options = { directory: ".", yes: true };
  await expect(make(dir, options)).rejects.toThrow("use --force to overwrite existing files");
  expect(readdirSync(dir.path)).toEqual(["src"]);
  await make(dir, { ...options, force: true });
  expect(read(dir, "src/main.ts")).toContain("invoke");
});

test.each([
  [{ template: "angular" }, "Template must be one of vanilla, vanilla-ts"],
  [{ identifier: "notes" }, "Identifier, which no other app has must be words"],
  [{ packageManager: "npx" }, "Package manager must be one of npm, pnpm, yarn, bun"],
  [{ appName: "../x" }, "Name of the application must have a letter"],
])("%j is refused", async (options, printed) => {
  using dir = tempDir();
  await expect(make(dir, { yes: true, ...options })).rejects.toThrow(printed);
  expect(readdirSync(dir.path)).toEqual([]);
});

test("each package manager finds its own settings", async () => {
  for (const { name, files, manifest: fields } of packageManagers) {
    using dir = tempDir();
    await make(dir, { yes: true, packageManager: name });
    for (const file of Object.keys(files))
      expect(existsSync(join(dir.path, "my-app", file))).toBe(true);
    expect(manifest(dir)).toMatchObject(fields);
  }
});
