import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readText } from "../../disk/read.ts";
import { UserError } from "../terminal.ts";
import { readFeed, type FeedPlatform } from "./feed.ts";

/** The output of a version, for one system or more. */
export interface BuiltRelease {
  readonly version: string;
  readonly date: string | null;
  /** The parts of its feed, by platform: `linux-x86_64`. */
  readonly platforms: ReadonlyMap<string, FeedPlatform>;
  /** Paths of packages and of update downloads, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Gathers the output of `framework build` for a version, for all systems.
 * @param outputFolder `target` of the project
 * @throws UserError when there is no signed update of the version
 */
export function findRelease(outputFolder: string, version: string): BuiltRelease {
  const platforms = new Map<string, FeedPlatform>();
  const files = new Map<string, string>();
  const others = new Set<string>();
  let date: string | null = null;
  for (const folder of bundleFolders(outputFolder)) {
    for (const path of filesIn(join(folder, "updater"), ".update.json")) {
      const feed = readFeed(readText(path), path);
      if (feed.version !== version) {
        others.add(feed.version);
        continue;
      }
      date = feed.pub_date ?? date;
      for (const [name, platform] of Object.entries(feed.platforms)) {
        platforms.set(name, platform);
        for (const file of filesOf(platform)) files.set(file, requireFile(dirname(path), file));
      }
      for (const one of packagesIn(folder, version)) files.set(one.name, one.path);
    }
  }
  if (platforms.size > 0) return { version, date, platforms, files };
  const found = others.size === 0 ? "" : ` (there is ${[...others].join(", ")})`;
  throw new UserError(
    `Cannot publish version "${version}": no signed update of it is in "${relative(process.cwd(), outputFolder)}"${found}; ` +
      "build it first, with FRAMEWORK_PRIVATE_KEY: npx framework build",
  );
}

/** The bundle folders of the host's target, and of other targets by their triples. */
function bundleFolders(outputFolder: string): string[] {
  const folders = existsSync(outputFolder)
    ? readdirSync(outputFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  return ["release", ...folders.map(({ name }) => join(name, "release"))]
    .map((name) => join(outputFolder, name, "bundle"))
    .filter((folder) => existsSync(folder));
}

function filesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ name }) => join(folder, name));
}

function filesOf({ url, chunks }: FeedPlatform): string[] {
  const addresses = [url, ...(chunks === undefined ? [] : [chunks.url, chunks.index])];
  return addresses.map(decodeURIComponent);
}

function requireFile(folder: string, file: string): string {
  const path = join(folder, file);
  if (dirname(path) === folder && existsSync(path)) return path;
  throw new UserError(`Cannot publish "${file}": it must be in "${folder}", as the feed says`);
}

/** The packages that users install first. Packages of earlier versions lie beside them. */
function packagesIn(folder: string, version: string): { name: string; path: string }[] {
  const named = namesVersion(version);
  const folders = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== "updater",
  );
  return folders.flatMap((format) =>
    filesIn(join(folder, format.name), "")
      .map((path) => ({ path, name: relative(dirname(path), path) }))
      .filter(({ name }) => named.test(name)),
  );
}

/** A "-" may be a "~", as in packages for Linux. A longer text is another version. */
function namesVersion(version: string): RegExp {
  const text = version
    .split("-")
    .map((part) => RegExp.escape(part))
    .join("[-~]");
  return new RegExp(`(?<![0-9.])${text}(?!\\.?[0-9]|[-~][a-z])`, "i");
}
