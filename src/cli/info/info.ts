import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { nearestAbove } from "../../config/read/ancestors.ts";
import { loadConfig } from "../../config/read/load.ts";
import type { LoadedConfig } from "../../config/read/load.ts";
import type { System } from "../../contract/target.ts";
import { environmentForOthers } from "../../process/environment.ts";
import { hookScript } from "../programs/hooks.ts";
import { frontEndVersions } from "./front-end.ts";
import { logCommand } from "./log.ts";
import { asJson, asMarkdown, asText, type Info } from "./report.ts";
import { sessionFacts, type Facts } from "./session.ts";
import { linuxFacts } from "./system.ts";
import { macFacts } from "./macos.ts";
import { windowsFacts } from "./windows.ts";
import { packageRoot } from "../project/package-root.ts";
import { UserError, type Terminal } from "../terminal.ts";

export interface InfoOptions {
  readonly json?: boolean | undefined;
  readonly markdown?: boolean | undefined;
  readonly log?: boolean | undefined;
}

/**
 * `framework info`: lists the installed and the missing parts. It ends with 1 if a required part is
 * missing.
 */
export async function infoCommand(
  terminal: Terminal,
  { json = false, markdown = false, log = false }: InfoOptions,
): Promise<number> {
  if (json && markdown)
    throw new UserError("Cannot write JSON and Markdown at once: use --json or --markdown");
  if (log) return logCommand(terminal);
  const { system } = terminal.host;
  const loaded = loadConfig({ from: terminal.cwd, system, command: "config" });
  const info: Info = {
    versions: {
      framework: packageJson.version,
      Bun: Bun.version,
      "Node.js": versionOf("node", system),
      npm: versionOf("npm", system),
    },
    system: { linux: linuxFacts, windows: windowsFacts, macos: macFacts }[system](),
    session: sessionFacts(terminal.host, process.env),
    project: projectFacts(terminal, loaded),
    frontEnd: frontEndVersions(loaded.files.length === 0 ? terminal.cwd : loaded.folder),
    documents: relative(terminal.cwd, join(packageRoot, "docs")) || ".",
  };
  const write = json ? asJson : markdown ? asMarkdown : asText;
  terminal.out(write(info));
  return info.system.some(({ version, isNeeded }) => version === null && isNeeded) ? 1 : 0;
}

/** `null`: it is missing, or prints no version. */
function versionOf(program: string, system: System): string | null {
  const { status, stdout } = spawnSync(program, ["--version"], {
    encoding: "utf8",
    // In the user's folder an .npmrc, or the settings of a version manager, could choose another
    // program.
    cwd: packageRoot,
    env: environmentForOthers(),
    shell: system === "windows",
  });
  return status === 0 ? stdout.trim().replace(/^v/, "") : null;
}

function projectFacts({ cwd }: Terminal, loaded: LoadedConfig): Facts | null {
  const { config, folder, files, problems } = loaded;
  if (files.length === 0) return null;
  const here = (path: string): string => relative(cwd, path) || ".";
  const read = {
    configuration: files.map(here).join(", "),
    "package manager": packageManager(folder),
  };
  if (config === null) return { ...read, problems: problems.length };
  const { build, framework } = config;
  const { csp } = framework.security;
  return {
    ...read,
    name: config.package.productName,
    version: config.package.version,
    identifier: framework.bundle.identifier,
    devPath: String(build.devPath),
    distDir: String(build.distDir),
    beforeDevCommand: hookScript("beforeDevCommand", build),
    beforeBuildCommand: hookScript("beforeBuildCommand", build),
    "own code": existsSync(join(folder, "main.ts")) ? here(join(folder, "main.ts")) : null,
    windows: framework.windows.map(({ label }) => label).join(", "),
    packages: framework.bundle.active ? String(framework.bundle.targets) : null,
    runtime: framework.bundle.runtime,
    "content security policy":
      csp === null ? null : typeof csp === "string" ? csp : JSON.stringify(csp),
  };
}

const lockFiles = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "deno.lock": "deno",
} as const;

function packageManager(folder: string): string | null {
  const nearest = nearestAbove(folder, ...Object.keys(lockFiles));
  if (nearest === null) return null;
  return Object.entries(lockFiles)
    .filter(([file]) => existsSync(join(dirname(nearest), file)))
    .map(([file, name]) => `${name} (${file})`)
    .join(", ");
}
