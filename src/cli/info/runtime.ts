import { publishedRuntimes, publishedVersion } from "../../bundler/index.ts";
import type { LoadedConfig } from "../../config/read/load.ts";
import { targetName } from "../build/build-target.ts";
import { addressesOf } from "../build/shared-runtime.ts";
import { UserError, type Terminal } from "../terminal.ts";
import { runtimeStores, type RuntimeStore } from "./runtime-stores.ts";

/** What apps on this machine run on. */
export interface RuntimeFacts {
  /** Of the project; `null`: there is none, or its configuration cannot be read. */
  readonly project: ProjectRuntime | null;
  readonly stores: readonly RuntimeStore[];
}

interface ProjectRuntime {
  readonly runtime: "own" | "shared";
  readonly version: string;
  /** Where launchers get it; none for an own one. */
  readonly addresses: readonly string[];
  /** Why that cannot be told. */
  readonly problem: string | null;
}

export function runtimeFacts(
  { host }: Terminal,
  { config, folder }: Pick<LoadedConfig, "config" | "folder">,
): RuntimeFacts {
  return {
    project: config === null ? null : projectRuntime(config, folder, targetName(host)),
    stores: runtimeStores(host.system, { environment: process.env }),
  };
}

function projectRuntime(
  { framework }: NonNullable<LoadedConfig["config"]>,
  folder: string,
  target: string,
): ProjectRuntime {
  const { runtime, runtimeAddresses } = framework.bundle;
  if (runtime === "own") return { runtime, version: Bun.version, addresses: [], problem: null };
  const shared = { runtime, version: publishedVersion };
  const published = publishedRuntimes[target];
  if (published === undefined) return { ...shared, addresses: [], problem: `there is none for ${target}` };
  try {
    return { ...shared, addresses: addressesOf(runtimeAddresses, folder, published), problem: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...shared, addresses: [], problem: error.message };
  }
}

/** Lines of a name and what is said of it. */
export function runtimeRows({ project, stores }: RuntimeFacts): [name: string, text: string][] {
  return [
    ...(project === null ? [] : projectRows(project)),
    ...stores.flatMap(({ of, folder, runtimes }) => [
      [`store of the ${of}`, runtimes.length === 0 ? `${folder}: empty` : folder] satisfies [string, string],
      ...runtimes.map(({ name, apps }): [string, string] => [
        `  ${name}`,
        apps.length === 0
          ? "used by no app"
          : `used by ${apps.map(({ path, isThere }) => (isThere ? path : `${path} (gone)`)).join(", ")}`,
      ]),
    ]),
  ];
}

function projectRows({ runtime, version, addresses, problem }: ProjectRuntime): [string, string][] {
  return [
    ["of the project", `${runtime}, Bun ${version}`],
    ...addresses.map((address, index): [string, string] => [index === 0 ? "got from" : "", address]),
    ...(problem === null ? [] : [["got from", problem] satisfies [string, string]]),
  ];
}
