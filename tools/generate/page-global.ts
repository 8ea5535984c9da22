import * as api from "../../src/api/index.ts";

/**
 * `window.__FRAMEWORK__`, name by name. The bundler turns `import *` into an object with a getter
 * and a function for each name, and the page's engine takes 4 ms to process them before the page's
 * first script; written out it takes 3.
 */
export function pageGlobal(): string {
  const parts = Object.entries(api).map(([name, part]) => {
    if (typeof part !== "object") return `${name}: api.${name}`;
    const values = Object.keys(part).map((value) => `${value}: api.${name}.${value}`);
    return `${name}: Object.freeze({ ${values.join(", ")} })`;
  });
  return `// Written by tools/generate.ts from what src/api/index.ts exports.

import * as api from "../../index.ts";

/**
 * Frozen with its parts: a script that runs later cannot put functions of its own in place of
 * these. Classes are open.
 */
export const pageGlobal: typeof api = Object.freeze({ ${parts.join(", ")} });
`;
}
