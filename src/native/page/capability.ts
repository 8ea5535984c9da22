/**
 * An action that a page can cause by its engine's own means: a row of the engine's table of
 * capabilities.
 */
export interface Capability {
  readonly capability: string;
  /** The engine's default behaviour. */
  readonly engine: string;
  readonly decision: string;
  /** The engine's signals, or events, about it. */
  readonly signals?: readonly string[];
  /**
   * The engine's settings about it, and their values here; `null`: unchanged, or set from a
   * window's fields.
   */
  readonly settings?: Readonly<Record<string, boolean | number | null>>;
}

const output = new Set<string>();
// A page can invent any number of schemes and sites, of any length.
const maxSaid = 100;
const longestSaid = 200;

/** Warns once per capability that a page wanted it, and names the alternative. */
export function warnBlocked(what: string, instead: string): void {
  const reported = what.length > longestSaid ? `${what.slice(0, longestSaid)}…` : what;
  if (output.has(reported) || output.size === maxSaid) return;
  output.add(reported);
  process.stderr.write(`framework: refused ${reported} that a page wanted: ${instead}\n`);
}

/** Warns about a window that a link or `window.open` requested. */
export function warnWindowBlocked(): void {
  warnBlocked("a new window", "new WebviewWindow of framework/api/window opens one");
}
