import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { readFile } from "../../../disk/read.ts";
import { sourceDirectory } from "../../../config/read/find.ts";
import { tauriSourceDirectory } from "../tauri-project.ts";

/** A text of the front end; `path` is relative to the project's folder, with "/". */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

// Generated folders, and third-party ones.
const skipped = new Set(["node_modules", tauriSourceDirectory, sourceDirectory]);
/** The same inside of packages; deeper they may be names of the front end's own. */
const skippedInPackages = new Set(["dist", "build", "out", "target", "coverage"]);
const endings =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?|css|s[ac]ss|less|rs|ya?ml)$|^\.env(?:\.|$)|^\.\w+ignore$|^package\.json$|^Trunk\.toml$/;
const lockFile = "pnpm-lock.yaml";
/** No handwritten file is longer: bytes. */
export const longest = 2_000_000;

/**
 * The front end's own texts, in the order of their paths. A file that is not UTF-8 is no source
 * text.
 *
 * @param folder of the project
 * @param frontEnd the folder to search
 * @param besides absolute paths of folders to leave out, too
 */
export function readFrontEnd(
  folder: string,
  frontEnd: string,
  besides: ReadonlySet<string>,
): TextFile[] {
  const found: TextFile[] = [];
  const look = (at: string): void => {
    const isPackage = existsSync(join(at, "package.json"));
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        const isSkipped =
          skipped.has(entry.name) ||
          besides.has(path) ||
          ((isPackage || at === frontEnd) && skippedInPackages.has(entry.name)) ||
          (entry.name.startsWith(".") && entry.name !== ".github");
        if (!isSkipped) look(path);
      } else if (entry.isFile() && endings.test(entry.name) && entry.name !== lockFile) {
        const text = readText(path);
        if (text !== null) found.push({ path: relative(folder, path).split(sep).join("/"), text });
      }
    }
  };
  look(frontEnd);
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

export function isManifest({ path }: TextFile): boolean {
  return basename(path) === "package.json";
}

function readText(file: string): string | null {
  if (statSync(file).size > longest) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFile(file));
  } catch {
    return null;
  }
}
