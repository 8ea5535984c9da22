import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  UiEventName,
  UiEvents,
  WindowOperation,
  WindowOperations,
  WindowSpec,
} from "../../../src/contract/ui/index.ts";
import { plainWindow } from "../../../src/native/conformance/plain-window.ts";
import { library } from "../../../src/native/windows/library.ts";
import { later } from "../../../src/native/windows/loop.ts";
import { isDragging } from "../../../src/native/windows/window/cursor.ts";
import type { MakeView, WindowView } from "../../../src/native/windows/page/page-view.ts";
import { innerArea } from "../../../src/native/windows/window/pixels.ts";
import { openWindow, type Window } from "../../../src/native/shell/window/window.ts";
import { windowToolkit } from "../../../src/native/windows/window/window-operations.ts";
import { NativeWindow } from "../../../src/native/windows/window/window.ts";
import { patience } from "../../../harness/wait.ts";
import type { Area } from "../../../harness/x.ts";
import type { WindowState } from "../../../src/contract/window/window.ts";

/** Functions of Windows for tests only: the state of windows, and actions of a person. */
export const testUser32 = library("user32.dll", {
  GetMenuState: "luu>u",
  GetMenu: "l>l",
  // (menu, place, room, how many characters, by place)
  GetMenuStringW: "lupiu>i",
  GetClipCursor: "p>b",
  GetCursor: ">l",
  GetIconInfo: "lp>b",
  GetWindow: "lu>l",
  GetThreadDpiAwarenessContext: ">l",
  GetAwarenessFromDpiAwarenessContext: "l>i",
  GetGuiResources: "lu>u",
  WindowFromPoint: "l>l",
});

export const testGdi32 = library("gdi32.dll", {
  // (object, size of the description, description) → its size
  GetObjectW: "lip>i",
});

/**
 * The questions to the session outside: its X server knows the windows, and performs a person's
 * input.
 */
export interface Outside {
  /** `_NET_WM_STATE` of the window with a title. */
  states: (title: string) => readonly string[];
  /** The X server's place of the client area of the window with a title. */
  area: (title: string) => Area;
  limits: (title: string) => { readonly least: string | null; readonly most: string | null };
  press: (title: string, keys: string) => null;
  movePointer: (x: number, y: number) => null;
  holdButton: (isHeld: boolean) => null;
  pointer: () => { readonly x: number; readonly y: number };
  /** The colour of a pixel of the screen: red, green, blue. */
  colour: (x: number, y: number) => readonly number[];
  /** The width and height of the icon of the window with a title. */
  icon: (title: string) => readonly number[];
  /**
   * Drags files from another program and keeps them over a place, until the button is let go there.
   */
  dragFiles: (names: readonly string[], x: number, y: number) => null;
}

/** The calls to a view. */
export interface RecordedView extends WindowView {
  readonly calls: readonly (readonly [name: string, ...args: unknown[]])[];
}

type Emitted = {
  readonly [E in UiEventName]: { readonly event: E; readonly payload: UiEvents[E] };
}[UiEventName];

let questions = 0;

/** Waits in a world without Bun's timers. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void later(milliseconds, resolve));
}

/** Windows with views that only record their calls. */
export class WindowStage {
  readonly emitted: Emitted[] = [];
  readonly #answers: string;
  readonly #views = new Map<number, RecordedView>();
  readonly #open = new Map<NativeWindow, Window<NativeWindow>>();

  /** The number of screen pixels per pixel of an app in this session. */
  readonly scale: number;

  /** @param answers the folder in which what was asked of the outside is answered */
  constructor(answers: string, scale: number) {
    this.#answers = answers;
    this.scale = scale;
  }

  open(change: Partial<WindowSpec> = {}): NativeWindow {
    return this.openWith((_spec, handle) => {
      const view = recordedView();
      this.#views.set(handle, view);
      return view;
    }, change);
  }

  openWith(makeView: MakeView, change: Partial<WindowSpec> = {}): NativeWindow {
    const spec = { ...plainWindow("framework://localhost/"), ...change };
    const window = openWindow(spec, {
      toolkit: windowToolkit,
      events: { emit: (event, payload) => void this.emitted.push({ event, payload } as Emitted) },
      make: (events) => new NativeWindow(spec, makeView, events),
    });
    this.#open.set(window.system, window);
    return window.system;
  }

  /** The window with what is the same on every system. */
  whole(window: NativeWindow): Window<NativeWindow> {
    const found = this.#open.get(window);
    if (found === undefined)
      throw new Error(`Cannot find window "${window.spec.label}": it was destroyed`);
    return found;
  }

  /** Opens one, and waits until it is the one that is used, and has its place. */
  async openFocused(change: Partial<WindowSpec> = {}): Promise<NativeWindow> {
    const window = this.open(change);
    await this.until("the focus", () => this.read(window).isFocused || undefined);
    await this.rest(window);
    return window;
  }

  view(window: NativeWindow): RecordedView {
    const view = this.#views.get(window.handle);
    if (view === undefined) throw new Error(`Cannot find the view of "${window.spec.label}"`);
    return view;
  }

  read(window: NativeWindow): WindowState {
    return this.whole(window).read();
  }

  async apply<N extends keyof WindowOperations>(
    window: NativeWindow,
    name: N,
    value: WindowOperations[N],
  ): Promise<void> {
    await this.whole(window).apply({ name, value } as WindowOperation);
  }

  /** The payloads of an event of a window, in order. */
  heard<E extends UiEventName>(event: E, window: NativeWindow): UiEvents[E][] {
    return this.emitted.flatMap((item) =>
      item.event === event && "window" in item.payload && item.payload.window === window.spec.label
        ? [item.payload as UiEvents[E]]
        : [],
    );
  }

  destroy(window: NativeWindow): void {
    this.whole(window).destroy();
    this.#open.delete(window);
  }

  closeAll(): void {
    for (const window of this.#open.keys()) this.destroy(window);
    this.#views.clear();
    this.emitted.length = 0;
  }

  async until<T>(what: string, look: () => T | undefined): Promise<T> {
    for (const end = performance.now() + patience / 4; performance.now() < end; await pause(5)) {
      const found = look();
      if (found !== undefined) return found;
    }
    throw new Error(`Waited in vain for ${what}`);
  }

  /** Asks the session outside, by a line that it answers with a file. */
  async outside<N extends keyof Outside>(
    name: N,
    ...args: Parameters<Outside[N]>
  ): Promise<ReturnType<Outside[N]>> {
    const number = ++questions;
    process.stderr.write(`ask ${process.pid} ${JSON.stringify({ number, name, args })}\n`);
    const file = join(this.#answers, `${process.pid}-${number}.json`);
    await this.until(`the answer to ${name}`, () => existsSync(file) || undefined);
    const { value, error } = JSON.parse(readFileSync(file, "utf8")) as {
      value: unknown;
      error?: string;
    };
    if (error !== undefined) throw new Error(error);
    return value as ReturnType<Outside[N]>;
  }

  /**
   * Waits until neither Windows nor the X server moves a window any more. Under Wine a window
   * manager stands behind Windows, which follows some time later, and until then may take back what
   * comes next.
   */
  async rest(window: NativeWindow): Promise<void> {
    let [before, same] = ["", 0];
    await this.untilOutside("a window at rest", "area", [this.whole(window).title], (area) => {
      const now = JSON.stringify([area, innerArea(window.handle)]);
      same = now === before ? same + 1 : 0;
      before = now;
      return same === 3;
    });
  }

  /**
   * Presses the button on a window, as often as a person would: Wine misses a press that comes
   * before its window is below the pointer.
   */
  async hold(x: number, y: number): Promise<void> {
    for (let presses = 0; presses < 20; presses++) {
      await this.outside("movePointer", x, y);
      await this.outside("holdButton", true);
      for (let looks = 0; looks < 100; looks++) {
        if (isDragging()) return;
        await pause(20);
      }
      await this.outside("holdButton", false);
    }
    throw new Error("Waited in vain for the button");
  }

  /** Asks the session outside until it answers so. */
  async untilOutside<N extends keyof Outside>(
    what: string,
    name: N,
    args: Parameters<Outside[N]>,
    isIt: (answer: ReturnType<Outside[N]>) => boolean,
  ): Promise<void> {
    let answer: unknown;
    for (const end = performance.now() + patience / 4; performance.now() < end; await pause(20)) {
      const given = await this.outside(name, ...args);
      if (isIt(given)) return;
      answer = given;
    }
    throw new Error(`Waited in vain for ${what}; last: ${JSON.stringify(answer)}`);
  }
}

/** Puts functions of ours in the place of a library's. */
export function replaced<L extends object>(
  library: L,
  functions: { readonly [N in keyof L]?: L[N] },
): Disposable {
  const before = Object.keys(functions).map((name) => [name, library[name as keyof L]] as const);
  const define = (name: string, value: unknown) =>
    Object.defineProperty(library, name, { value, configurable: true });
  for (const [name, value] of Object.entries(functions)) define(name, value);
  return {
    [Symbol.dispose]() {
      for (const [name, value] of before) define(name, value);
    },
  };
}

function recordedView(): RecordedView {
  const calls: (readonly [name: string, ...args: unknown[]])[] = [];
  const record =
    (name: string) =>
    (...args: unknown[]): void =>
      void calls.push([name, ...args]);
  return {
    calls,
    open: record("open"),
    setVisible: record("setVisible"),
    fill: record("fill"),
    moved: record("moved"),
    focus: record("focus"),
    followTheme: record("followTheme"),
    reopen: record("reopen"),
    keep: record("keep"),
    recover: record("recover"),
    refuseAll: record("refuseAll"),
    setScripts: record("setScripts"),
    print: record("print"),
    toggleInspector: record("toggleInspector"),
    edit: record("edit"),
    keys: null,
    background: null,
    evaluate: record("evaluate"),
    mayLeave: () => Promise.resolve(true),
    close: record("close"),
  };
}
