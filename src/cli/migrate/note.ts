import { plainLine } from "../terminal.ts";

/** Something that a person must do or know, with the place it is about. */
export interface Note {
  /** Relative to the project's folder; `null`: the project as a whole. */
  readonly file: string | null;
  readonly line: number | null;
  readonly text: string;
}

/** A change to what was written, beyond other names for the same things. */
export type Repair = Note;

/** `src-tauri/tauri.conf.json:12  text` */
export function noteLine({ file, line, text }: Note): string {
  return plainLine(file === null ? text : `${file}${line === null ? "" : `:${line}`}  ${text}`);
}
