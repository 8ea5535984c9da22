/** A dialog that is ready to be shown. */
export interface Dialog<T> {
  /** What it settles with when it goes away without an answer. */
  readonly cancelled: T;
  /** Called once. The promise settles when the user answers, or after `close`. */
  show(): Promise<T>;
  close(): void;
}

/** Whose turn it is to wait for. */
export interface DialogPlace {
  /** What it is dismissed by; `null`: it goes with its window alone. */
  readonly id: number | null;
  readonly window: string;
}

interface Entry extends DialogPlace {
  readonly show: () => void;
  readonly close: () => void;
  readonly cancel: () => void;
}

/** Shows the dialogs of each window one after the other; windows do not wait for each other. */
export class DialogQueue {
  // The first entry of each window is on the screen.
  #entries: Entry[] = [];

  /** How many are on the screen or wait for their turn. */
  get size(): number {
    return this.#entries.length;
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
            .finally(() => this.#remove(entry))
            .then(resolve, reject);
        },
        close: () => dialog.close(),
        cancel: () => resolve(dialog.cancelled),
      };
      const isFirst = !this.#entries.some((other) => other.window === window);
      this.#entries.push(entry);
      if (isFirst) entry.show();
    });
  }

  #remove(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#entries.find((other) => other.window === entry.window)?.show();
  }

  /** Closes a dialog, or takes it out of the queue. It settles as cancelled. */
  dismiss(id: number): void {
    const entry = this.#entries.find((other) => other.id === id);
    if (entry === undefined) return;
    if (this.#isShown(entry)) entry.close();
    else this.#cancel(entry);
  }

  dismissAllOf(window: string): void {
    const entries = this.#entries.filter((entry) => entry.window === window);
    for (const entry of entries.slice(1)) this.#cancel(entry);
    entries[0]?.close();
  }

  #isShown(entry: Entry): boolean {
    return this.#entries.find((other) => other.window === entry.window) === entry;
  }

  #cancel(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    entry.cancel();
  }
}
