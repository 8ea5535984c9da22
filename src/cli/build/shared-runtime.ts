import { join } from "node:path";
import { readFile } from "../../disk/read.ts";
import {
  publishedRuntimes,
  publishedVersion,
  type Format,
  type PublishedRuntime,
  type SharedApp,
} from "../../bundler/index.ts";
import { sharedFolder } from "../../contract/shipped/own-folders.ts";
import { reasonAgainstRuntimeAddress } from "../../contract/shipped/runtime-conf.ts";
import type { Target } from "../../contract/target.ts";
import { answerOf } from "../programs/answer.ts";
import { programCommand } from "../programs/command.ts";
import type { Project } from "../project/project.ts";
import { UserError } from "../terminal.ts";
import { findRuntime, targetName } from "./build-target.ts";

export interface SharedPlanOptions {
  readonly project: Project;
  readonly target: Target;
  readonly isUniversal: boolean;
  readonly host: Target;
  readonly formats: readonly Format[];
  /** Where the app is made. */
  readonly outputFolder: string;
  readonly toolsFolder: string;
}

/** Formats with a package of the runtime; the launchers of all others get the runtime where it is missing. */
const runtimePackages: readonly Format[] = ["deb", "rpm"];

/**
 * What an app has in place of a runtime of its own.
 * @throws UserError when there is none for the target, or it cannot be found
 */
export function planShared(options: SharedPlanOptions): SharedApp {
  const { project, target, isUniversal, formats, outputFolder } = options;
  const { bundle } = project.config.framework;
  const runtime = isUniversal ? undefined : publishedRuntimes[targetName(target)];
  if (runtime === undefined)
    throw new UserError(
      'Cannot share a runtime of both processors: build for each of them, or set framework.bundle.runtime to "own"',
    );
  const isGot = formats.some((format) => !runtimePackages.includes(format));
  return {
    folder: join(outputFolder, sharedFolder),
    version: publishedVersion,
    runtime,
    executable: formats.some((format) => runtimePackages.includes(format))
      ? publishedExecutable(options, runtime)
      : null,
    addresses: isGot ? addressesOf(bundle.runtimeAddresses, project.configFolder, runtime) : [],
  };
}

/** The runtime on this machine, when it is the one that everybody has. */
function publishedExecutable(
  { project, target, host, toolsFolder }: SharedPlanOptions,
  runtime: PublishedRuntime,
): string {
  const isHost = targetName(target) === targetName(host);
  const file = isHost ? process.execPath : findRuntime(target, project.configFolder, toolsFolder);
  const sum = new Bun.CryptoHasher("sha256").update(readFile(file)).digest("hex");
  if (sum === runtime.executable.sha256) return file;
  throw new UserError(
    `Cannot make a package of "${file}": want Bun ${publishedVersion} as the package ${runtime.name} has it`,
  );
}

/**
 * Where launchers get a runtime: the addresses of the configuration, or else the registry's.
 *
 * @throws UserError when npm names no registry, or none that launchers can ask
 */
export function addressesOf(
  named: readonly string[] | null,
  configFolder: string,
  runtime: PublishedRuntime,
): readonly string[] {
  return named ?? [registryAddress(configFolder, runtime)];
}

/** The archive in the registry that npm names for the project. */
function registryAddress(configFolder: string, { name }: PublishedRuntime): string {
  const [scope = "", own = ""] = name.split("/");
  const registry = npmSetting(`${scope}:registry`, configFolder) ?? npmSetting("registry", configFolder);
  const address = registry === null ? null : URL.parse(registry);
  if (address === null)
    throw new UserError(
      // It keeps one with a password to itself.
      "Cannot have apps get their runtime from npm's registry: want npm, and a registry without a password; say in framework.bundle.runtimeAddresses where the runtime is",
    );
  const archive = new URL(`${name}/-/${own}-${publishedVersion}.tgz`, `${address.href.replace(/\/*$/, "")}/`);
  const reason = reasonAgainstRuntimeAddress(archive.href);
  if (reason === null) return archive.href;
  throw new UserError(
    `Cannot have apps get their runtime from npm's registry "${address.origin}", whose address ${reason}: say in framework.bundle.runtimeAddresses where it is`,
  );
}

function npmSetting(key: string, cwd: string): string | null {
  // It refuses to be asked below the folder of workspaces otherwise.
  const value = answerOf(programCommand("npm", ["config", "get", key, "--workspaces=false"]), { cwd }).trim();
  return value === "" || value === "undefined" ? null : value;
}
