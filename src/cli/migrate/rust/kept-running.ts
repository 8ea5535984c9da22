import { lineAt } from "../edits.ts";
import { blankRust } from "./text.ts";

/** A place where Rust keeps the app running without windows. */
export interface KeptRunning {
  readonly file: string;
  readonly line: number;
}

// `RunEvent::ExitRequested { api, .. } => api.prevent_exit()`, or the same of an `if let`.
const prevention =
  /\bRunEvent\s*::\s*ExitRequested\s*\{\s*api\s*,\s*\.\.\s*\}\s*=>?\s*(?:\w+\s*)?\{?\s*api\s*\.\s*prevent_exit\s*\(\s*\)\s*;?\s*[},]/;

/** The place where Rust only does that when the app is asked to end; `null`: none. */
export function findKeptRunning(file: string, source: string): KeptRunning | null {
  const text = blankRust(source);
  const index = text.search(prevention);
  // Another place may decide otherwise.
  const isOnly = (text.match(/\bExitRequested\b/g) ?? []).length === 1;
  return index === -1 || !isOnly ? null : { file, line: lineAt(text, index) };
}
