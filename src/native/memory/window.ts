import type { PageScript, WindowSpec } from "../../contract/ui/index.ts";
import type { PixelPosition, PixelSize, WindowState } from "../../contract/window/window.ts";
import type { Documents, PageDocument, ViewOwner } from "../shell/view/documents.ts";
import { noLimit, sizeWithin, type SizeLimits } from "../shell/window/size-limits.ts";
import type { SystemView, SystemWindow, SystemWindowEvents } from "../toolkit.ts";
import { firstState, sized } from "./window-state.ts";

/** What becomes of a window's page, and of the other windows. */
export interface MemoryWindowParts extends Pick<SystemView, "refuseAll"> {
  readonly documents: Documents;
  readonly events: SystemWindowEvents;
  /** What comes of asking the page by `beforeunload`. */
  readonly mayLeave: () => boolean | Promise<boolean>;
  /** All other windows lose the focus. */
  readonly blurOthers: () => void;
  readonly released: () => void;
}

/** A window that is a record, with a page that tests speak for. */
export class MemoryWindow implements SystemWindow {
  readonly spec: WindowSpec;
  readonly documents: Documents;
  /** What the page was told to run, in order. */
  readonly evaluated: string[] = [];
  readonly view: SystemView;
  readonly #parts: MemoryWindowParts;
  #state: WindowState;
  #limits: SizeLimits = { min: noLimit, max: noLimit };
  #owner: ViewOwner | null = null;

  constructor(spec: WindowSpec, parts: MemoryWindowParts) {
    const { documents, mayLeave, refuseAll } = parts;
    this.spec = spec;
    this.documents = documents;
    this.#parts = parts;
    this.#state = firstState(spec);
    this.view = {
      open: (owner) => {
        this.#owner = owner;
        documents.owner = owner;
        documents.setAllScripts(spec);
        this.load(spec.url);
      },
      mayLeave,
      setScripts: (scripts) => {
        documents.scripts = scripts;
      },
      reopen: (scripts) => {
        documents.setAllScripts(scripts);
        this.load(spec.url);
      },
      refuseAll,
      evaluate: (script) => this.evaluated.push(script),
      print() {},
      toggleInspector() {},
      close: () => documents.close(),
    };
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

  get theme(): WindowState["theme"] {
    return this.#state.theme;
  }

  read(): WindowState {
    const { isMaximizable, isResizable } = this.#state;
    return { ...this.#state, isMaximizable: isMaximizable && isResizable };
  }

  /** Changes the state as a user or system would. The frame goes with the inside. */
  change(change: Partial<WindowState>): void {
    const { events } = this.#parts;
    const { isFocused } = this.#state;
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
    this.#parts.blurOthers();
  }

  get document(): PageDocument {
    const { current } = this.documents;
    if (current === null)
      throw new Error(`Cannot find the document of window "${this.spec.label}": it has gone`);
    return current;
  }

  /** What the window's next documents get behind the bridge. */
  get scripts(): readonly PageScript[] {
    return this.documents.scripts;
  }

  /** Loads a document, as a link would. */
  load(url: string): void {
    this.documents.commit(url, this.documents.prepare(url).key);
    for (const stage of ["started", "finished"] as const)
      this.#owner?.events.emit("page.loadChanged", { window: this.spec.label, url, stage });
  }

  release(): void {
    this.view.close();
    this.#parts.released();
  }
}
