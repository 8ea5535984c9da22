// The site of the documents: the Markdown of the repository as it is, at the addresses that its
// files have there. `docs/install.md` is `/docs/install`, `README.md` is `/`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { markdown } from "../markdown.ts";
import { repositoryAddress } from "../repository.ts";
import { sidebar } from "../sidebar.ts";
import { accessibleSearchBox } from "./search-box.ts";
import packageJson from "../../package.json" with { type: "json" };

const withoutScripts = readFileSync(new URL("../without-scripts.css", import.meta.url), "utf8");
const repository = repositoryAddress();

export default defineConfig({
  title: "framework",
  description: packageJson.description,
  srcDir: "..",
  // Documents of the project; everything else in Markdown belongs to its code.
  srcExclude: [
    "{bench,build,dist,examples,harness,node_modules,plugins,site,src,stub,test,tools}/**",
  ],
  outDir: "../build/site",
  cacheDir: "../build/site-cache",
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, "$1index.md"),
  head: [["noscript", {}, `<style>${withoutScripts}</style>`]],
  markdown: markdown(repository),
  // The pages lie beside the site's packages, not above: their compiled code finds Vue by this.
  vite: {
    // The index of the search is one chunk, which loads when the user searches.
    build: { chunkSizeWarningLimit: 8000 },
    plugins: [accessibleSearchBox],
    // Vite leaves packages to Node.js that the project above has, too. Vue's compiler requires some
    // as CommonJS, which have no default export there.
    ssr: { noExternal: true },
    resolve: {
      alias: { "vue/server-renderer": fileURLToPath(import.meta.resolve("vue/server-renderer")) },
    },
  },
  themeConfig: {
    nav: [
      { text: "First hour", link: "/docs/first-hour.html" },
      { text: "How to", link: "/docs/how-to/" },
      { text: "API", link: "/docs/reference/api/" },
      { text: "Configuration", link: "/docs/reference/configuration/" },
      { text: packageJson.version, link: "/CHANGELOG.html" },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: "local" },
    ...(repository !== null && {
      editLink: { pattern: `${repository}/edit/main/:path`, text: "Edit this page" },
    }),
  },
});
