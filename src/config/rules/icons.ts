import { existsSync, readSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { PathError } from "../../disk/roots.ts";
import { limits, readFile, withOpenFile } from "../../disk/read.ts";
import { search } from "../../disk/search.ts";
import { statusAt } from "../../disk/status.ts";
import { splitGlob } from "../../contract/patterns/file-glob.ts";
import { pictureFormat, reasonAgainstPicture } from "../../contract/picture/picture-format.ts";
import { icnsWidths, largestOfWindows, themeSizes } from "../../contract/picture/icon-sizes.ts";
import { pngHeadLength, pngSize } from "../../contract/picture/png.ts";
import { isInProject } from "../read/ancestors.ts";
import type { System } from "../../contract/target.ts";
import type { Path } from "../shape/tree.ts";
import type { RuleContext } from "./rule.ts";

const longestPattern = 4096;

/**
 * The files of an entry of `bundle.icon`: the file itself, or the matches of its pattern. A file of
 * that exact name wins over a pattern, so `icon[1].png` is found.
 */
export function filesOfIcon(folder: string, icon: string): readonly string[] {
  const written = icon.replaceAll("\\", "/");
  const file = resolve(folder, written);
  // No path is longer, and the search would visit the disk for each part of the pattern.
  if (icon.length > longestPattern) return [file];
  const split = splitGlob(written);
  if (split === null || existsSync(file)) return [file];
  const cwd = resolve(folder, split.folder);
  // Another rule reports files outside: a search from "/" would traverse the whole disk.
  if (!existsSync(cwd) || !isInProject(cwd, folder)) return [];
  return search(cwd, split.glob, { mayEnter: (target) => isInProject(target, folder) })
    .map((match) => join(cwd, match))
    .filter((match) => statusAt(match)?.isDirectory() === false);
}

/**
 * The reason why a pattern of files must not be searched; `null`: it may. A plain file may be
 * anywhere.
 */
export function reasonAgainstPattern(folder: string, pattern: string): string | null {
  const written = pattern.replaceAll("\\", "/");
  const split = splitGlob(written);
  if (split === null || existsSync(resolve(folder, written))) return null;
  const from = resolve(folder, split.folder);
  if (!existsSync(from) || isInProject(from, folder)) return null;
  return `would be searched for in "${from}", outside of the project: name that folder or its files themselves, without "*"`;
}

/** Existing icons must be pictures that systems can show. */
export function icons(context: RuleContext): void {
  const { bundle, systemTray } = context.config.framework;
  const files = bundle.icon.map((icon) => filesOfIcon(context.folder, icon));
  for (const [index, matches] of files.entries())
    for (const file of matches) check(context, ["framework", "bundle", "icon", index], file);
  if (systemTray !== null)
    check(
      context,
      ["framework", "systemTray", "iconPath"],
      resolve(context.folder, systemTray.iconPath),
    );
  if (bundle.active && files.flat().length > 0) checkShown(context, files.flat());
}

/** The icons that a system shows. */
interface Shown {
  /** All files of this extension. */
  readonly extension: string;
  /** Square PNGs of these sizes. */
  fits(this: void, width: number): boolean;
  readonly says: string;
}

const shown: Readonly<Record<System, Shown>> = {
  linux: {
    extension: ".svg",
    fits: (width) => themeSizes.includes(width),
    says: `desktops on Linux look for: an SVG, or a square PNG of ${themeSizes.join(", ")} pixels`,
  },
  windows: {
    extension: ".ico",
    fits: (width) => width <= largestOfWindows,
    says: `Windows shows: an ICO, or a square PNG of at most ${largestOfWindows} pixels`,
  },
  macos: {
    extension: ".icns",
    fits: (width) => icnsWidths.some((each) => each === width),
    says: `macOS shows: an ICNS, or a square PNG of ${icnsWidths.join(", ")} pixels`,
  },
};

function checkShown(context: RuleContext, files: readonly string[]): void {
  const { extension, fits, says } = shown[context.system];
  const isFound = (file: string): boolean => {
    // Another rule reports unreadable files.
    if (statusAt(file)?.isFile() !== true) return true;
    const own = extname(file).toLowerCase();
    if (own === extension) return true;
    if (own !== ".png") return false;
    const head = Buffer.alloc(pngHeadLength);
    withOpenFile(file, (opened) => readSync(opened, head));
    const size = pngSize(head);
    return size !== null && size.width === size.height && fits(size.width);
  };
  if (files.some(isFound)) return;
  context.warn(
    ["framework", "bundle", "icon"],
    `has nothing that ${says}; run "npx framework icon", and name its output files`,
    { code: "no-effect" },
  );
}

function check(context: RuleContext, path: Path, file: string): void {
  // Another rule reports missing files.
  if (statusAt(file)?.isFile() !== true) return;
  const reason = reasonAgainst(file);
  if (reason !== null) context.error(path, reason, { code: "bad-file" });
}

function reasonAgainst(file: string): string | null {
  const extension = extname(file).toLowerCase();
  let bytes: Buffer;
  try {
    bytes = readFile(file, { limit: limits.picture });
  } catch (error) {
    if (error instanceof PathError) return error.why;
    throw error;
  }
  if (extension === ".svg")
    return bytes.includes("<svg") ? null : "must be an SVG picture, as its name says";
  if (extension === ".icns")
    return bytes.toString("latin1", 0, 4) === "icns"
      ? null
      : "must be an ICNS file, as its name says";
  const reason = reasonAgainstPicture(bytes);
  if (reason !== null || ![".png", ".ico"].includes(extension)) return reason;
  // Packages and systems rely on the extension.
  return extension === `.${pictureFormat(bytes)}`
    ? null
    : `must be ${extension === ".png" ? "a PNG" : "an ICO"} file, as its name says`;
}
