// The links of a document, which lead through the repository's folders, as links of the site.

import { statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** True if a file of the repository is a page of the site. */
export const isPage = (path: string): boolean => /^(?:docs\/.*|[A-Z]+)\.md$/.test(path);

/**
 * The link of a page as the site has it. A folder's README is its index. A target that is no page
 * of the site, such as a source file, is read in the repository. `null`: there is no address for
 * it.
 */
export function siteLink(link: string, page: string, repository: string | null): string | null {
  const [, path = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(link) ?? [];
  if (path === "" || /^(?:[a-z]+:|\/)/.test(path)) return link;
  const target = relative(root, resolve(root, dirname(page), decodeURI(path)));
  if (isPage(target)) return `${path.replace(/(^|\/)README\.md$/, "$1index.md")}${hash}`;
  const kind = statSync(join(root, target)).isDirectory() ? "tree" : "blob";
  return repository === null ? null : `${repository}/${kind}/main/${target}${hash}`;
}
