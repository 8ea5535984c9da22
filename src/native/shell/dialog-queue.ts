/** A dialog that is ready to be shown. */
export interface Dialog<T> {
  /** The result when it closes without an answer. */
  readonly cancelled: T;
  /** Called once. The promise settles when the user answers, or after `close`. */
  show(): Promise<T>;
  close(): void;
  /** Moves its bar, from 0 to 1. Absent: it has none. */
  setProgress?(done: number): void;
}

/** The queue position of a dialog. */
export interface DialogPlace {
  /** Its number for `dismiss`; `null`: it closes with its window only. */
  readonly id: number | null;
  readonly window: string;
}

interface Entry extends DialogPlace {
  readonly show: () => void;
  readonly close: () => void;
  readonly setProgress: (done: number) => void;
  readonly cancel: () => void;
}

/** Shows the dialogs of each window one after the other; windows do not wait for each other. */
export class DialogQueue {
  // By window. The first entry of each is on the screen.
  readonly #lines = new Map<string, Set<Entry>>();
  readonly #byId = new Map<number, Entry>();

  /** The number of dialogs on the screen or in the queues. */
  get size(): number {
    return [...this.#lines.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Shows the dialog when its turn comes; settles with its answer. */
  add<T>({ id, window }: DialogPlace, dialog: Dialog<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const entry: Entry = {
        id,
        window,
        show: () => {
          dialog
            .show()
            .finally(() => this.#showAfter(entry))
            .then(resolve, reject);
        },
        close: () => dialog.close(),
        setProgress: (done) => dialog.setProgress?.(done),
        cancel: () => resolve(dialog.cancelled),
      };
      const line = this.#lines.get(window);
      if (line === undefined) this.#lines.set(window, new Set([entry]));
      else line.add(entry);
      if (id !== null) this.#byId.set(id, entry);
      if (line === undefined) entry.show();
    });
  }

  #showAfter(entry: Entry): void {
    this.#remove(entry);
    this.#shownIn(entry.window)?.show();
  }

  /** Moves the bar of a dialog that is on the screen. */
  setProgress(id: number, done: number): void {
    const entry = this.#byId.get(id);
    if (entry !== undefined && this.#shownIn(entry.window) === entry) entry.setProgress(done);
  }

  /** Closes a dialog, or takes it out of the queue. It settles as cancelled. */
  dismiss(id: number): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    if (this.#shownIn(entry.window) === entry) entry.close();
    else this.#cancel(entry);
  }

  dismissAllOf(window: string): void {
    const [shown, ...waiting] = this.#lines.get(window) ?? [];
    for (const entry of waiting) this.#cancel(entry);
    shown?.close();
  }

  #shownIn(window: string): Entry | undefined {
    return this.#lines.get(window)?.values().next().value;
  }

  #remove(entry: Entry): void {
    const { id, window } = entry;
    const line = this.#lines.get(window);
    line?.delete(entry);
    if (line?.size === 0) this.#lines.delete(window);
    // Another app thread of development starts its numbers again.
    if (id !== null && this.#byId.get(id) === entry) this.#byId.delete(id);
  }

  #cancel(entry: Entry): void {
    this.#remove(entry);
    entry.cancel();
  }
}
