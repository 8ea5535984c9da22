import { tauriSourceDirectory } from "../tauri-project.ts";
import { sourceDirectory } from "../../../config/read/find.ts";

/**
 * What is in the peer's source directory and gets a counterpart, from and to; paths relative to
 * either directory.
 */
export type MovedFiles = ReadonlyMap<string, string>;

const mention = /(?<![\w-])src-tauri(?![\w-])((?:\/[\w.@*+-]+)*)/g;

/**
 * A text with the paths into `src-tauri` that have a counterpart: moved files, the folder of what
 * is built, and patterns for the whole of it. All else stays where it is, and so does its path.
 */
export function renameSourcePaths(
  text: string,
  moved: MovedFiles,
): { text: string; count: number } {
  let count = 0;
  const renamed = text.replace(mention, (whole, rest: string) => {
    const path = rest.slice(1);
    const to = /^target(?:\/|$)|^\*/.test(path) ? path : moved.get(path);
    if (to === undefined) return whole;
    count += 1;
    return `${sourceDirectory}/${to}`;
  });
  return { text: renamed, count };
}

/** Files that name what a tool shall not look at: both directories are meant. */
export function isIgnoreFile(path: string): boolean {
  return /(?:^|\/)\.\w+ignore$/.test(path);
}

/** Each line about `src-tauri` gets a twin below it. */
export function doubleSourcePaths(
  text: string,
  moved: MovedFiles,
): { text: string; count: number } {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(end);
  const there = new Set(lines);
  let count = 0;
  const doubled = lines.flatMap((line) => {
    const bare = line.trim().replace(/^[!/]*|\/$/g, "");
    const twin =
      bare === tauriSourceDirectory
        ? line.replace(tauriSourceDirectory, sourceDirectory)
        : renameSourcePaths(line, moved).text;
    if (line.startsWith("#") || twin === line || there.has(twin)) return [line];
    count += 1;
    return [line, twin];
  });
  return { text: doubled.join(end), count };
}
