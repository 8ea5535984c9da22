import { readdirSync } from "node:fs";
import { declarationOf } from "../../src/native/ffi/library.ts";

const folder = new URL("../../src/native/linux/lib/", import.meta.url);

/**
 * Every function the Linux platform declares, in any table of any file: name, signature and
 * library.
 */
export const signatures: readonly (readonly [name: string, signature: string, library: string])[] =
  (
    await Promise.all(
      readdirSync(folder)
        .toSorted()
        .map(async (file) =>
          Object.values((await import(new URL(file, folder).href)) as Record<string, object>),
        ),
    )
  )
    .flat()
    .flatMap((value) => {
      const { file, signatures: declared } = declarationOf(value) ?? { file: "", signatures: {} };
      return Object.entries(declared).map(([name, signature]) => [name, signature, file] as const);
    });
