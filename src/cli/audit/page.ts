import { readText } from "../../disk/read.ts";
import { pageOrigins } from "../../contract/page/origins.ts";
import { isPage, type PageFile } from "../build/pages/page-files.ts";
import { scriptAttributes } from "../project/page-sources.ts";

// Independent of the target system: only names that the page itself does not use are compared with
// it.
const ownOrigin = pageOrigins(null).app;

/** The relevant facts about the built page. */
export interface PageFacts {
  /** Foreign servers whose scripts the page loads, in order. */
  readonly foreignScripts: readonly string[];
  /** The files that load scripts from such a server. */
  filesWith(origin: string): readonly string[];
  /** The number of attributes with scripts, by file. */
  readonly handlers: ReadonlyMap<string, number>;
  readonly files: number;
}

export function readPage(files: readonly PageFile[]): PageFacts {
  const foreign = new Map<string, Set<string>>();
  const handlers = new Map<string, number>();
  for (const { path, source } of files) {
    if (!isPage(path)) continue;
    const html = readText(source);
    const { length } = scriptAttributes(html);
    if (length > 0) handlers.set(path, length);
    new HTMLRewriter()
      .on("script[src]", {
        element(script) {
          const url = URL.parse(script.getAttribute("src") ?? "", `${ownOrigin}/`);
          if (url === null) return;
          const origin = `${url.protocol}//${url.host}`;
          if (origin !== ownOrigin)
            foreign.set(origin, (foreign.get(origin) ?? new Set()).add(path));
        },
      })
      .transform(html);
  }
  return {
    foreignScripts: [...foreign.keys()].sort(),
    filesWith: (origin) => [...(foreign.get(origin) ?? [])].sort(),
    handlers,
    files: files.length,
  };
}
