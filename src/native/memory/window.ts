import type { PageScript, WindowSpec } from "../../contract/ui/index.ts";
import type { PixelPosition, PixelSize, Theme, WindowState } from "../../contract/window/window.ts";
import type { Documents, PageDocument } from "../shell/view/documents.ts";
import { noLimit, sizeWithin, type SizeLimits } from "../shell/window/size-limits.ts";
import type { SystemWindow, SystemWindowEvents } from "../toolkit.ts";
import type { MemoryWebView } from "./view.ts";
import { firstState, sized } from "./window-state.ts";

export interface MemoryWindowParts {
  readonly view: MemoryWebView;
  readonly events: SystemWindowEvents;
  /** All open windows, including this one. */
  readonly all: Map<string, MemoryWindow>;
  readonly looks: MemoryLooks;
}

/** The appearance of all windows. */
export interface MemoryLooks {
  /** The theme of the app; `null`: that of the system, which is light. */
  theme: Theme | null;
}

/** A window that is a record, with a page that tests control. */
export class MemoryWindow implements SystemWindow {
  readonly spec: WindowSpec;
  readonly view: MemoryWebView;
  readonly #events: SystemWindowEvents;
  readonly #all: Map<string, MemoryWindow>;
  readonly #looks: MemoryLooks;
  #state: WindowState;
  #limits: SizeLimits = { min: noLimit, max: noLimit };

  constructor(spec: WindowSpec, { view, events, all, looks }: MemoryWindowParts) {
    this.spec = spec;
    this.view = view;
    this.#events = events;
    this.#all = all;
    this.#looks = looks;
    this.#state = firstState(spec, looks.theme ?? "light");
    all.set(spec.label, this);
  }

  get state(): WindowState {
    return this.#state;
  }

  get place(): PixelPosition {
    return this.#state.outerPosition;
  }

  get size(): PixelSize {
    return this.#state.innerSize;
  }

  get scale(): number {
    return this.#state.scaleFactor;
  }

  get theme(): Theme {
    return this.#state.theme;
  }

  read(): WindowState {
    const { isMaximizable, isResizable } = this.#state;
    return { ...this.#state, isMaximizable: isMaximizable && isResizable };
  }

  /** Changes the state as a user or system would. The frame moves with the content area. */
  change(change: Partial<WindowState>): void {
    const { isFocused } = this.#state;
    const events = this.#events;
    this.#state = { ...this.#state, ...(change.innerSize && sized(change.innerSize)), ...change };
    events.scaled();
    events.sized();
    events.placed();
    if (this.#state.isFocused !== isFocused) events.focused(this.#state.isFocused);
    events.themed();
  }

  begin(): void {}

  setTitle(): void {}

  setLimits(limits: SizeLimits): void {
    this.#limits = limits;
    this.resize(this.#state.innerSize);
  }

  resize(size: PixelSize): void {
    this.change(sized(sizeWithin(this.#limits, size)));
  }

  show(isFocused: boolean): void {
    this.change({ isVisible: true });
    if (isFocused) this.focus();
  }

  focus(): void {
    if (!this.#state.isVisible) return;
    this.change({ isFocused: true });
    for (const other of this.#all.values()) if (other !== this) other.change({ isFocused: false });
  }

  setTheme(theme: Theme | null): void {
    this.#looks.theme = theme;
    for (const window of this.#all.values()) window.change({ theme: theme ?? "light" });
  }

  get documents(): Documents {
    return this.view.documents;
  }

  /** The scripts that the page ran, in order. */
  get evaluated(): readonly string[] {
    return this.view.evaluated;
  }

  get document(): PageDocument {
    const { current } = this.documents;
    if (current === null)
      throw new Error(`Cannot find the document of window "${this.spec.label}": it has gone`);
    return current;
  }

  /** The scripts after the bridge for the window's next documents. */
  get isDestroyed(): boolean {
    return this.#events.isDestroyed;
  }

  get scripts(): readonly PageScript[] {
    return this.documents.scripts;
  }

  release(): void {
    this.view.close();
    this.#all.delete(this.spec.label);
  }
}
