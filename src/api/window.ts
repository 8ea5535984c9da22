/**
 * The windows of the application: this page's own, and all others.
 *
 * Also `window.__FRAMEWORK__.window` when `build.withGlobalFramework` is true. Reading needs no
 * flag; each operation needs the flag of its name below `framework.allowlist.window`, or `all`. An
 * operation on a window that is not open rejects with the code `not-found`.
 *
 * An operation that a system lacks has no effect, and the application's log reports it once;
 * `docs/platforms.md` lists these.
 */
import type { WindowOptions } from "../contract/window/options.ts";
import { invoke } from "./invoke.ts";
import { messageOf } from "./parts/text.ts";
import { ownLabel, tellLocal, type WindowLabel } from "./parts/window-handle.ts";
import { WindowManager } from "./parts/window-manager.ts";
import { page } from "./parts/page.ts";

export type {
  MenuEntry,
  MenuFolderEntry,
  MenuItemChange,
  MenuItemEntry,
  MenuRole,
  MenuRoleEntry,
  MenuSeparator,
} from "../contract/menu.ts";
export type { CursorIcon } from "../contract/window/window.ts";
export type { WindowOptions } from "../contract/window/options.ts";
export { CloseRequestedEvent } from "./parts/window-close-requested.ts";
export { WebviewWindowHandle, type WindowLabel } from "./parts/window-handle.ts";
export { UserAttentionType } from "./parts/user-attention.ts";
export { WindowManager } from "./parts/window-manager.ts";
export type { FileDropEvent, ScaleFactorChanged } from "./parts/window-events.ts";
export type { Theme } from "./parts/window-manager.ts";
export {
  currentMonitor,
  primaryMonitor,
  availableMonitors,
  type Monitor,
} from "./parts/window-monitors.ts";
export {
  LogicalPosition,
  LogicalSize,
  PhysicalPosition,
  PhysicalSize,
} from "./parts/window-units.ts";

/** The look of a window's title bar on macOS. */
export type TitleBarStyle = "visible" | "transparent" | "overlay";

declare global {
  interface Window {
    /**
     * Placed into every page of the application: the label of its window, and those of all open
     * ones.
     */
    readonly __FRAMEWORK_WINDOW__?: { readonly label: string; readonly labels: readonly string[] };
  }
}

const existing = Symbol("a window that is open already");

/** A window of the application, by its label. */
export class WebviewWindow extends WindowManager {
  /**
   * Opens a window. Needs `framework.allowlist.window.create`.
   *
   * Listeners of exactly this object receive the result: `framework://created`, or
   * `framework://error` with the reason as payload. A label holds letters and digits, and no open
   * window may have it.
   *
   * @example
   * const options = { url: "settings.html", width: 400, height: 300 };
   * const settings = new WebviewWindow("settings", options);
   * settings.once("framework://error", ({ payload }) => console.error(payload));
   */
  constructor(label: WindowLabel, options?: WindowOptions | null);
  constructor(label: WindowLabel, options?: WindowOptions | typeof existing | null) {
    super(label);
    if (options === existing) return;
    invoke("window.create", { label, options: options ?? {} }).then(
      () => tellLocal(this, "framework://created", null),
      (error: unknown) => tellLocal(this, "framework://error", messageOf(error)),
    );
  }

  /** The window of this label, or `null` when it is not open. */
  static getByLabel(label: string): WebviewWindow | null {
    return openLabels().includes(label) ? handleOf(label) : null;
  }

  /** The window with the keyboard focus, or `null` when no window of the application has it. */
  static async getFocusedWindow(): Promise<WebviewWindow | null> {
    for (const window of getAll()) if (await window.isFocused()) return window;
    return null;
  }
}

/** The window of this page. */
export const appWindow: WebviewWindow = handleOf(ownLabel());

/**
 * The window of this page.
 *
 * @example
 * await getCurrent().setTitle("Notes");
 */
export function getCurrent(): WebviewWindow {
  return handleOf(ownLabel());
}

/**
 * All open windows.
 *
 * @example
 * const labels = getAll().map(({ label }) => label);
 */
export function getAll(): WebviewWindow[] {
  return openLabels().map(handleOf);
}

function openLabels(): readonly string[] {
  return page()?.__FRAMEWORK_WINDOW__?.labels ?? [];
}

function handleOf(label: string): WebviewWindow {
  return new WebviewWindow(label, existing as never);
}
