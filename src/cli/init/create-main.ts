// The program of the package `create-framework`. It uses plain Node.js, because it runs before
// anything is installed. tools/build-create.ts bundles it into one file, and puts the templates and
// icons beside it.

import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import packageJson from "../../../package.json" with { type: "json" };
import { targetOf } from "../../contract/target.ts";
import { PathError } from "../../disk/roots.ts";
import { readFile } from "../../disk/read.ts";
import { readRecord, record } from "../project/json-record.ts";
import { escapeControlCharacters, UserError, type Terminal } from "../terminal.ts";
import { askInTerminal } from "./ask.ts";
import { templates } from "./template-table.ts";
import { templateCommand } from "./template.ts";

const { name: framework, version } = packageJson;
const here = import.meta.dirname;

const terminal: Terminal = {
  cwd: process.cwd(),
  host: targetOf(process.platform, process.arch),
  color: false,
  out: (text) => process.stdout.write(escapeControlCharacters(text)),
  err: (text) => process.stderr.write(escapeControlCharacters(text)),
};

const options = {
  template: { type: "string", short: "t" },
  "app-name": { type: "string" },
  identifier: { type: "string" },
  "package-manager": { type: "string" },
  framework: { type: "string" },
  yes: { type: "boolean", short: "y" },
  force: { type: "boolean", short: "f" },
  help: { type: "boolean", short: "h" },
} as const;

const help = `Usage: create-framework [folder] [options]

  -t, --template <name>       ${templates.map(({ name }) => name).join(", ")}
      --app-name <name>       the application's name
      --identifier <text>     of the application: org.example.notes
      --package-manager <name>  npm, pnpm, yarn or bun
      --framework <file>      the framework's package, or a version of it
  -y, --yes                   ask nothing
  -f, --force                 write over files that are there
`;

/** The package specifier of the framework in a folder. */
function frameworkFor(folder: string, given: string | undefined): string {
  const file = given === undefined ? ownTarball() : resolve(given);
  if (file !== null && existsSync(file))
    return `file:${relative(folder, file).split(sep).join("/")}`;
  if (given !== undefined) return given;
  // The registry holds the framework under a scoped name only. The name without a scope belongs
  // to another package.
  if (framework.startsWith("@")) return `^${version}`;
  throw new UserError(
    `Cannot find the package of the framework: name its file, --framework ~/${tarballName}`,
  );
}

const tarballName = `${framework.replace("@", "").replace("/", "-")}-${version}.tgz`;

/** The framework's tarball beside the one that npx has installed this program from. */
function ownTarball(): string | null {
  const manifest = join(here, "../../../package.json");
  const { dependencies } = readRecord(manifest) ?? {};
  const [, path] =
    Object.values(record(dependencies))
      .map((from) => /^file:(.*create-.*\.tgz)$/.exec(String(from)))
      .find((found) => found !== null) ?? [];
  return path === undefined ? null : join(dirname(resolve(dirname(manifest), path)), tarballName);
}

async function icons(): Promise<Record<string, Uint8Array>> {
  const folder = join(here, "icons");
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFile(join(folder, name))]),
  );
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help === true) {
    terminal.out(help);
    return 0;
  }
  const [directory, ...others] = positionals;
  if (others.length > 0) throw new UserError(`Cannot make several projects at once: ${help}`);
  return await templateCommand(
    terminal,
    {
      directory,
      template: values.template,
      appName: values["app-name"],
      identifier: values.identifier,
      packageManager: values["package-manager"],
      yes: values.yes,
      force: values.force,
    },
    { framework, frameworkFor: (folder) => frameworkFor(folder, values.framework), icons },
    askInTerminal,
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  const isForUser =
    error instanceof UserError ||
    error instanceof PathError ||
    String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
  if (!isForUser) throw error;
  terminal.err(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
