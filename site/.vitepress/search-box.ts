import type { Plugin } from "vite";

const isChosen = `:aria-selected="selectedIndex === index ? 'true' : 'false'"`;

/** The parts of the search box's template that are replaced, and the replacements. */
const mended: readonly (readonly [was: string | RegExp, is: string])[] = [
  // As a button it would hide its content from screen readers.
  [
    /role="button"\s+:aria-owns="[^"]+"\s+aria-expanded="true"\s+aria-haspopup="listbox"\s+aria-labelledby="[^"]+"/,
    'role="dialog" aria-modal="true" aria-label="Search"',
  ],
  // The link is chosen, and not an item around it. Its name is its text.
  [/:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]+"\s+role="option"/, 'role="none"'],
  [
    `:aria-label="[...p.titles, p.title].join(' > ')"`,
    `:id="'localsearch-item-' + index" ${isChosen} role="option"`,
  ],
  // A key is no control, and takes no label.
  [/<kbd :aria-label=/g, "<kbd :title="],
];

/** Makes VitePress's search box one that screen readers can use. */
export const accessibleSearchBox: Plugin = {
  name: "accessible-search-box",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/VPLocalSearchBox.vue")) return undefined;
    const result = mended.reduce((before, [was, is]) => {
      const after = before.replace(was, is);
      if (after === before)
        throw new Error(`Cannot find "${String(was)}" in "${id}": look at it anew`);
      return after;
    }, code);
    return { code: result, map: null };
  },
};
