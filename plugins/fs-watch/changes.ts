/** The change of a path, in the terms of notify, which Tauri's plugin uses. */
export type Change =
  | { readonly create: { readonly kind: "file" | "folder" | "any" } }
  | { readonly modify: { readonly kind: "any" } }
  | { readonly remove: { readonly kind: "any" } };

export interface ChangesOptions {
  /** Emits to the page: a list when changes are held back until a pause, otherwise one. */
  readonly emit: (payload: unknown) => void;
  /** Whether the page may see a path. */
  readonly admits: (path: string) => boolean;
}

interface Held {
  /** The time of its last change, and of the last report to the page. Milliseconds. */
  changed: number;
  reported: number;
}

/** With more simultaneous changes, the page gets a rescan event in their place. */
const most = 4096;

/** The changes of one watch, in transit to the page. */
export class Changes {
  readonly #delay: number | null;
  readonly #options: ChangesOptions;
  readonly #roots: string[] = [];
  readonly #held = new Map<string, Held>();
  #raw: { readonly path: string; readonly change: Change }[] = [];
  #overflown = new Set<string>();
  #timer: Timer | null = null;
  #isClosed = false;

  /**
   * @param delay milliseconds without a change of a path; `null`: each change is reported at once
   */
  constructor(delay: number | null, options: ChangesOptions) {
    this.#delay = delay;
    this.#options = options;
  }

  /** A watched path, as the page names it. */
  addRoot(path: string): void {
    this.#roots.push(path);
  }

  add(path: string, change: Change): void {
    if (this.#isClosed) return;
    if (this.#overflown.size > 0 || this.#held.size + this.#raw.length >= most) {
      for (const root of this.#roots) this.overflow(root);
      return;
    }
    if (this.#delay === null) this.#raw.push({ path, change });
    else {
      const now = performance.now();
      const known = this.#held.get(path);
      if (known === undefined) this.#held.set(path, { changed: now, reported: now });
      else known.changed = now;
    }
    this.#wake();
  }

  /** More has changed below a path than can be reported. */
  overflow(root: string): void {
    this.#overflown.add(root);
    this.#held.clear();
    this.#raw = [];
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #wake(): void {
    if (this.#isClosed) return;
    // Many changes come in one turn of the loop; an overflow ends after a moment without changes.
    const delay =
      this.#delay === null ? (this.#overflown.size > 0 ? 100 : 0) : lookTime(this.#delay);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#delay === null) this.#tellRaw();
      else this.#tellQuiet(this.#delay);
    }, delay);
  }

  #tellRaw(): void {
    const { admits, emit } = this.#options;
    for (const { path, change } of this.#raw.splice(0))
      if (admits(path)) emit({ type: change, paths: [path], attrs: {} });
    for (const root of this.#overflown)
      emit({ type: "other", paths: [root], attrs: { flag: "rescan" } });
    this.#overflown = new Set();
  }

  #tellQuiet(delay: number): void {
    const { admits, emit } = this.#options;
    const now = performance.now();
    const events: object[] = [...this.#overflown].map((path) => ({
      kind: "Any",
      path,
      rescan: true,
    }));
    this.#overflown = new Set();
    for (const [path, held] of this.#held) {
      const quiet = now - held.changed;
      const isQuiet = quiet >= delay;
      // A short burst of changes is reported once, when it is over.
      const goesOn = quiet < lookTime(delay) && now - held.reported >= delay;
      if (!isQuiet && !goesOn) continue;
      if (isQuiet) this.#held.delete(path);
      held.reported = now;
      if (admits(path)) events.push({ kind: isQuiet ? "Any" : "AnyContinuous", path });
    }
    if (events.length > 0) emit(events);
    if (this.#held.size > 0) this.#wake();
  }
}

/** A longer timer of Bun runs at once. Milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** The milliseconds between two looks at changes that are held back. */
function lookTime(delay: number): number {
  return Math.min(Math.max(10, delay / 4), longestTimer);
}
