import { tauriSourceDirectory } from "../tauri-project.ts";
import { sourceDirectory } from "../../../config/read/find.ts";

/**
 * The files of Tauri's source directory with a counterpart, from and to; paths relative to either
 * directory.
 */
export type MovedFiles = ReadonlyMap<string, string>;

const mention = /(?<![\w-])src-tauri(?![\w-])((?:\/[\w.@*+-]+)*)/g;

/**
 * A text with renamed paths into `src-tauri`, if they have a counterpart: moved files, the output
 * folder, and patterns for the whole of it. Everything else stays in place, and so does its path.
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

/** Ignore files of tools: both directories are meant. */
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
