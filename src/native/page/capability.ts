/** What a page may bring about by its engine's own means: a row of the engine's table of powers. */
export interface Capability {
  readonly capability: string;
  /** What the engine does by itself. */
  readonly engine: string;
  readonly decision: string;
  /** The engine's signals, or events, about it. */
  readonly signals?: readonly string[];
  /**
   * The engine's settings about it, and what they are set to; `null`: left as they are, or set from
   * a window's fields.
   */
  readonly settings?: Readonly<Record<string, boolean | number | null>>;
}

const output = new Set<string>();
// There are as many schemes and sites as a page makes up, each as long as it likes.
const maxSaid = 100;
const longestSaid = 200;

/** Says in the log, once for each power, that a page wanted it, and what it needs instead. */
export function warnBlocked(what: string, instead: string): void {
  const reported = what.length > longestSaid ? `${what.slice(0, longestSaid)}…` : what;
  if (output.has(reported) || output.size === maxSaid) return;
  output.add(reported);
  process.stderr.write(`framework: refused ${reported} that a page wanted: ${instead}\n`);
}

/** Says so of a window that a link or `window.open` wanted. */
export function warnWindowBlocked(): void {
  warnBlocked("a new window", "new WebviewWindow of framework/api/window opens one");
}
