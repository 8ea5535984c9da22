import type { EngineTraits, WindowSpec } from "../../../contract/ui/index.ts";
import type { SystemEngine, SystemWindowEvents } from "../../toolkit.ts";

/** A view that no window has taken yet. */
export interface StartableView {
  /** Starts the process of its pages, which takes long. */
  startProcess(): void;
  close(): void;
}

/** The system's part of the spare view. */
export interface SpareViewSystem<V> {
  make(): V;
  /** Runs `task` when the loop is idle. */
  whenIdle(task: () => void): void;
  /** Runs `task` after a delay; the returned function cancels it. */
  later(milliseconds: number, task: () => void): () => void;
  /**
   * Runs `task` whenever the system is short of memory; absent if the engine itself reacts to that.
   */
  whenMemoryIsShort?(task: () => void): void;
}

/** After this time without a new window, another one is unlikely. */
const keptFor = 5 * 60_000;

/**
 * The view of the next window, with its process started: in a window, it shows the page up to 170
 * ms sooner. It takes about 30 MB, so it is kept for apps that open windows: from the second window
 * on, until none has been opened for some minutes, memory is short, or the last window has closed.
 */
export class SpareView<V extends StartableView> {
  readonly #system: SpareViewSystem<V>;
  #view: V | null = null;
  #taken = 0;
  #callOff: (() => void) | null = null;
  #isWatching = false;

  constructor(system: SpareViewSystem<V>) {
    this.#system = system;
  }

  /** The view for a new window: the spare one, or a new one. */
  take(): V {
    const view = this.#view;
    this.#view = null;
    this.#stopWaiting();
    this.#taken++;
    return view ?? this.#system.make();
  }

  /** Creates the spare view now: while the app starts, for its first window. */
  start(): void {
    this.#view = this.#system.make();
    this.#view.startProcess();
  }

  /** Creates it in an idle turn, after a second window was opened, if it is wanted then. */
  prepare(isWanted: () => boolean): void {
    if (this.#taken < 2) return;
    this.#system.whenIdle(() => {
      if (this.#view !== null || !isWanted()) return;
      this.start();
      this.#callOff = this.#system.later(keptFor, () => this.drop());
      this.#watchMemory();
    });
  }

  drop(): void {
    this.#view?.close();
    this.#view = null;
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #watchMemory(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#system.whenMemoryIsShort?.(() => this.drop());
  }
}

interface LoadingView extends StartableView {
  /** Runs `task` once, when a page has been loaded, or has failed to. */
  onceLoaded(task: () => void): void;
}

/** Creates windows from views. */
export interface WindowMaker<V, W> {
  readonly traits: EngineTraits;
  /** The open windows. */
  readonly windows: () => readonly W[];
  readonly make: (spec: WindowSpec, view: V, events: SystemWindowEvents) => W;
}

/** A web engine whose windows take the spare view. */
export function engineWithSpare<V extends LoadingView, W>(
  spare: SpareView<V>,
  { traits, windows, make }: WindowMaker<V, W>,
): SystemEngine<W> {
  return {
    traits,
    makeWindow(spec, events) {
      const view = spare.take();
      view.onceLoaded(() => spare.prepare(() => windows().length > 0));
      return make(spec, view, events);
    },
    lastWindowClosed: () => spare.drop(),
  };
}
