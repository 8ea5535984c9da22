import { readFileSync } from "node:fs";
import type { IconFile } from "../../contract/shipped/pack.ts";
import { readPack, type Pack } from "../pack.ts";

/** Reads a file of the app, from disk or from the pack. */
export function readIconFile(file: IconFile, pack: Pack): Uint8Array {
  return file.kind === "file" ? readFileSync(file.path) : readPack(pack, file.offset, file.length);
}
