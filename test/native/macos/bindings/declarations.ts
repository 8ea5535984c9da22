import { readdirSync, readFileSync } from "node:fs";
import { declarationOf } from "../../../../src/native/ffi/library.ts";
import { ObjcClass, type Methods } from "../../../../src/native/macos/objc/object.ts";
import { OwnClass, type OwnClassDefinition } from "../../../../src/native/macos/objc/own-class.ts";

// The macOS platform's declarations of Objective-C, in any file: the exported ones. Importing a
// file opens no framework.

const folder = new URL("../../../../src/native/macos/", import.meta.url);

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("objc/"))
  .toSorted();

const exported: readonly unknown[] = (
  await Promise.all(
    files.map(async (file) => Object.values((await import(new URL(file, folder).href)) as object)),
  )
).flat();

/** Every class of the system's. */
export const classes: readonly ObjcClass<Methods, Methods>[] = [...new Set(exported)].filter(
  (value): value is ObjcClass<Methods, Methods> => value instanceof ObjcClass,
);

/** Every class of ours. */
export const definitions: readonly OwnClassDefinition<never>[] = [...new Set(exported)]
  .filter((value) => value instanceof OwnClass)
  .map((own: OwnClass<never>) => own.definition);

/** Every function of C: name, signature and library. */
export const functions = exported.flatMap((value) => {
  const declaration =
    typeof value === "object" && value !== null ? declarationOf(value) : undefined;
  return Object.entries(declaration?.signatures ?? {}).map(([name, signature]) => ({
    name,
    signature,
    library: declaration?.file ?? "",
  }));
});

const sources = files.map((file) => ({ file, text: readFileSync(new URL(file, folder), "utf8") }));

const count = (pattern: RegExp): number =>
  sources.reduce((total, { text }) => total + Array.from(text.matchAll(pattern)).length, 0);

/** The number of declarations: as many must be found. */
export const declared = {
  classes: count(/\bobjcClass\(/g),
  definitions: count(/\bnew OwnClass\b/g),
};

/** Messages by a selector and a signature beside each other, outside of a class. */
export const messages = found(/"([A-Za-z_][\w:]*)",\s*"([^">\s]*>[^"\s])"/g);

/** The signatures of blocks, of ours and of others. */
export const blocks = found(/\b(block|blockOnce)\(\s*"([^"]*)"|\b(new Reply)\(\w+,\s*"([^"]*)"/g);

/** Constants that are looked up. */
export const constants = found(/\bconstant\(\s*"(\w+)"()/g);

/** Numbers with names of the system's. */
export const values = found(/\bconst ((?:NS|WK|UN)\w+) = (-?\w+(?: << \d+)?);/g).map(
  ({ file, name, signature: written }) => {
    const [base = "", shift = "0"] = written.split(" << ");
    return { file, name, value: Number(base) * 2 ** Number(shift) };
  },
);

function found(pattern: RegExp): { file: string; name: string; signature: string }[] {
  return sources.flatMap(({ file, text }) =>
    Array.from(text.matchAll(pattern), (match) => {
      const [name = "", signature = ""] = match.slice(1).filter((group) => group !== undefined);
      return { file, name, signature };
    }),
  );
}
