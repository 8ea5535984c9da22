import { readText } from "../../../disk/read.ts";
import { fallbackPage, fileCandidates, pathInApp } from "../../../contract/page/page-path.ts";
import { pageParts } from "../../project/page-sources.ts";
import type { PageFile } from "./page-files.ts";

const app = "app://localhost/";

/**
 * The first script or style sheet of the start page that the app does not have; `null`: none. The
 * page of a build tool with a base path of its own, such as "/app/", would stay empty.
 */
export function missingPart(files: readonly PageFile[]): string | null {
  const page = files.find(({ path }) => path === fallbackPage);
  if (page === undefined) return null;
  const { base, parts } = pageParts(readText(page.source));
  const place = URL.parse(base, app + fallbackPage);
  const paths = new Set(files.map(({ path }) => path));
  for (const part of parts) {
    const address = place === null ? null : URL.parse(part, place.href);
    if (address?.href.startsWith(app) !== true) continue;
    const path = pathInApp(address.pathname);
    if (path === null || fileCandidates(path).some((candidate) => paths.has(candidate))) continue;
    const [start, below] = behindBase(path, paths);
    const remedy =
      below === null
        ? "have build.beforeBuildCommand write it into build.distDir"
        : `it has "${below}", so build the page for the path "/" in place of "/${start}"`;
    return `The page "${fallbackPage}" asks for "${part}", which the app does not have: ${remedy}`;
  }
  return null;
}

/** Divides a path into a base path and a file that exists; `null`: there is no such file. */
function behindBase(
  path: string,
  paths: ReadonlySet<string>,
): readonly [start: string, below: string | null] {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const below = path.slice(at + 1);
    if (paths.has(below)) return [path.slice(0, at + 1), below];
  }
  return ["", null];
}
