import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../../../..");
const folders = [
  "src/native/macos",
  "harness/objective-c",
  "harness/wkwebview",
  "test/native/macos",
];

/**
 * The names in the code for macOS: words in quotes, with a sign before them those of the stand-in's
 * methods, names of properties, as selectors are in declarations, those of classes, and those of
 * constants.
 */
export function namedWords(): Set<string> {
  const words = new Set<string>();
  for (const folder of folders)
    for (const file of sourcesIn(join(root, folder)))
      for (const [, quoted, property, declared] of readFileSync(file, "utf8").matchAll(
        /["`][-+]?([\w:]+)["`]|\b(\w+):|\b(?:class|const) (\w+)/g,
      ))
        words.add((quoted ?? property ?? declared) as string);
  return words;
}

function sourcesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw cause;
  }
}
