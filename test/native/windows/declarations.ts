import { readdirSync } from "node:fs";
import { declarationOf } from "../../../src/native/ffi/library.ts";
import { Struct, type Fields } from "../../../src/native/ffi/struct.ts";
import type { Interface } from "../../../src/native/windows/com/client.ts";

// The Windows platform's declarations of C, in any file: the exported ones. Importing a file opens
// no library.

const folder = new URL("../../../src/native/windows/", import.meta.url);

const exported = (
  await Promise.all(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .toSorted()
      .map(async (file) =>
        Object.entries((await import(new URL(file, folder).href)) as Record<string, unknown>),
      ),
  )
).flat();

/** Every function: name, signature and library. */
export const signatures = exported.flatMap(([, value]) => {
  const declaration =
    typeof value === "object" && value !== null ? declarationOf(value) : undefined;
  return Object.entries(declaration?.signatures ?? {}).map(
    ([name, signature]) => [name, signature, declaration?.file ?? ""] as const,
  );
});

/**
 * Every struct that Windows' headers describe: these are exported by their names there, in capital
 * letters.
 */
export const structs: readonly (readonly [name: string, layout: Struct<Fields>])[] =
  exported.flatMap(([name, value]) =>
    value instanceof Struct && /^[A-Z][A-Z0-9_]*W?$/.test(name)
      ? [[name, value as Struct<Fields>]]
      : [],
  );

/** Every COM interface whose methods are called. */
export const interfaces: readonly Interface[] = exported.flatMap(([, value]) =>
  isInterface(value) ? [value] : [],
);

/**
 * The interfaces of our own objects, whose methods are in the order of the table: exported as
 * `Served…`.
 */
export const servedSlots: readonly (readonly [
  interfaceName: string,
  method: string,
  slot: number,
])[] = exported.flatMap(([name, value]) =>
  name.startsWith("Served") && typeof value === "object" && value !== null && "methods" in value
    ? Object.keys(value.methods as object).map(
        (method, index) => [name.replace("Served", "I"), method, index + 3] as const,
      )
    : [],
);

function isInterface(value: unknown): value is Interface {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    "iid" in value &&
    "methods" in value
  );
}
