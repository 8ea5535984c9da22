import { existsSync } from "node:fs";
import { join } from "node:path";
import { publishedSums, publishedVersion } from "../../bundler/index.ts";
import { foundAbove } from "../../config/read/ancestors.ts";
import { readFile } from "../../disk/read.ts";
import {
  architectures,
  systems,
  targetTriple,
  universalTriple,
  type Target,
} from "../../contract/target.ts";
import { readRecord } from "../project/json-record.ts";
import { packageRoot } from "../project/package-root.ts";
import { UserError } from "../terminal.ts";

/** All targets of an app, as `--target` spells them. */
export const targets: readonly Target[] = systems.flatMap((system) =>
  architectures.map((architecture) => ({ system, architecture })),
);

/** `linux-x64` */
export function targetName({ system, architecture }: Target): string {
  return `${system}-${architecture}`;
}

/**
 * Reads a `--target`: `linux-x64`, or a triple such as `x86_64-unknown-linux-gnu`; without one, it
 * is the host.
 * @throws UserError when it names none
 */
export function parseTarget(text: string | undefined, host: Target): Target {
  if (text === undefined) return host;
  const found = targets.find(
    (target) => text === targetName(target) || text === targetTriple(target),
  );
  if (found !== undefined) return found;
  throw new UserError(
    `Cannot build for "${text}": use ${targets.map(targetName).join(", ")}, ${universalTriple}, or a triple like ${targetTriple(host)}`,
  );
}

/**
 * The target of a build: one target, or both processors of a Mac. In the second case the target is
 * one of them.
 */
export interface BuildTarget {
  readonly target: Target;
  readonly isUniversal: boolean;
}

/**
 * Reads a `--target`, which may be `universal-apple-darwin`, too. @throws UserError when it names
 * none
 */
export function parseBuildTarget(text: string | undefined, host: Target): BuildTarget {
  if (text !== universalTriple) return { target: parseTarget(text, host), isUniversal: false };
  return { target: { system: "macos", architecture: "arm64" }, isUniversal: true };
}

/** The targets that an app is compiled for. */
export function compiledTargets({ target, isUniversal }: BuildTarget): Target[] {
  return isUniversal
    ? architectures.map((architecture) => ({ ...target, architecture }))
    : [target];
}

/** Bun's own name for a target: in `--target=bun-…`, and in the names of its packages. */
export function bunTarget({ system, architecture }: Target): {
  readonly option: string;
  readonly package: string;
} {
  const os = { linux: "linux", windows: "windows", macos: "darwin" }[system];
  return {
    option: `bun-${os}-${architecture}`,
    package: `@oven/bun-${os}-${architecture === "arm64" ? "aarch64" : "x64"}`,
  };
}

/** Bun's executable for a target is nowhere. Its message names the command that adds it. */
export class MissingRuntime extends UserError {
  constructor(target: Target, toolsFolder: string, found: string) {
    super(
      `Cannot build for ${targetName(target)}: Bun's executable for it ${found}. ` +
        `Add it with --yes, or with:\n  ${runtimeCommand(target, toolsFolder).shown}\n` +
        "(--force, because npm would refuse a package for another system)",
    );
  }
}

/** The npm command that adds Bun's executable for a target to the folder of build tools. */
export function runtimeCommand(
  target: Target,
  toolsFolder: string,
): { readonly args: readonly string[]; readonly shown: string } {
  const name = `${bunTarget(target).package}@${Bun.version}`;
  const folder = runtimesFolder(toolsFolder);
  return {
    args: ["install", "--force", "--prefix", folder, name],
    shown: `npm install --force --prefix "${folder}" ${name}`,
  };
}

/** Projects with other versions of the framework may share the folder of build tools. */
function runtimesFolder(toolsFolder: string): string {
  return join(toolsFolder, `bun-${Bun.version}`);
}

/**
 * Finds Bun's own executable for another target, which becomes the body of the app's executable. It
 * comes from the packages of the project or from the folder of build tools; nothing is downloaded
 * here.
 * @throws MissingRuntime if it is missing, UserError if it is not the published one
 */
export function findRuntime(target: Target, from: string, toolsFolder: string): string {
  const file = locateRuntime(target, from, toolsFolder);
  checkSum(file, target);
  return file;
}

/** The path of that executable, whose content is not checked. @throws MissingRuntime */
export function locateRuntime(target: Target, from: string, toolsFolder: string): string {
  const { package: name } = bunTarget(target);
  const others: string[] = [];
  const places = [from, packageRoot].flatMap((folder) => [
    ...foundAbove(folder, `node_modules/${name}`),
  ]);
  for (const place of [...places, join(runtimesFolder(toolsFolder), "node_modules", name)]) {
    if (!existsSync(place)) continue;
    const { version } = readRecord(join(place, "package.json")) ?? {};
    const file = join(place, "bin", target.system === "windows" ? "bun.exe" : "bun");
    if (version === Bun.version && existsSync(file)) return file;
    others.push(
      typeof version === "string" && version !== Bun.version
        ? `has version ${version} in "${place}", but ${Bun.version} is needed`
        : `is incomplete in "${place}", as npm leaves it when it is interrupted`,
    );
  }
  throw new MissingRuntime(
    target,
    toolsFolder,
    others[0] ?? "is neither among the project's packages nor the build tools",
  );
}

/** This executable is a part of every app. @throws UserError if it is not the published one */
function checkSum(file: string, target: Target): void {
  const published = publishedSums[targetName(target)];
  const sum = new Bun.CryptoHasher("sha256").update(readFile(file)).digest("hex");
  if (Bun.version !== publishedVersion || sum === published) return;
  throw new UserError(
    `Cannot build for ${targetName(target)} with "${file}": it must be the executable of Bun ${publishedVersion} as it ` +
      "was published, and its SHA-256 is another; remove the package and add it anew",
  );
}
