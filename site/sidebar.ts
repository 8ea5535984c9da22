// The site's sidebar: what docs/README.md lists, and below each list of a folder what that one
// lists.

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { DefaultTheme } from "vitepress";
import { isPage } from "./links.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Entry {
  readonly text: string;
  /** From the root of the repository. */
  readonly page: string;
}

export function sidebar(): DefaultTheme.SidebarItem[] {
  const [, ...sections] = readFileSync(join(root, "docs/README.md"), "utf8").split(/^## /m);
  return sections.map((section) => ({
    text: section.slice(0, section.indexOf("\n")),
    items: entriesOf(section, "docs/README.md").map(item),
  }));
}

function item(entry: Entry): DefaultTheme.SidebarItem {
  const { text, page } = entry;
  const link = `/${page.replace(/README\.md$/, "").replace(/\.md$/, ".html")}`;
  if (!page.endsWith("/README.md")) return { text, link };
  const items = entriesOf(readFileSync(join(root, page), "utf8"), page)
    .filter((below) => below.page !== page && dirname(below.page) === dirname(page))
    .map(item);
  return { text, link, ...(items.length > 0 && { items, collapsed: true }) };
}

/** The pages that the bullets and rows of a list link to, each once. */
function entriesOf(list: string, page: string): Entry[] {
  const found = new Map<string, Entry>();
  for (const line of list.matchAll(/^(?:[-|]|  +- ).*(?:\n {2,}\S.*)*/gm)) {
    for (const [, text = "", link = ""] of line[0].matchAll(/\[([^\]]+)\]\(([^)#\s]+)\)/g)) {
      const target = relative(root, join(root, dirname(page), link));
      if (isPage(target) && !found.has(target))
        found.set(target, { text: text.replaceAll("`", "").replaceAll(/\s+/g, " "), page: target });
    }
  }
  return [...found.values()];
}
