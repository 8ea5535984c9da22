import { appendFileSync } from "node:fs";

/** The stand-in's reports to tests, one per line. */
export type ReportLine =
  /** A mistake of the app: WebView2 does not allow it, or it would have failed. */
  | { readonly wrong: string }
  /** An event outside of the page that cannot be seen here: a print dialog, a download. */
  | { readonly happened: string; readonly what: string }
  /** A setting of the app, in words of the interface: `Settings.IsZoomControlEnabled`. */
  | { readonly set: string; readonly value: string | number | boolean }
  /** At the end of the process: the objects that still have references. */
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
