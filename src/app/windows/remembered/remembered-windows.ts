import { plainError } from "../../../contract/errors.ts";
import type { Monitors, WindowOperation } from "../../../contract/ui/index.ts";
import type { WindowState } from "../../../contract/window/window.ts";
import type { WindowConfig } from "../window-spec.ts";
import { fitting, savedWindow, type SavedWindow, type StateFlag } from "./saved-window.ts";
import {
  parseState,
  parseTauriState,
  readState,
  stateText,
  type SavedWindows,
} from "./state-file.ts";

/** The part of the app that remembering needs. */
export interface RememberedHost {
  /**
   * The paths of the file and of that of Tauri's plugin; `null`: the app has no folders of its own.
   */
  readonly paths: () => { readonly own: string; readonly tauri: string | null } | null;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly read: (label: string) => Promise<WindowState>;
  readonly monitors: (label: string) => Promise<Monitors>;
  readonly apply: (label: string, operation: WindowOperation) => Promise<void>;
  readonly labels: () => readonly string[];
}

/** The windows to remember, and the parts of their state. */
export interface RememberOptions {
  readonly flags: ReadonlySet<StateFlag>;
  readonly isMeant: (label: string) => boolean;
  /** Whether a window of this label gets its remembered state when it opens. */
  readonly restoresAtStart: (label: string) => boolean;
}

/** `rememberState` of the configuration: without visibility, which the app's own code decides. */
export const rememberedByField: ReadonlySet<StateFlag> = new Set([
  "size",
  "position",
  "maximized",
  "decorations",
  "fullscreen",
]);

/** Milliseconds from the last change of a window to the query of its state. */
const delay = 300;

/** The state of the app's windows, across restarts: by label, in a file of the app. */
export class RememberedWindows {
  readonly #host: RememberedHost;
  readonly #timers = new Map<string, Timer>();
  readonly #byField = new Set<string>();
  /**
   * Windows that the user has not seen yet, because the app starts hidden: being hidden is not
   * remembered.
   */
  readonly #unseen = new Set<string>();
  #options: RememberOptions | null = null;
  #windows: Map<string, SavedWindow> | null = null;
  #written = "";

  constructor(host: RememberedHost) {
    this.#host = host;
  }

  /** Remembers more windows than those of the configuration. */
  remember(options: RememberOptions): void {
    this.#options = options;
  }

  /**
   * Opens a window with its remembered state: hidden until it is in place, or until its app shows
   * it. `create` opens it with the given configuration.
   */
  async open(
    config: WindowConfig,
    create: (config: WindowConfig) => Promise<void>,
    mayShow: boolean,
  ): Promise<void> {
    const { label } = config;
    if (config.rememberState) this.#byField.add(label);
    if (mayShow && !config.showWhenPainted) this.#unseen.delete(label);
    else this.#unseen.add(label);
    const flags = this.#flagsOf(label);
    if (flags === null) return await create(config);
    const saved = this.#all().get(label) ?? null;
    const restores = config.rememberState || (this.#options?.restoresAtStart(label) ?? false);
    const isVisible =
      flags.has("visible") && restores ? (saved?.isVisible ?? true) : config.visible;
    if (saved === null || !restores) return await create({ ...config, visible: isVisible });
    // Only the system can show a window without focus: showing it later would focus it. A window
    // that waits for its page is hidden meanwhile anyway.
    const isShownBySystem = !config.focus || config.showWhenPainted;
    const shows = mayShow && isVisible && !isShownBySystem;
    await create({ ...asSaved(config, saved, flags), visible: isVisible && isShownBySystem });
    await this.#restore(label, saved, flags, shows);
  }

  /** Restores the remembered state of an open window, if there is any. */
  async restore(label: string, flags: ReadonlySet<StateFlag>): Promise<void> {
    const saved = this.#all().get(label) ?? null;
    if (saved !== null) {
      if (flags.has("decorations"))
        await this.#host.apply(label, { name: "setDecorations", value: saved.isDecorated });
      await this.#restore(label, saved, flags, false);
    }
    if (!flags.has("visible") || !(saved?.isVisible ?? true)) return;
    await this.#host.apply(label, { name: "show", value: null });
    await this.#host.apply(label, { name: "setFocus", value: null });
  }

  /** A window has another size, position or state. */
  changed(label: string): void {
    if (this.#flagsOf(label) === null) return;
    clearTimeout(this.#timers.get(label));
    this.#timers.set(
      label,
      setTimeout(() => void this.note(label), delay),
    );
  }

  /** Remembers and writes the current state of an open window. Errors go to standard error. */
  async note(label: string): Promise<void> {
    clearTimeout(this.#timers.get(label));
    this.#timers.delete(label);
    if (this.#flagsOf(label) === null) return;
    await this.#note(label);
    await this.#write();
  }

  /** The same for every open window, at the end of the app. */
  async save(): Promise<void> {
    for (const label of this.#host.labels()) await this.note(label);
  }

  /**
   * Remembers and writes some flags of all open windows, including windows that are not remembered
   * automatically.
   *
   * @throws FrameworkError if the disk refuses it
   */
  async saveNow(flags: ReadonlySet<StateFlag>): Promise<void> {
    await Promise.all(this.#host.labels().map((label) => this.#note(label, flags)));
    await this.#writeOrThrow();
  }

  async #note(label: string, flags: ReadonlySet<StateFlag> | null = null): Promise<void> {
    try {
      const [state, { canPlace }] = await Promise.all([
        this.#host.read(label),
        this.#host.monitors(label),
      ]);
      const before = this.#all().get(label) ?? null;
      if (state.isVisible) this.#unseen.delete(label);
      const isVisible = this.#unseen.has(label) ? (before?.isVisible ?? true) : state.isVisible;
      const now = savedWindow({ ...state, isVisible }, before, canPlace);
      this.#all().set(label, flags === null || before === null ? now : onlyOf(flags, now, before));
    } catch (error) {
      // It was closed meanwhile, or its display is gone: the remembered state stays.
      if (!["not-found", "unavailable", "closed"].includes(plainError(error).code)) throw error;
    }
  }

  async #write(): Promise<void> {
    try {
      await this.#writeOrThrow();
    } catch (error) {
      process.stderr.write(`framework: windows are not remembered: ${plainError(error).message}\n`);
    }
  }

  async #writeOrThrow(): Promise<void> {
    const paths = this.#host.paths();
    const text = stateText(this.#all());
    if (paths === null || text === this.#written) return;
    await this.#host.write(paths.own, text);
    this.#written = text;
  }

  /** The remembered flags of a window; `null`: none. */
  #flagsOf(label: string): ReadonlySet<StateFlag> | null {
    if (this.#options?.isMeant(label) === true) return this.#options.flags;
    return this.#byField.has(label) ? rememberedByField : null;
  }

  /** @param shows whether the window is shown once it is in place */
  async #restore(
    label: string,
    saved: SavedWindow,
    flags: ReadonlySet<StateFlag>,
    shows: boolean,
  ): Promise<void> {
    const { apply, monitors, read } = this.#host;
    const [{ all, primary, canPlace }, state] = await Promise.all([monitors(label), read(label)]);
    const { innerSize, outerSize } = state;
    const frame = {
      width: Math.max(outerSize.width - innerSize.width, 0),
      height: Math.max(outerSize.height - innerSize.height, 0),
    };
    const bounds = fitting(saved, frame, all, primary);
    if (bounds !== null && canPlace && flags.has("position"))
      await apply(label, { name: "setPosition", value: { type: "Physical", ...bounds.position } });
    const size = bounds?.size ?? saved.size;
    if (size !== null && flags.has("size"))
      await apply(label, { name: "setSize", value: { type: "Logical", ...size } });
    // Both after its normal bounds, which it returns to.
    if (saved.isMaximized && flags.has("maximized"))
      await apply(label, { name: "maximize", value: null });
    if (saved.isFullscreen && flags.has("fullscreen"))
      await apply(label, { name: "setFullscreen", value: true });
    if (shows) await apply(label, { name: "show", value: null });
  }

  /** Read when the first window needs it. */
  #all(): Map<string, SavedWindow> {
    this.#windows ??= new Map(this.#load());
    return this.#windows;
  }

  #load(): SavedWindows {
    const paths = this.#host.paths();
    if (paths === null) return new Map();
    const own = readState(paths.own);
    if (own !== null) {
      const windows = parseState(new TextDecoder().decode(own));
      if (windows !== null) return windows;
      process.stderr.write(
        `framework: "${paths.own}" cannot be read, so windows open as configured\n`,
      );
    }
    const theirs = paths.tauri === null ? null : readState(paths.tauri);
    return (theirs === null ? null : parseTauriState(theirs)) ?? new Map();
  }
}

/** The configuration of a window with its remembered state, as far as possible before it exists. */
function asSaved(
  config: WindowConfig,
  saved: SavedWindow,
  flags: ReadonlySet<StateFlag>,
): WindowConfig {
  return {
    ...config,
    ...(flags.has("size") && saved.size !== null && saved.size),
    // Its position is set when its monitors are known; the system's choice would be no better.
    center: config.center && !(flags.has("position") && saved.position !== null),
    decorations: flags.has("decorations") ? saved.isDecorated : config.decorations,
    maximized: flags.has("maximized") ? false : config.maximized,
    fullscreen: flags.has("fullscreen") ? false : config.fullscreen,
  };
}

function onlyOf(flags: ReadonlySet<StateFlag>, now: SavedWindow, before: SavedWindow): SavedWindow {
  const of = (flag: StateFlag): SavedWindow => (flags.has(flag) ? now : before);
  return {
    position: of("position").position,
    size: of("size").size,
    isMaximized: of("maximized").isMaximized,
    isFullscreen: of("fullscreen").isFullscreen,
    isVisible: of("visible").isVisible,
    isDecorated: of("decorations").isDecorated,
  };
}
