import { relative } from "node:path";
import { readText } from "../../../disk/read.ts";
import { findPageFiles } from "./page-files.ts";

const hook = "__FRAMEWORK_ISOLATION_HOOK__";
const oldHook = "__TAURI_ISOLATION_HOOK__";

/**
 * Says where an isolation application sets the hook by the name it has in Tauri, and nowhere by its
 * own: the frame refuses every call then, those by which a page could tell of it, too.
 *
 * @param cwd what paths are told from
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
