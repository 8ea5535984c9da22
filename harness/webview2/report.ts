import { appendFileSync } from "node:fs";

/** What the stand-in tells tests, a line each. */
export type ReportLine =
  /** A mistake of the app's: what WebView2 does not allow, or would have gone wrong. */
  | { readonly wrong: string }
  /**
   * Something that happens outside of the page and that nobody can see here: a dialog for printing,
   * a download.
   */
  | { readonly happened: string; readonly what: string }
  /** What the app has set, in words of the interface: `Settings.IsZoomControlEnabled`. */
  | { readonly set: string; readonly value: string | number | boolean }
  /** At the end of the process: the objects that somebody still refers to. */
  | { readonly alive: readonly string[] };

let file: string | null = null;
const lines: ReportLine[] = [];

/** From now on, the lines are written to a file. */
export function reportInto(path: string): void {
  file = path;
}

export function report(line: ReportLine): void {
  lines.push(line);
  if (file !== null) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** All that was reported in this process. */
export function reported(): readonly ReportLine[] {
  return lines;
}

export function wrong(what: string): void {
  report({ wrong: what });
  process.stderr.write(`stand-in of WebView2: ${what}\n`);
}
