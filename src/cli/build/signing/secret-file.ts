import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readUserFile } from "../../../disk/read.ts";

/** The value of an environment variable, and its name for messages. */
export interface Given {
  readonly bytes: Uint8Array;
  readonly from: string;
}

/**
 * Reads the value of a variable: the path of a file, the content of a file in base64, as build
 * servers keep secrets, or PEM.
 *
 * @param wanted in words, for example "a .p12 or PEM file"
 * @throws Error if it is none of them
 */
export function readGiven(
  given: string,
  {
    variable,
    folder,
    wanted,
  }: { readonly variable: string; readonly folder: string; readonly wanted: string },
): Given {
  const from = `the value of ${variable}`;
  if (given.includes("-----BEGIN")) return { bytes: Buffer.from(given), from };
  // A shell completes paths from its working folder. Those of a project's own scripts may be from
  // the folder of the configuration.
  const path = [resolve(given), resolve(folder, given)].find((one) => existsSync(one));
  if (path !== undefined) return { bytes: readUserFile(path), from: given };
  // The path of a missing file is not base64 of a long text.
  if (/^[A-Za-z0-9+/=\s]{200,}$/.test(given)) return { bytes: Buffer.from(given, "base64"), from };
  throw new Error(`Cannot find "${given}", which ${variable} names: want ${wanted}, or its base64`);
}
