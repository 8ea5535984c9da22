// What pages of an app in development have used of what its configuration allows: the app thread
// hears it, the tool keeps it, and `framework audit --suggest` reads it. Built apps record nothing.

/**
 * What a use is of. `fs`: a path itself. `fs.entries`: what a folder holds, admitted by this rule.
 * `fs.listed`, `fs.listedTree`: a folder whose entries, or all below it, the page asked for.
 */
export type UseKind =
  | "flag"
  | "fs"
  | "fs.entries"
  | "fs.listed"
  | "fs.listedTree"
  | "asset"
  | "http"
  | "program"
  | "program.env"
  | "sidecar"
  | "open"
  | "event";

/** `granted`: no rule of the configuration admits it, and the user or the app's own code does. */
export type UseOutcome = "allowed" | "granted" | "refused";

/** One thing that a page asked for. */
export interface Use {
  readonly kind: UseKind;
  readonly outcome: UseOutcome;
  /** The flag, pattern or name of a program that decided; `""`: none. */
  readonly rule: string;
  /** The command, path, address, list of arguments or name that it was about. */
  readonly detail: string;
}

/** The same, as often as it was seen. */
export interface CountedUse extends Use {
  readonly count: number;
  /** The command and the window of the first time. */
  readonly command: string;
  readonly window: string;
}

/** What the app thread has heard since its last report. */
export interface UsesReport {
  /** What the configuration allows this app, one word a rule, as `offer` writes it. */
  readonly offered: readonly string[];
  readonly uses: readonly CountedUse[];
  /** The buckets with more different uses than are kept. */
  readonly overflown: readonly string[];
}

/** Different uses that are kept of one bucket. A page can ask for as many paths as it likes. */
export const maxDetails = 200;
/** Characters. Longer ones fill their bucket. */
export const longestDetail = 1000;

/** Uses are counted and bounded together that one rule decided in one way. */
export function bucketOf({ kind, outcome, rule }: Pick<Use, "kind" | "outcome" | "rule">): string {
  return JSON.stringify([kind, outcome, rule]);
}

/** Something that the configuration allows, as one word. */
export function offer(kind: UseKind | "all", rule: string): string {
  return `${kind} ${rule}`;
}
