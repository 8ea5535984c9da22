import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { readText } from "../../disk/read.ts";
import { record, type JsonRecord } from "../project/json-record.ts";
import type { PackageManager } from "./package-managers.ts";
import { templateVersions, type Template, type TemplatePackage } from "./template-table.ts";

/** The values that the files of a new project are made from. */
export interface NewProject {
  readonly template: Template;
  /** The npm name of the project. */
  readonly packageName: string;
  readonly title: string;
  readonly identifier: string;
  readonly manager: PackageManager;
  /** The package name in the project's imports of the framework. */
  readonly framework: string;
}

/** Beside this module, or beside the bundle that it is a part of. */
const templatesFolder = join(import.meta.dirname, "templates");

/** The port in the files of templates. Each project gets a port of its own instead. */
const templatePort = /\b1420\b/g;

/** The files of a new project by their paths in it, without its `package.json` and icons. */
export function templateFiles(project: NewProject): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const folder of project.template.folders)
    for (const [path, text] of filesIn(folder)) {
      const own = filled(text, path, project);
      const before = path.endsWith(".json") ? files.get(path) : undefined;
      files.set(path, before === undefined ? own : joinedJson(before, own));
    }
  files.set("tsconfig.json", json(compilerSettings(project.template)));
  files.set(".gitignore", "/node_modules/\n/dist/\n/test-results/\n/src-framework/target/\n");
  for (const [path, text] of Object.entries(project.manager.files)) files.set(path, text);
  return files;
}

/** Reads the files of a folder of templates, by their paths in it. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  const root = join(templatesFolder, folder);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [relative(root, file).split(sep).join("/"), readText(file)]),
  );
}

/** Puts names and values into a file of a template, escaped as its language requires. */
export function filled(
  text: string,
  path: string,
  project: Pick<NewProject, "title" | "framework"> & Partial<NewProject>,
): string {
  const { framework, template, title, identifier, manager, packageName = "" } = project;
  const values: Readonly<Record<string, string | undefined>> = {
    title,
    identifier,
    about: template && `A desktop app: ${template.describe}.`,
    install: manager?.install,
    run: manager?.run,
  };
  return text
    .replaceAll(/"framework\/|node_modules\/framework\b/g, (found) =>
      found.replace("framework", framework),
    )
    .replaceAll(templatePort, () => String(portOf(packageName)))
    .replaceAll(/%(\w+)%/g, (found, name: string) => {
      const value = values[name];
      return value === undefined ? found : escaped(value, path);
    });
}

function escaped(value: string, path: string): string {
  if (/\.(?:json|js|ts)$/.test(path)) return JSON.stringify(value).slice(1, -1);
  // In component languages, braces begin an expression.
  if (/\.(?:html|tsx|vue|svelte)$/.test(path))
    return value.replaceAll(/[&<>"{}]/g, (sign) => entities[sign] ?? `&#${sign.charCodeAt(0)};`);
  return value;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/**
 * A port of the project's own. If all projects had the same one, an app could show the page of
 * another project whose server is running.
 */
function portOf(packageName: string): number {
  let sum = 0;
  for (const character of packageName) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1000;
  return 14_000 + sum;
}

/** The `package.json` of a new project. The content of an existing one is kept. */
export function manifestOf(
  { template, packageName, manager, framework }: NewProject,
  frameworkVersion: string,
  before: JsonRecord,
): string {
  const { dependencies, devDependencies } = template;
  const scripts = {
    dev: "framework dev",
    build: "framework build",
    test: "framework test",
    check: template.check,
  };
  const more = { ...versionsOf(dependencies), ...record(before["dependencies"]) };
  return json({
    name: packageName,
    version: "0.1.0",
    private: true,
    ...before,
    type: "module",
    scripts: { ...record(before["scripts"]), ...scripts },
    ...(Object.keys(more).length > 0 && { dependencies: more }),
    devDependencies: sorted({
      ...versionsOf(devDependencies),
      [framework]: frameworkVersion,
      ...record(before["devDependencies"]),
    }),
    ...manager.manifest,
  });
}

/** `typescript@6` is another version of `typescript`. */
function versionsOf(packages: readonly TemplatePackage[]): Record<string, string> {
  return Object.fromEntries(
    packages.map((name) => [name.replace(/(?<=.)@.*/, ""), templateVersions[name]]),
  );
}

function compilerSettings({ devDependencies, compilerOptions }: Template): object {
  return {
    compilerOptions: {
      target: "ES2024",
      lib: ["ES2024", "ESNext.Disposable", "DOM", "DOM.Iterable"],
      types: ["bun", ...(devDependencies.includes("vite") ? ["vite/client"] : [])],
      module: "ESNext",
      moduleResolution: "bundler",
      moduleDetection: "force",
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      ...compilerOptions,
    },
    include: ["src", "src-framework/*.ts", "tests", "*.ts"],
  };
}

function joinedJson(one: string, other: string): string {
  return json(joined(JSON.parse(one), JSON.parse(other)));
}

/** Merges objects. Of other values, the second one replaces the first. */
function joined(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  const both = Object.keys({ ...one, ...other });
  return Object.fromEntries(
    both.map((key) => [key, key in other ? joined(one[key], other[key]) : one[key]]),
  );
}

function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function sorted(packages: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
