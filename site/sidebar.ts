// The site's sidebar: the list in docs/README.md, and below each folder the list of its README.

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
  return sectionsOf("docs/README.md").map(({ title, entries }) => ({
    text: title,
    items: entries.map(item),
  }));
}

/** A page; that of a folder holds the pages beside it, by the sections that list them. */
function item({ text, page }: Entry): DefaultTheme.SidebarItem {
  const link = `/${page.replace(/README\.md$/, "").replace(/\.md$/, ".html")}`;
  if (!page.endsWith("/README.md")) return { text, link };
  const sections = sectionsOf(page).map(({ title, entries }) => ({
    text: title,
    collapsed: true,
    items: entries
      .filter((below) => below.page !== page && dirname(below.page) === dirname(page))
      .map(item),
  }));
  const filled = sections.filter(({ items }) => items.length > 0);
  const items = filled.length === 1 ? filled.flatMap((section) => section.items) : filled;
  return { text, link, ...(items.length > 0 && { items, collapsed: true }) };
}

interface Section {
  /** Empty above the first heading. */
  readonly title: string;
  readonly entries: readonly Entry[];
}

function sectionsOf(page: string): Section[] {
  const [begin = "", ...rest] = readFileSync(join(root, page), "utf8").split(/^## /m);
  return [
    { title: "", entries: entriesOf(begin, page) },
    ...rest.map((section) => ({
      title: section.slice(0, section.indexOf("\n")),
      entries: entriesOf(section, page),
    })),
  ].filter(({ entries }) => entries.length > 0);
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
