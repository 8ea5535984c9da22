import { plainLine } from "../terminal.ts";

/** A task or fact for a person, with its position. */
export interface Note {
  /** Relative to the project's folder; `null`: the project as a whole. */
  readonly file: string | null;
  readonly line: number | null;
  readonly text: string;
}

/** A change of a value, beyond renaming. */
export type Repair = Note;

/** `src-tauri/tauri.conf.json:12  text` */
export function noteLine({ file, line, text }: Note): string {
  return plainLine(file === null ? text : `${file}${line === null ? "" : `:${line}`}  ${text}`);
}
