import type { PackagedFile } from "./resources.ts";
import type { NamedText } from "./staging.ts";

/** A file that is shipped unchanged, for checks of shipped files. */
export interface ShippedFile {
  /** The field of the configuration that names it. */
  readonly field: string;
  /** For messages. */
  readonly name: string;
  /** A file of this machine, or its bytes. */
  readonly source: string | Uint8Array;
  /** The origin of the bytes, if the configuration does not name it. */
  readonly file?: string;
}

/** @param field without the prefix `framework.` */
export function shippedFiles(field: string, files: readonly PackagedFile[]): ShippedFile[] {
  return files.map(({ path, source }) => ({
    field: `framework.${field}`,
    name: typeof source === "string" ? source : path,
    source,
  }));
}

/** @param field the field that names the text; `null` is no text */
export function shippedText(field: string, text: NamedText | null): ShippedFile[] {
  return text === null ? [] : [{ field, name: text.path, source: Buffer.from(text.text) }];
}
