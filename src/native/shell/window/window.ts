import { limits } from "../../../contract/limits.ts";
import type {
  ReloadScripts,
  WindowSpecFields,
  WindowOperation,
  WindowOperations,
  WindowSpec,
} from "../../../contract/ui/index.ts";
import { windowDefaults, type WindowFieldName } from "../../../contract/window/fields.ts";
import type { WindowState } from "../../../contract/window/window.ts";
import type { Events } from "../../platform.ts";
import { shown } from "../../shown-text.ts";
import type {
  Handler,
  HandledOperation,
  SystemWindow,
  SystemWindowEvents,
  WindowToolkit,
} from "../../toolkit.ts";
import { FirstShow } from "./first-show.ts";
import { WindowReports } from "./reports.ts";
import { settled, type SettlingWindow } from "./settling.ts";
import { logicalLimit, type SizeLimits } from "./size-limits.ts";

/**
 * The fields of a spec that are applied by an operation, if they differ from a window's default.
 */
const fieldOperations = {
  alwaysOnTop: "setAlwaysOnTop",
  contentProtected: "setContentProtected",
  skipTaskbar: "setSkipTaskbar",
} as const satisfies Partial<Record<keyof WindowSpecFields, HandledOperation>>;

/** A window of the app: the common part of all systems. */
export class Window<W extends SystemWindow> implements SettlingWindow {
  readonly spec: WindowSpec;
  readonly system: W;
  readonly #toolkit: WindowToolkit<W>;
  readonly #events: Events;
  readonly #reports: WindowReports;
  /** Absent if it is shown at once, or by the app only. */
  #firstShow: FirstShow | null = null;
  #title: string;
  #limits: SizeLimits;

  constructor(spec: WindowSpec, { toolkit, events, make }: WindowParts<W>) {
    this.spec = spec;
    this.#toolkit = toolkit;
    this.#events = events;
    this.#reports = new WindowReports(spec.label, events);
    this.#title = spec.title;
    this.#limits = { min: spec.minSize, max: spec.maxSize };
    this.system = make(this.#reports);
    this.#reports.made(this.system);
  }

  get title(): string {
    return this.#title;
  }

  get isDestroyed(): boolean {
    return this.#reports.isDestroyed;
  }

  get changeListeners(): Set<() => void> {
    return this.#reports.changeListeners;
  }

  /** Applies its spec, and shows it if it is visible. */
  open(): void {
    const { system, spec } = this;
    // The page loads while the window is built.
    const show = (): void => system.show(spec.focus);
    if (spec.visible && spec.showWhenPainted) this.#firstShow = new FirstShow(show, this.#toolkit);
    const events = this.#firstShow?.watching(this.#events) ?? this.#events;
    system.view.open({ spec, events }, spec.fileDropEnabled ? this.#reports : null);
    system.begin();
    system.setTitle(shown(spec.title, limits.title));
    this.#applyFields();
    this.#place();
    if (spec.maximized) this.#do("maximize", null);
    if (spec.fullscreen) this.#do("setFullscreen", true);
    if (spec.visible && this.#firstShow === null) show();
    system.opened?.();
    this.#reports.opened(this.#toolkit.placesAtOnce);
  }

  #applyFields(): void {
    for (const name of Object.keys(fieldOperations) as (keyof typeof fieldOperations)[])
      if (this.spec[name]) this.#do(fieldOperations[name], true, name);
    if (!this.spec.shadow) this.#do("setShadow", false, "shadow");
    if (this.spec.theme !== null)
      this.#do("setTheme", this.spec.theme === "Dark" ? "dark" : "light", "theme");
    const { fields, warnUnsupported } = this.#toolkit;
    for (const name of Object.keys(fields) as (keyof typeof fields)[]) {
      const [handler, value] = [
        fields[name] as Handler<W, unknown> | { readonly in: string },
        this.spec[name],
      ];
      if (typeof handler === "function") handler(this.system, value);
      else if ("unsupported" in handler && value !== windowDefaults[name as WindowFieldName])
        warnUnsupported(name, handler.unsupported);
    }
  }

  /** The position first: the scale is that of its monitor, which is also the one to centre on. */
  #place(): void {
    const { system, spec } = this;
    if (spec.position !== null)
      this.#do("setPosition", { type: "Logical", ...spec.position }, "position");
    system.setLimits(this.#limits);
    this.#do("setSize", { type: "Logical", ...spec.size });
    if (spec.center) this.#do("center", null, "center");
    else if (spec.position === null) system.placeByDefault?.();
  }

  /**
   * Runs an operation on it; settles when its effect is readable. An unsupported operation is
   * reported once.
   */
  apply(operation: WindowOperation): Promise<void> | void {
    const { name, value } = operation;
    if (name === "show" || name === "hide") this.#firstShow?.end();
    switch (name) {
      case "show":
        this.system.show(true);
        break;
      case "setTitle":
        this.#title = value;
        this.system.setTitle(shown(value, limits.title));
        break;
      case "setMinSize":
        this.#limit({ min: logicalLimit(value, this.system.scale) });
        break;
      case "setMaxSize":
        this.#limit({ max: logicalLimit(value, this.system.scale) });
        break;
      default:
        if (!this.#do(name, value)) return;
    }
    return settled(this, operation, this.#toolkit);
  }

  #limit(change: Partial<SizeLimits>): void {
    this.#limits = { ...this.#limits, ...change };
    this.system.setLimits(this.#limits);
  }

  /** @param outputAs the operation that the app requested */
  #do<N extends HandledOperation>(
    name: N,
    value: WindowOperations[N],
    outputAs: string = name,
  ): boolean {
    const { operations, unsupported, warnUnsupported } = this.#toolkit;
    const handler = operations[name] as Handler<W, WindowOperations[N]>;
    const reason = typeof handler === "function" ? unsupported?.(name) : handler.unsupported;
    if (reason !== undefined) warnUnsupported(outputAs, reason);
    else if (typeof handler === "function") handler(this.system, value);
    return reason === undefined;
  }

  read(): WindowState {
    const { system } = this;
    const { place: outerPosition, size: innerSize, scale: scaleFactor, theme } = system;
    return { ...system.read(), outerPosition, innerSize, scaleFactor, theme, title: this.#title };
  }

  /** Continues with another app thread: with its page unchanged, or reloaded. */
  adopt(scripts: ReloadScripts, isKept: boolean): void {
    const { view } = this.system;
    if (isKept) view.keep(scripts);
    else view.reopen(scripts);
  }

  /** Refuses all pending requests of its page. */
  refuseAll(isKept: boolean): void {
    this.system.view.refuseAll(isKept);
  }

  /** Releases its resources. */
  release(): void {
    this.#firstShow?.end();
    this.#reports.destroyed();
    this.system.release();
  }

  destroy(): void {
    this.release();
    this.#events.emit("window.closed", { window: this.spec.label });
  }
}

export interface WindowParts<W extends SystemWindow> {
  readonly toolkit: WindowToolkit<W>;
  readonly events: Events;
  readonly make: (events: SystemWindowEvents) => W;
}

/** Opens a window by its spec. */
export function openWindow<W extends SystemWindow>(
  spec: WindowSpec,
  parts: WindowParts<W>,
): Window<W> {
  const window = new Window(spec, parts);
  try {
    window.open();
    return window;
  } catch (error) {
    window.release();
    throw error;
  }
}
