import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/app/display-app.ts";

/**
 * The constants of Windows, as far as their names are capital letters: those of 32 bits, by name,
 * as unsigned numbers.
 */
export type Constants = Readonly<Record<string, number>>;

/** The constants that the platform declares, in any of its files. */
export function declaredConstants(isWanted: (name: string) => boolean): Constants {
  const folder = join(root, "src/native/windows");
  const text = globSync("**/*.ts", { cwd: folder })
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  return constantsIn(
    text,
    /const ([A-Z][A-Z\d]*_\w+) = (-?(?:0x[\da-f_]+|\d[\d_]*))(?: \| 0)?;/gi,
    isWanted,
  );
}

/**
 * The constants in a text, by an expression for a name and a number, in the order of their names.
 */
export function constantsIn(
  text: string,
  declaration: RegExp,
  isWanted: (name: string) => boolean,
): Constants {
  return Object.fromEntries(
    [...text.matchAll(declaration)]
      .filter(([, name = ""]) => isWanted(name) && name === name.toUpperCase())
      .map(([, name = "", value = ""]) => [name, Number(value.replaceAll("_", "")) >>> 0] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** True if a constant is one of the engine's. */
export const isOfWebView2 = (name: string): boolean => name.startsWith("COREWEBVIEW2_");
