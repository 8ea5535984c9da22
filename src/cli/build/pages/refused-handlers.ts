import { documentPath } from "../../project/documents.ts";
import { readText } from "../../../disk/read.ts";
import { refusesHandlers, type Csp } from "../../../contract/page/csp.ts";
import { firstLines } from "../../first-lines.ts";
import { scriptAttributes } from "../../project/page-sources.ts";
import { isPage, type PageFile } from "./page-files.ts";

/**
 * The actions that pages do by scripts in attributes and will not do in the app. `null`: none. A
 * tool that builds pages may add some that do not exist in development, as Angular does for its
 * styles.
 */
export function refusedHandlers(files: readonly PageFile[], csp: Csp | null): string | null {
  if (csp === null || !refusesHandlers(csp)) return null;
  const pages = files
    .filter(({ path }) => isPage(path))
    .map(({ path, source }) => ({ path, attributes: scriptAttributes(readText(source)) }))
    .filter(({ attributes }) => attributes.length > 0);
  const [first] = pages;
  if (first === undefined) return null;
  const where =
    pages.length === 1
      ? `"${first.path}" has`
      : `${pages.length} pages, such as "${first.path}", have`;
  const isOfAngular = pages.some(({ attributes }) => attributes.includes("onload of <link>"));
  const styles = `; what to do about Angular's styles is in ${documentPath("front-ends.md")}`;
  return (
    `framework.security.csp lets no script in an attribute run, and ${where} ${firstLines([...new Set(first.attributes)]).join(", ")}: ` +
    `use addEventListener${isOfAngular ? styles : ""}`
  );
}
