import type { UiEvents } from "../../../contract/ui/index.ts";
import type { PixelPosition, PixelSize, Theme } from "../../../contract/window/window.ts";
import type { Events } from "../../platform.ts";
import type { SystemWindow, SystemWindowEvents } from "../../toolkit.ts";
import { same } from "./settling.ts";

/** The last state that was reported to the app thread; `null`: nothing yet. */
interface LastReported {
  place: PixelPosition | null;
  size: PixelSize | null;
  scale: number | null;
  theme: Theme | null;
  isFocused: boolean | null;
}

type Measured = Pick<SystemWindow, "place" | "size" | "scale" | "theme">;

/** Reports changes of a window to the app thread. */
export class WindowReports implements SystemWindowEvents {
  readonly changeListeners = new Set<() => void>();
  readonly #label: string;
  readonly #events: Events;
  readonly #last: LastReported = {
    place: null,
    size: null,
    scale: null,
    theme: null,
    isFocused: null,
  };
  #window: Measured | null = null;
  #isOpen = false;
  #isDestroyed = false;

  constructor(label: string, events: Events) {
    this.#label = label;
    this.#events = events;
  }

  get isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** The window is created. Changes until `opened` are not reported. */
  made(window: Measured): void {
    this.#window = window;
  }

  /**
   * The window matches its spec.
   *
   * @param isPlaced whether it has its position and size; otherwise the next value of each is its
   * first, and no change
   */
  opened(isPlaced: boolean): void {
    this.#isOpen = true;
    if (this.#window === null) return;
    const { place, size, scale, theme } = this.#window;
    Object.assign(this.#last, { scale, theme }, isPlaced && { place, size });
  }

  destroyed(): void {
    this.#isDestroyed = true;
    this.changed();
    this.#window = null;
  }

  closeRequested(): void {
    this.#events.emit("window.closeRequested", { window: this.#label });
  }

  changed(): void {
    for (const listener of this.changeListeners) listener();
  }

  placed(): void {
    this.changed();
    const position = this.#window?.place;
    if (position === undefined) return;
    const before = this.#last.place;
    this.#last.place = position;
    if (before !== null && !same(before, position)) this.#emit("window.moved", { position });
  }

  sized(): void {
    this.changed();
    const size = this.#window?.size;
    if (size === undefined) return;
    const before = this.#last.size;
    this.#last.size = size;
    if (before !== null && !same(before, size)) this.#emit("window.resized", { size });
  }

  scaled(): void {
    if (this.#window === null) return;
    const { scale: scaleFactor, size } = this.#window;
    if (scaleFactor === this.#last.scale) return;
    this.#last.scale = scaleFactor;
    this.changed();
    this.#emit("window.scaled", { scaleFactor, size });
  }

  themed(): void {
    const theme = this.#window?.theme;
    if (theme === undefined || theme === this.#last.theme) return;
    this.#last.theme = theme;
    this.#emit("window.themed", { theme });
  }

  // Also while it opens: no later report names the window with the keyboard focus.
  focused(isFocused: boolean): void {
    this.changed();
    if (isFocused === this.#last.isFocused) return;
    this.#last.isFocused = isFocused;
    this.#events.emit("window.focused", { window: this.#label, isFocused });
  }

  menuChosen(item: string): void {
    this.#events.emit("menu.chosen", { window: this.#label, item });
  }

  filesDragged(stage: UiEvents["window.filesDragged"]["stage"], paths: readonly string[]): void {
    this.#events.emit("window.filesDragged", { window: this.#label, stage, paths });
  }

  #emit<E extends "window.moved" | "window.resized" | "window.scaled" | "window.themed">(
    event: E,
    change: Omit<UiEvents[E], "window">,
  ): void {
    if (this.#isOpen) this.#events.emit(event, { window: this.#label, ...change } as UiEvents[E]);
  }
}
