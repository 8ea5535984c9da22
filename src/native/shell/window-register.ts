import { FrameworkError } from "../../contract/errors.ts";
import type { WindowSpec } from "../../contract/ui/index.ts";
import type { SystemWindow } from "../toolkit.ts";
import type { DialogQueue } from "./dialog-queue.ts";
import type { Window } from "./window/window.ts";

/** The open windows, by label, kept across app threads in development. */
export class WindowRegister<W extends SystemWindow> {
  readonly #windows = new Map<string, Window<W>>();
  /** By label. */
  readonly all: ReadonlyMap<string, Window<W>> = this.#windows;
  readonly #dialogs: DialogQueue;
  readonly #open: (spec: WindowSpec) => Window<W>;
  // Windows of the previous app thread that this one has not adopted yet.
  #adoptable = new Set<string>();
  /** Windows that were opened after the app thread was ready. */
  readonly #openedLater = new Set<string>();
  #isReady = false;
  #keepsPages = false;

  constructor(dialogs: DialogQueue, open: (spec: WindowSpec) => Window<W>) {
    this.#dialogs = dialogs;
    this.#open = open;
  }

  /** @throws FrameworkError `not-found` */
  find(label: string): Window<W> {
    const window = this.#windows.get(label);
    if (window === undefined)
      throw new FrameworkError("not-found", `Cannot find window "${label}": want an open one`);
    return window;
  }

  /**
   * Opens a window, or adopts the one with that label.
   * @throws FrameworkError `already-exists`
   */
  create(spec: WindowSpec): void {
    const { label } = spec;
    if (this.#adoptable.delete(label)) {
      this.#openedLater.delete(label);
      return this.find(label).adopt(spec, this.#keepsPages);
    }
    if (this.#windows.has(label))
      throw new FrameworkError(
        "already-exists",
        `Cannot open window "${label}": it is open already`,
      );
    this.#windows.set(label, this.#open(spec));
    if (this.#isReady) this.#openedLater.add(label);
  }

  /** @throws FrameworkError `not-found` */
  destroy(label: string): void {
    const window = this.find(label);
    this.#dialogs.dismissAllOf(label);
    this.#windows.delete(label);
    this.#adoptable.delete(label);
    this.#openedLater.delete(label);
    window.destroy();
  }

  /** Prepares the windows of an app thread for its successor. */
  detachForReload(keepsPages: boolean): void {
    this.#isReady = false;
    this.#keepsPages = keepsPages;
    this.#adoptable = new Set(this.#windows.keys());
    for (const [label, window] of this.#windows) {
      this.#dialogs.dismissAllOf(label);
      window.refuseAll(keepsPages);
    }
  }

  /**
   * The app thread has opened its initial windows. Closes windows of the previous one that it has
   * not adopted, except, if pages are kept, later ones.
   *
   * @returns the labels of those
   */
  ready(): readonly string[] {
    this.#isReady = true;
    const left = [...this.#adoptable];
    this.#adoptable = new Set();
    const kept = left.filter((label) => this.#keepsPages && this.#openedLater.has(label));
    for (const label of left) {
      const window = this.find(label);
      if (kept.includes(label)) window.adopt(window.spec, true);
      else this.destroy(label);
    }
    return kept;
  }
}
