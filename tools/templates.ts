/**
 * Every template with every package manager, from the files that `npm pack` makes and the public
 * registry: install, type check, the project's own tests, an executable. Writes the table of
 * `docs/templates.md`.
 *
 *   npm run templates                 all of them: half an hour
 *   npm run templates -- react-ts     the row of one
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { templates } from "../src/cli/init/template-table.ts";
import { formatted } from "./generate.ts";

interface Manager {
  /** For the table. */
  readonly title: string;
  /** Its name for `--package-manager`. */
  readonly name: string;
  readonly command: readonly string[];
}

const npx = (...args: readonly string[]) => ["npx", "--yes", ...args];

const managers: readonly Manager[] = [
  { title: "npm 11", name: "npm", command: npx("npm@11.19.1") },
  { title: "pnpm 12", name: "pnpm", command: npx("pnpm@12.21.0") },
  { title: "Yarn 1", name: "yarn", command: npx("yarn@1.22.22") },
  { title: "Yarn 4", name: "yarn", command: npx("-p", "@yarnpkg/cli-dist@4.18.1", "yarn") },
  { title: "Bun 1.4", name: "bun", command: [process.execPath] },
];

const project = join(import.meta.dirname, "..");
const page = "docs/templates.md";
const home = mkdtempSync(join(tmpdir(), "framework-templates-"));
const file = (name: string) => join(home, `${name}-${packageJson.version}.tgz`);

function run(folder: string, command: readonly string[]): void {
  const { npm_config_user_agent: _, ...env } = process.env;
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd: folder, env });
  if (exitCode !== 0)
    throw new Error(
      `"${command.join(" ")}" in ${folder}:\n${stdout.toString()}${stderr.toString()}`,
    );
}

/** Makes a project, and goes through what its README says. Gives the cell of the table. */
function tryOut(template: string, { title, name, command }: Manager): string {
  const folder = join(home, `${template}-${managers.findIndex((one) => one.title === title)}`);
  const make = ["--template", template, "--package-manager", name, "--yes"];
  const start = performance.now();
  try {
    run(home, [...npx("-p", file("create-framework"), "create-framework"), folder, ...make]);
    run(folder, [...command, "install"]);
    for (const script of [["check"], ["test"], ["build", "--no-bundle"]])
      run(folder, [...command, "run", ...withArguments(name, script)]);
    console.log(`${template}, ${title}: ${Math.round((performance.now() - start) / 1000)} s`);
    return "yes";
  } catch (error) {
    console.error(`${template}, ${title}: ${String(error)}`);
    return "no";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** npm takes the arguments of a script behind `--` alone, and the others take it as one of them. */
function withArguments(manager: string, [script = "", ...args]: readonly string[]): string[] {
  return manager === "npm" && args.length > 0 ? [script, "--", ...args] : [script, ...args];
}

function row(name: string, describe: string, cells: readonly string[]): string {
  return `| ${[`\`${name}\``, describe, ...cells].join(" | ")} |`;
}

const wanted = process.argv.slice(2);
const rows = new Map<string, string>();
try {
  for (const from of [".", "./packages/create"])
    run(project, ["npm", "pack", "--pack-destination", home, from]);
  for (const { name, describe } of templates) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const cells = managers.map((manager) => tryOut(name, manager));
    rows.set(name, row(name, describe, cells));
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

const text = readFileSync(join(project, page), "utf8");
const old = (name: string) => text.split("\n").find((line) => line.startsWith(`| \`${name}\``));
const columns = ["Template", "", ...managers.map(({ title }) => title)];
const table = [
  `| ${columns.join(" | ")} |`,
  `| ${columns.map(() => "---").join(" | ")} |`,
  ...templates.map(
    ({ name, describe }) =>
      rows.get(name) ??
      old(name) ??
      row(
        name,
        describe,
        managers.map(() => "not run"),
      ),
  ),
].join("\n");
const written = text.replace(/^\| Template [\s\S]*?\n(?!\|)/m, () => `${table}\n`);
writeFileSync(join(project, page), formatted(page, written));
process.exitCode = [...rows.values()].some((row) => row.includes("| no |")) ? 1 : 0;
