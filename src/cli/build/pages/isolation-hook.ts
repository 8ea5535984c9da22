import { relative } from "node:path";
import { readText } from "../../../disk/read.ts";
import { findPageFiles } from "./page-files.ts";

const hook = "__FRAMEWORK_ISOLATION_HOOK__";
const oldHook = "__TAURI_ISOLATION_HOOK__";

/**
 * Finds the places where an isolation application sets the hook only by its name in Tauri. Then the
 * frame refuses every call, including those by which a page could report the problem.
 *
 * @param cwd the folder that the paths are relative to
 */
export function oldHooks(folder: string, cwd: string): readonly string[] {
  const { files } = findPageFiles({ kind: "folder", folder }, { keepSourceMaps: false, pages: [] });
  const texts = files
    .filter(({ path }) => /\.(?:html?|[cm]?js)$/i.test(path))
    .map(({ source }) => ({ source, text: readText(source) }));
  if (texts.some(({ text }) => text.includes(hook))) return [];
  return texts.flatMap(({ source, text }) =>
    text.split("\n").flatMap((line, index) => {
      const place = `${relative(cwd, source)}:${index + 1}:${line.indexOf(oldHook) + 1}`;
      return line.includes(oldHook)
        ? [`${place}: ${oldHook} is called ${hook} here; no call gets through`]
        : [];
    }),
  );
}
