import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/**
 * The code block of a page of docs that holds some words, with modules of the framework named by
 * their files.
 */
export function exampleOf(page: string, words: string): string {
  const blocks = [...readFileSync(join(root, page), "utf8").matchAll(/^```[jt]sx?\n(.*?)^```$/gms)];
  const found = blocks.map(([, code = ""]) => code).filter((code) => code.includes(words));
  const [example] = found;
  if (example === undefined || found.length > 1)
    throw new Error(
      `Cannot find the example with ${words} in ${page}: want one, not ${found.length}`,
    );
  return example.replace('"framework/app"', JSON.stringify(join(root, "src/app/index.ts")));
}

/** The same, as the body of a function in a page that has the modules as a global object. */
export function pageExampleOf(page: string, words: string): string {
  return exampleOf(page, words).replace(
    /^import (\{[^}]*\}) from "framework\/api\/(\w+)";$/gm,
    "const $1 = window.__FRAMEWORK__.$2;",
  );
}
