import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { release } from "node:os";
import { dirname, join, relative } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { nearestAbove } from "../../config/read/ancestors.ts";
import { loadConfig } from "../../config/read/load.ts";
import type { LoadedConfig } from "../../config/read/load.ts";
import type { System } from "../../contract/target.ts";
import { targetName } from "../build/build-target.ts";
import { environmentForOthers } from "../../process/environment.ts";
import { hookScript } from "../programs/hooks.ts";
import { linuxFacts, systemName, type Fact } from "./system.ts";
import { macFacts } from "./macos.ts";
import { windowsFacts } from "./windows.ts";
import { packageRoot } from "../project/package-root.ts";
import type { Terminal } from "../terminal.ts";

export interface InfoOptions {
  readonly json?: boolean | undefined;
}

interface Info {
  readonly versions: Readonly<Record<string, string | null>>;
  readonly system: readonly Fact[];
  readonly session: Readonly<Record<string, string | null>>;
  /** `null`: there is no project here. */
  readonly project: Readonly<Record<string, string | number | null>> | null;
}

/** `framework info`: what is here, and what is missing. Ends with 1 when something needed is missing. */
export async function infoCommand(terminal: Terminal, { json = false }: InfoOptions): Promise<number> {
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
    session: {
      system: `${systemName(system)}, kernel ${release()}`,
      target: targetName(terminal.host),
      ...(system === "linux" && {
        display: process.env["WAYLAND_DISPLAY"] ?? process.env["DISPLAY"] ?? null,
        desktop: process.env["XDG_CURRENT_DESKTOP"] ?? null,
      }),
    },
    project: projectFacts(terminal, loaded),
  };
  terminal.out(json ? `${JSON.stringify(info, null, 2)}\n` : render(info));
  return info.system.some(({ version, isNeeded }) => version === null && isNeeded) ? 1 : 0;
}

/** `null`: it is not there, or does not say. */
function versionOf(program: string, system: System): string | null {
  const { status, stdout } = spawnSync(program, ["--version"], {
    encoding: "utf8",
    // In the user's folder an .npmrc, or the settings of a version manager, could choose another program.
    cwd: packageRoot,
    env: environmentForOthers(),
    shell: system === "windows",
  });
  return status === 0 ? stdout.trim().replace(/^v/, "") : null;
}

function projectFacts({ cwd }: Terminal, loaded: LoadedConfig): Info["project"] {
  const { config, folder, files, problems } = loaded;
  if (files.length === 0) return null;
  const here = (path: string): string => relative(cwd, path) || ".";
  const read = { configuration: files.map(here).join(", "), "package manager": packageManager(folder) };
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
    "content security policy": csp === null ? null : typeof csp === "string" ? csp : JSON.stringify(csp),
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

function render({ versions, system, session, project }: Info): string {
  const rows = (facts: Readonly<Record<string, string | number | null>>, absent: string): string[] =>
    Object.entries(facts).map(([name, value]) => row(name, String(value ?? absent)));
  const facts = system.flatMap(({ name, version, use, install, isNeeded }) => {
    if (version !== null) return [row(name, version)];
    const how = install === null ? "" : `; install it with: ${install}`;
    return [row(name, `${isNeeded ? "MISSING" : "not there"} (${use})${how}`)];
  });
  const sections = [
    ["Machine", ...rows(session, "none"), ...rows(versions, "not found"), ...facts],
    project === null
      ? ["Project", "  none here: npx framework init makes one"]
      : ["Project", ...rows(project, "none")],
  ];
  const needed =
    project !== null && typeof project["problems"] === "number"
      ? ["", "npx framework config says more about the problems"]
      : [];
  return `${[...sections.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines])), ...needed].join("\n")}\n`;
}

/** A name too long for its column pushes the text away. */
function row(name: string, text: string): string {
  return `  ${name.padEnd(23)} ${text}`;
}
