/**
 * Events: messages without an answer, between pages and the app.
 *
 * Also `window.__FRAMEWORK__.event` when `build.withGlobalFramework` is true. Needs no flag.
 *
 * A name holds letters, digits, `-`, `/`, `:` and `_`. Names that begin with `framework://` are the
 * framework's own: pages can listen to them but cannot emit them, except for the two that request
 * an update. A payload is any value that `invoke` can send: JSON, with bytes or without.
 *
 * Events reach a listening page in the order they were emitted, regardless of their size and of
 * whether the emitting page awaits them; its listeners run in the order they were added, and each
 * gets an event object of its own. Listeners end with the page: after a reload there are none.
 */
import { invoke, unavailable } from "./invoke.ts";
import { page } from "./parts/page.ts";

/** The event that a listener receives. */
export interface Event<Payload = unknown> {
  /** Its name. */
  event: string;
  /**
   * The window it comes from or concerns; for an event of the app itself, the window of this page.
   */
  windowLabel: string;
  /** The number of the listener. */
  id: number;
  payload: Payload;
}

export type EventCallback<Payload = unknown> = (event: Event<Payload>) => void;

/** Removes its listener; later events are not delivered to it. */
export type UnlistenFn = () => void;

/** The framework's own events. */
export const FrameworkEvent = Object.freeze({
  WINDOW_RESIZED: "framework://resize",
  WINDOW_MOVED: "framework://move",
  WINDOW_CLOSE_REQUESTED: "framework://close-requested",
  WINDOW_CREATED: "framework://window-created",
  WINDOW_DESTROYED: "framework://destroyed",
  WINDOW_FOCUS: "framework://focus",
  WINDOW_BLUR: "framework://blur",
  WINDOW_SCALE_FACTOR_CHANGED: "framework://scale-change",
  WINDOW_THEME_CHANGED: "framework://theme-changed",
  WINDOW_FILE_DROP: "framework://file-drop",
  WINDOW_FILE_DROP_HOVER: "framework://file-drop-hover",
  WINDOW_FILE_DROP_CANCELLED: "framework://file-drop-cancelled",
  OPEN: "framework://open",
  MENU: "framework://menu",
  TRAY: "framework://tray",
  CHECK_UPDATE: "framework://update",
  UPDATE_AVAILABLE: "framework://update-available",
  INSTALL_UPDATE: "framework://update-install",
  STATUS_UPDATE: "framework://update-status",
  DOWNLOAD_PROGRESS: "framework://update-download-progress",
  /** In development: own code was restarted, and this page continues with it. */
  RESTARTED: "framework://restarted",
} as const);
export type FrameworkEvent = (typeof FrameworkEvent)[keyof typeof FrameworkEvent];

export type EventName = FrameworkEvent | (string & {});

/**
 * Listens to an event, from every window and from the app.
 *
 * Resolves, once no event can be missed any more, with the function that removes the listener.
 * Rejects with `bad-argument` for the 10,001st listener of a page.
 *
 * @example
 * const unlisten = await listen<{ done: number }>("progress", ({ payload }) => show(payload.done));
 */
export function listen<Payload>(
  event: EventName,
  handler: EventCallback<Payload>,
): Promise<UnlistenFn> {
  return listenTo(null, event, handler);
}

/**
 * Listens to an event once: the handler runs for the first one only, even when several come at the
 * same time.
 *
 * @example
 * await once("ready", () => hideSplash());
 */
export function once<Payload>(
  event: EventName,
  handler: EventCallback<Payload>,
): Promise<UnlistenFn> {
  return onceTo(null, event, handler);
}

/**
 * Emits an event to the listeners in pages of all windows, and in the app. Rejects with
 * `bad-argument` for a payload of more than 64 MiB of JSON.
 *
 * @example
 * await emit("theme", { dark: true });
 */
export function emit(event: EventName, payload?: unknown): Promise<void> {
  return emitTo(null, event, payload);
}

/**
 * Listens to an event of one window: events from it, events that are emitted to it, and events of
 * the app.
 *
 * @example
 * await listenTo("settings", FrameworkEvent.WINDOW_DESTROYED, () => reload());
 */
export function listenTo<Payload>(
  windowLabel: string | null,
  event: EventName,
  handler: EventCallback<Payload>,
): Promise<UnlistenFn> {
  return add(event, windowLabel, false, handler);
}

/**
 * Like {@link listenTo}, for the first event only.
 *
 * @example
 * await onceTo("settings", "saved", () => reload());
 */
export function onceTo<Payload>(
  windowLabel: string | null,
  event: EventName,
  handler: EventCallback<Payload>,
): Promise<UnlistenFn> {
  return add(event, windowLabel, true, handler);
}

/**
 * Emits an event to the pages of one window, and to the app; `null`: to all pages. Payloads as with
 * {@link emit}.
 *
 * @example
 * await emitTo("settings", "show", { tab: "fonts" });
 */
export function emitTo(
  windowLabel: string | null,
  event: EventName,
  payload?: unknown,
): Promise<void> {
  return invoke("event.emit", { event, payload, window: windowLabel });
}

function add<Payload>(
  event: string,
  windowLabel: string | null,
  isOnce: boolean,
  handler: EventCallback<Payload>,
): Promise<UnlistenFn> {
  const bridge = page()?.__FRAMEWORK_BRIDGE__;
  if (bridge === undefined) return Promise.reject(unavailable("event.listen"));
  return bridge.listen(event, windowLabel, isOnce, handler as EventCallback);
}
