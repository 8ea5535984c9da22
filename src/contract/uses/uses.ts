// The parts of its configuration that pages of an app in development have used: the app thread
// records them, the tool stores them, and `framework audit --suggest` reads them. Built apps record
// nothing.

/**
 * The subject of a use. `plugin`: a flag of a plugin, as `store.read`. `fs`: a path itself.
 * `fs.entries`: the entries of a folder, admitted by this rule. `fs.listed`, `fs.listedTree`: a
 * folder whose entries, or everything below it, the page requested.
 */
export type UseKind =
  | "flag"
  | "plugin"
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

/** `granted`: no rule of the configuration admits it, but the user or the app's own code does. */
export type UseOutcome = "allowed" | "granted" | "refused";

/** One request of a page. */
export interface Use {
  readonly kind: UseKind;
  readonly outcome: UseOutcome;
  /** The flag, pattern or name of a program that decided; `""`: none. */
  readonly rule: string;
  /** The command, path, address, list of arguments or name of the request. */
  readonly detail: string;
}

/** The same, with the number of its occurrences. */
export interface CountedUse extends Use {
  readonly count: number;
  /** The command and the window of the first occurrence. */
  readonly command: string;
  readonly window: string;
}

/** The uses that the app thread has recorded since its last report. */
export interface UsesReport {
  /** Everything that the configuration allows this app, one word per rule, as `offer` writes it. */
  readonly offered: readonly string[];
  readonly uses: readonly CountedUse[];
  /** The buckets with more different uses than are kept. */
  readonly overflown: readonly string[];
}

/** The maximum number of different uses in one bucket. A page can request any number of paths. */
export const maxDetails = 200;
/** In characters. A longer detail fills its bucket. */
export const longestDetail = 1000;

/** Uses that one rule decided in the same way are counted and limited together. */
export function bucketOf({ kind, outcome, rule }: Pick<Use, "kind" | "outcome" | "rule">): string {
  return JSON.stringify([kind, outcome, rule]);
}

/** A rule of the configuration, as one word. */
export function offer(kind: UseKind | "all", rule: string): string {
  return `${kind} ${rule}`;
}
