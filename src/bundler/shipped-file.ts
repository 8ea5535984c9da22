import type { PackagedFile } from "./resources.ts";
import type { NamedText } from "./staging.ts";

/** Something that goes into a package as it is, for those who look through what is shipped. */
export interface ShippedFile {
  /** The field of the configuration that names it. */
  readonly field: string;
  /** For messages. */
  readonly name: string;
  /** A file of this machine, or its bytes. */
  readonly source: string | Uint8Array;
  /** The file that the bytes were read from, where the configuration does not name it. */
  readonly file?: string;
}

/** @param field without the `framework.` in front */
export function shippedFiles(field: string, files: readonly PackagedFile[]): ShippedFile[] {
  return files.map(({ path, source }) => ({
    field: `framework.${field}`,
    name: typeof source === "string" ? source : path,
    source,
  }));
}

/** @param field what names the text; `null` is no text */
export function shippedText(field: string, text: NamedText | null): ShippedFile[] {
  return text === null ? [] : [{ field, name: text.path, source: Buffer.from(text.text) }];
}
