import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { ResolvedConfig } from "../config/index.ts";
import { packMagic, packTrailerLength, type AppSpec } from "../contract/shipped/pack.ts";

type Spec = AppSpec<ResolvedConfig>;

/** Reads the app spec that `framework dev` wrote beside the app's entry. */
export function readSpecFile(path: string): Spec {
  return JSON.parse(readFileSync(path, "utf8")) as Spec;
}

/**
 * Reads the app spec from behind the running executable (the format: `contract/shipped/pack.ts`). It was checked when
 * the app was built, and is not checked again.
 * @throws Error when there is none: the file was cut short, or changed by a tool that drops what it does not know
 */
export function readPackedSpec(executable: string): Spec {
  const file = openSync(executable, "r");
  try {
    const { size } = fstatSync(file);
    const read = (position: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, position);
      return bytes;
    };
    const trailer = read(size - packTrailerLength, packTrailerLength);
    if (trailer.toString("latin1", 16) !== packMagic) {
      throw new Error(
        `Cannot start "${executable}": the files behind the executable are missing; was it stripped?`,
      );
    }
    return JSON.parse(
      read(Number(trailer.readBigUInt64LE(0)), Number(trailer.readBigUInt64LE(8))).toString("utf8"),
    ) as Spec;
  } finally {
    closeSync(file);
  }
}
