// The meaning of the documents' Markdown on the site: the same as on GitHub, where people read it,
// too.

import { slug } from "github-slugger";
import type { MarkdownOptions } from "vitepress";
import { siteLink } from "./links.ts";

export const markdown = (repository: string | null): MarkdownOptions => ({
  // Braces are text.
  attrs: { disable: true },
  // Their comments are legible, too.
  theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  anchor: { slugify: slug },
  headers: { slugify: slug },
  config(md) {
    const { rules } = md.renderer;
    const renderLink = rules.link_open!;
    rules.link_open = (tokens, index, options, env, self) => {
      const token = tokens[index]!;
      const link = siteLink(token.attrGet("href")!, env.relativePath, repository);
      if (link === null) token.attrs = [];
      else token.attrSet("href", link);
      return renderLink(tokens, index, options, env, self);
    };
    // Pages are compiled as templates of Vue. Anchors and comments are the documents' only HTML;
    // everything else that looks so, such as `invoke<typeof app>`, is text.
    for (const name of ["text", "code_inline"] as const) {
      const render = rules[name]!;
      rules[name] = (...args) => render(...args).replaceAll("{{", "&#123;&#123;");
    }
    rules.html_inline = (tokens, index) => {
      const { content } = tokens[index]!;
      return /^<(?:a id="[^"]+"|\/a)>$/.test(content) || !content.startsWith("<")
        ? content
        : md.utils.escapeHtml(content);
    };
  },
});
