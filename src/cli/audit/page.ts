import { readFileSync } from "node:fs";
import { pageOrigins } from "../../contract/page/origins.ts";
import type { PageFile } from "../build/page-files.ts";

// Whichever system it is built for: only what the page itself does not name is compared with it.
const ownOrigin = pageOrigins(null).app;

/** What the built page holds that matters here. */
export interface PageFacts {
  /** Other servers whose scripts the page loads, in order. */
  readonly foreignScripts: readonly string[];
  /** The files that load scripts from such a server. */
  filesWith(origin: string): readonly string[];
  /** How many attributes hold scripts, by file. */
  readonly handlers: ReadonlyMap<string, number>;
  readonly files: number;
}

export function readPage(files: readonly PageFile[]): PageFacts {
  const foreign = new Map<string, Set<string>>();
  const handlers = new Map<string, number>();
  for (const { path, source } of files) {
    if (!/\.html?$/i.test(path)) continue;
    new HTMLRewriter()
      .on("*", {
        element({ tagName, attributes }) {
          for (const [name, value] of attributes) {
            if (/^on[a-z]+$/i.test(name)) handlers.set(path, (handlers.get(path) ?? 0) + 1);
            if (tagName !== "script" || name !== "src") continue;
            const url = URL.parse(value, `${ownOrigin}/`);
            if (url === null) continue;
            const origin = `${url.protocol}//${url.host}`;
            if (origin === ownOrigin) continue;
            foreign.set(origin, (foreign.get(origin) ?? new Set()).add(path));
          }
        },
      })
      .transform(readFileSync(source, "utf8"));
  }
  return {
    foreignScripts: [...foreign.keys()].sort(),
    filesWith: (origin) => [...(foreign.get(origin) ?? [])].sort(),
    handlers,
    files: files.length,
  };
}
