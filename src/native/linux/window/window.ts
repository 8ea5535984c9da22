import { read, type Pointer } from "bun:ffi";
import { limits } from "../../../contract/limits.ts";
import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { PixelPosition, PixelSize } from "../../../contract/window/window.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import type { DialogQueue } from "../../shell/dialog-queue.ts";
import type { Events } from "../../platform.ts";
import { watchLeaveDialogs } from "../dialogs/leave-dialog.ts";
import { Cursor } from "./cursor.ts";
import { windowSystem } from "./display.ts";
import { sayRefused } from "../../page/power.ts";
import { watchFileDrop, type FileDropTarget } from "./file-drop.ts";
import { Held } from "../../ffi/held.ts";
import { gdk, gdkWayland } from "../lib/gdk.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { wayland, WL_SURFACE_COMMIT } from "../lib/wayland.ts";
import { later } from "../loop.ts";
import { shown } from "../../shown-text.ts";
import { connect } from "../object.ts";
import { showPrintDialog } from "../page/print.ts";
import {
  isFree,
  isFullscreen,
  isMaximized,
  longestLength,
  pair,
  scaleOf,
  surfaceOf,
  wholeLength,
  wholePlace,
  wholeSize,
} from "./surface.ts";
import type { WebView } from "../page/webview.ts";
import type { SettlingWindow } from "../../shell/window/operations.ts";
import type { SystemWindow } from "../../toolkit.ts";
import { drawnFrame } from "./drawn-frame.ts";
import { watchEdges } from "./resize-edges.ts";
import { applyFields } from "./window-fields.ts";
import { innerSize, outerPosition } from "./window-state.ts";

const GTK_WINDOW_TOPLEVEL = 0;
const GTK_WIN_POS_CENTER = 1;
// Milliseconds after which a compositor that did not follow a wish is taken to have refused it.
const refusal = 1000;

const GDK_SHIFT_MASK = 1 << 0;
const GDK_CONTROL_MASK = 1 << 2;
const GDK_KEY_I = 0x49;
const GDK_KEY_F12 = 0xffc9;

const windows = new Held<NativeWindow>("windows");

const closeAsked = callback("ppL>b", (_window, _event, number) => {
  windows.get(number)?.closeRequested();
  return true; // the app decides
});

const configured = callback("ppL>b", (_window, _event, number) => {
  windows.get(number)?.placed();
  return false;
});

const allocated = callback("ppL>v", (_view, _area, number) => windows.get(number)?.sized());
const activated = callback("ppL>v", (_window, _property, number) => windows.get(number)?.focused());
const scaled = callback("ppL>v", (_window, _property, number) => windows.get(number)?.scaled());

const stateChanged = callback("ppL>b", (_window, _event, number) => {
  windows.get(number)?.stateChanged();
  return false;
});

const keyPressed = callback("ppL>b", (_window, event, number) => {
  // struct GdkEventKey { type; window; send_event; guint32 time, state, keyval; … }
  const [state, key] = [read.u32(event as Pointer, 24), read.u32(event as Pointer, 28)];
  const both = GDK_SHIFT_MASK | GDK_CONTROL_MASK;
  if (key !== GDK_KEY_F12 && !(key === GDK_KEY_I && (state & both) === both)) return false;
  windows.get(number)?.view.toggleInspector();
  return true;
});

// The page asks by `window.print()`.
const printAsked = callback("ppL>b", (_view, operation, number) => {
  const window = windows.get(number);
  if (window?.spec.printing === true) showPrintDialog(window.address, operation);
  else sayRefused("printing", "set framework.allowlist.window.print to true");
  return true;
});

// An element of the page becomes as large as the screen: the engine makes the window fullscreen when this was answered.
const fullScreenAsked = callback("pL>b", (_view, number) => {
  windows.get(number)?.outgrow();
  return false;
});

/** The least and the most a window may measure, in GTK's pixels. */
export interface SizeLimits {
  readonly least: { readonly width: number | null; readonly height: number | null } | null;
  readonly most: { readonly width: number | null; readonly height: number | null } | null;
}

const noFrame: PixelSize = { width: 0, height: 0 };

/** A window of the app with the view in it. */
export class NativeWindow implements FileDropTarget, SystemWindow, SettlingWindow {
  readonly spec: WindowSpec;
  readonly view: WebView;
  readonly address: Address;
  readonly cursor: Cursor;
  /** Called after each change of place, size or state. */
  readonly changeListeners = new Set<() => void>();
  readonly #events: Events;
  readonly #number: number;
  readonly #unwatchFileDrop: () => void;
  readonly #unwatchEdges: () => void;
  readonly #unwatchLeaveDialogs: () => void;
  #title = "";
  #limits: SizeLimits = { least: null, most: null };
  /** What GTK draws around the page; `null` while that is not known. Window managers draw outside of a window. */
  #drawnFrame: PixelSize | null = windowSystem() === "wayland" ? null : noFrame;
  /** Whether its limits hold: not while it is as large as the desktop makes it, see `#hasOwnSize`. */
  #isFree = true;
  /** Whether the desktop has still to answer the wish for a size beyond the limits. */
  #isOutgrowing = false;
  #stopAwaiting = (): void => {};
  #size: PixelSize | null = null;
  #position: PixelPosition | null = null;
  #hiddenAt: PixelPosition | null = null;
  #wasPlaced: boolean;
  isOnTop: boolean;
  isResizable: boolean;

  constructor(
    spec: WindowSpec,
    view: WebView,
    address: Address,
    { events, dialogs }: { readonly events: Events; readonly dialogs: DialogQueue },
  ) {
    this.spec = spec;
    this.view = view;
    this.address = address;
    this.cursor = new Cursor(address);
    this.#events = events;
    this.#number = windows.add(this);
    this.title = spec.title;
    this.isOnTop = spec.alwaysOnTop;
    this.isResizable = spec.resizable;
    this.#wasPlaced = spec.position !== null;
    connect(address, "delete-event", closeAsked, this.#number);
    connect(address, "configure-event", configured, this.#number);
    connect(address, "window-state-event", stateChanged, this.#number);
    connect(address, "notify::is-active", activated, this.#number);
    connect(address, "notify::scale-factor", scaled, this.#number);
    connect(view.address, "size-allocate", allocated, this.#number);
    connect(view.address, "print", printAsked, this.#number);
    connect(view.address, "enter-fullscreen", fullScreenAsked, this.#number);
    if (spec.devTools) connect(address, "key-press-event", keyPressed, this.#number);
    this.#unwatchFileDrop = watchFileDrop(view.address, spec.fileDropEnabled ? this : null);
    this.#unwatchEdges = watchEdges(this);
    this.#unwatchLeaveDialogs = watchLeaveDialogs(this, spec.label, dialogs);
  }

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    this.#title = title;
    gtk.gtk_window_set_title(this.address, shown(title, limits.title));
  }

  get limits(): SizeLimits {
    return this.#limits;
  }

  set limits(limits: SizeLimits) {
    this.#limits = limits;
    this.#applyLimits();
  }

  /** Limits are told GTK with the frame it draws itself, which is there from the first layout on. */
  #applyLimits(): void {
    if (this.#drawnFrame === null && this.#isFree) return;
    const frame = this.#drawnFrame ?? noFrame;
    const fixed = this.isResizable || !this.#isFree ? null : this.#fixedSize();
    // What a Wayland compositor makes as large as the screen must be so large: some end the app otherwise.
    const limits = this.#isFree ? this.#limits : { ...this.#limits, most: null };
    applyLimits(this.address, fixed === null ? limits : { least: fixed, most: fixed }, frame);
    // One that is not resizable GTK makes no smaller than 200 pixels, unless it asks for its size.
    if (fixed === null) gtk.gtk_widget_set_size_request(this.address, -1, -1);
    else
      gtk.gtk_widget_set_size_request(this.address, fixed.width + frame.width, fixed.height + frame.height);
    gtk.gtk_window_set_resizable(this.address, fixed === null);
  }

  /** GTK lets a window that is not resizable have no size but its default one. */
  #fixedSize(): PixelSize {
    const { x, y } = pair((width, height) => gtk.gtk_window_get_default_size(this.address, width, height));
    return sizeWithin(this.#limits, { width: x, height: y }, scaleOf(this.address));
  }

  /** Looked at with each layout: the shadow grows and shrinks with the state that the window comes from. */
  #measureFrame(): void {
    if (windowSystem() !== "wayland" || !gtk.gtk_widget_get_mapped(this.address) || !isFree(this.address))
      return;
    const frame = drawnFrame(this);
    const before = this.#drawnFrame;
    if (before !== null && before.width === frame.width && before.height === frame.height) return;
    this.#drawnFrame = frame;
    this.#applyLimits();
  }

  #followState(): void {
    if (this.isDestroyed || !gtk.gtk_widget_get_mapped(this.address)) return;
    const isNowFree = this.#hasOwnSize();
    if (!isNowFree) this.#isOutgrowing = false;
    // Desktops tell of other changes before they answer; limits that held by then would hold for the answer, too.
    if (this.#isOutgrowing) return;
    // What is laid out is as large as it was before the change.
    if (isNowFree === this.#isFree) return this.#measureFrame();
    this.#isFree = isNowFree;
    this.#applyLimits();
  }

  /** Whether the desktop leaves its size to it. On X11 a maximized window keeps to its limits, unless it has one size alone. */
  #hasOwnSize(): boolean {
    if (windowSystem() === "wayland") return isFree(this.address);
    return !isFullscreen(this.address) && (this.isResizable || !isMaximized(this.address));
  }

  maximize(): void {
    // Window managers of X11 see to limits by themselves, but call one of a fixed size maximized and leave it as it is.
    if (windowSystem() === "wayland" || !this.isResizable) this.outgrow();
    gtk.gtk_window_maximize(this.address);
  }

  fullscreen(): void {
    this.outgrow();
    gtk.gtk_window_fullscreen(this.address);
  }

  /** It becomes as large as the screen next, whatever its limits, also when it is not resizable. */
  outgrow(): void {
    // GDK holds to the limits it knows when the compositor answers, and some window managers do by those they were
    // told; GTK tells new ones when it lays out the window. The answer may also be none, ever.
    const hadLimits = this.#isFree && (!this.isResizable || this.#limits.most !== null);
    this.#isFree = false;
    this.#isOutgrowing = true;
    this.#applyLimits();
    gtk.gtk_container_check_resize(this.address);
    // A window that is large already may not be drawn so yet; some desktops end an app that commits such a one.
    if (hadLimits && windowSystem() === "wayland") commitLimits(this.address);
    this.#awaitRefusal();
  }

  #awaitRefusal(): void {
    // The time of an earlier wish would be over too soon for this one.
    this.#stopAwaiting();
    this.#stopAwaiting = later(refusal, () => {
      // What is not on the screen is answered when it gets there.
      if (this.isDestroyed || !gtk.gtk_widget_get_mapped(this.address)) return;
      this.#isOutgrowing = false;
      this.#followState();
    });
  }

  closeRequested(): void {
    this.#events.emit("window.closeRequested", { window: this.spec.label });
  }

  stateChanged(): void {
    this.#followState();
    this.changed();
  }

  changed(): void {
    for (const listener of this.changeListeners) listener();
  }

  placed(): void {
    this.changed();
    const position = outerPosition(this);
    const before = this.#position;
    this.#position = position;
    if (before === null || (before.x === position.x && before.y === position.y)) return;
    this.#events.emit("window.moved", { window: this.spec.label, position });
  }

  sized(): void {
    this.changed();
    this.#measureFrame();
    const size = innerSize(this);
    const before = this.#size;
    this.#size = size;
    if (before === null || (before.width === size.width && before.height === size.height)) return;
    this.#events.emit("window.resized", { window: this.spec.label, size });
  }

  focused(): void {
    this.changed();
    const isFocused = gtk.gtk_window_is_active(this.address) !== 0;
    this.#events.emit("window.focused", { window: this.spec.label, isFocused });
  }

  scaled(): void {
    const scaleFactor = scaleOf(this.address);
    this.#events.emit("window.scaled", { window: this.spec.label, scaleFactor, size: innerSize(this) });
  }

  filesDragged(stage: "hover" | "cancel" | "drop", paths: readonly string[]): void {
    this.#events.emit("window.filesDragged", { window: this.spec.label, stage, paths });
  }

  get isDestroyed(): boolean {
    return windows.get(this.#number) !== this;
  }

  /** Makes it so large inside. */
  resize(size: PixelSize): void {
    const { width, height } = sizeWithin(this.#limits, size, scaleOf(this.address));
    gtk.gtk_window_set_default_size(this.address, width, height);
    gtk.gtk_window_resize(this.address, width, height);
    this.#applyLimits();
  }

  setResizable(isResizable: boolean): void {
    const scale = scaleOf(this.address);
    const { width, height } = innerSize(this);
    this.isResizable = isResizable;
    if (gtk.gtk_widget_get_mapped(this.address) && !this.#isOutgrowing) this.#isFree = this.#hasOwnSize();
    if (!isResizable && this.#isFree)
      gtk.gtk_window_set_default_size(this.address, width / scale, height / scale);
    gtk.gtk_window_set_resizable(this.address, isResizable || !this.#isFree);
    this.#applyLimits();
  }

  /** The page keeps its size: a frame that GTK draws is part of the window. */
  setDecorated(isDecorated: boolean): void {
    const scale = scaleOf(this.address);
    const { width, height } = innerSize(this);
    gtk.gtk_window_set_decorated(this.address, isDecorated);
    if (windowSystem() !== "wayland") return;
    this.#drawnFrame = null;
    if (!isFree(this.address)) return;
    gtk.gtk_container_check_resize(this.address);
    this.resize({ width: width / scale, height: height / scale });
  }

  // A window that comes back is a new one for the window manager: it forgot place and wishes.

  hide(): void {
    if (gtk.gtk_widget_get_mapped(this.address))
      this.#hiddenAt = pair((x, y) => gtk.gtk_window_get_position(this.address, x, y));
    gtk.gtk_widget_hide(this.address);
  }

  /** Whether there is a place at which it gets onto the screen, so that GTK centres it no more. */
  get hasPlace(): boolean {
    return this.#wasPlaced || this.#hiddenAt !== null;
  }

  moveTo({ x, y }: PixelPosition): void {
    this.#wasPlaced = true;
    gtk.gtk_window_move(this.address, x, y);
    if (this.#hiddenAt === null) return;
    // GTK takes a place for a window that is not on the screen only before it gets there for the first time.
    this.#hiddenAt = { x, y };
    gdk.gdk_window_move(surfaceOf(this.address), x, y);
  }

  show(): void {
    const place = this.#hiddenAt;
    this.#hiddenAt = null;
    if (place !== null) {
      gtk.gtk_window_move(this.address, place.x, place.y);
      gtk.gtk_window_set_keep_above(this.address, this.isOnTop);
    }
    gtk.gtk_widget_show(this.address);
    if (this.#isOutgrowing) this.#awaitRefusal();
  }

  adopt(spec: WindowSpec): void {
    this.view.reopen(spec);
  }

  refuseAll(): void {
    this.view.refuseAll();
  }

  destroy(): void {
    windows.take(this.#number);
    this.changed();
    this.#unwatchFileDrop();
    this.#unwatchEdges();
    this.#unwatchLeaveDialogs();
    this.view.close();
    gtk.gtk_widget_destroy(this.address);
    this.#events.emit("window.closed", { window: this.spec.label });
  }
}

/** Makes a window as its spec says, with a view that is in no window yet. */
export function openWindow(
  spec: WindowSpec,
  view: WebView,
  surroundings: { readonly events: Events; readonly dialogs: DialogQueue },
): NativeWindow {
  // The page loads while the window is built.
  view.open({ spec, events: surroundings.events });
  const address = gtk.gtk_window_new(GTK_WINDOW_TOPLEVEL);
  const window = new NativeWindow(spec, view, address, surroundings);
  // A modal dialog blocks all windows of its group, and windows without one share a group.
  const group = gtk.gtk_window_group_new();
  gtk.gtk_window_group_add_window(group, address);
  gobject.g_object_unref(group);

  applySize(window);
  applyFields(window);

  gtk.gtk_container_add(address, view.address);
  gtk.gtk_widget_show(view.address);
  gtk.gtk_widget_grab_focus(view.address);
  if (spec.maximized) window.maximize();
  if (spec.fullscreen) window.fullscreen();
  if (spec.visible) gtk.gtk_widget_show(address);
  return window;
}

/**
 * A size for GTK that the limits allow, as far as it can be drawn. GTK holds to them by itself where the user may
 * change the size, and only there.
 */
export function sizeWithin(
  { least, most }: SizeLimits,
  { width, height }: PixelSize,
  scale: number,
): PixelSize {
  const fit = (length: number, shortest?: number | null, longest?: number | null): number =>
    Math.max(Math.min(length, longest ?? length), shortest ?? 1);
  const allowed = {
    width: fit(width, least?.width, most?.width),
    height: fit(height, least?.height, most?.height),
  };
  return wholeSize(allowed, scale);
}

function applySize(window: NativeWindow): void {
  const { address, spec } = window;
  const { size, minSize, maxSize, position } = spec;
  const limits = { least: minSize, most: maxSize };
  const { width, height } = sizeWithin(limits, size, scaleOf(address));
  gtk.gtk_window_set_default_size(address, width, height);
  gtk.gtk_window_set_resizable(address, spec.resizable);
  window.limits = limits;
  if (position !== null) gtk.gtk_window_move(address, wholePlace(position.x), wholePlace(position.y));
  else if (spec.center) gtk.gtk_window_set_position(address, GTK_WIN_POS_CENTER);
}

/** What GTK has told of limits holds on Wayland from its next frame on, and GNOME answers a wish by those it knows. */
function commitLimits(address: Address): void {
  if (!gtk.gtk_widget_get_mapped(address)) return;
  const surface = gdkWayland.gdk_wayland_window_get_wl_surface(surfaceOf(address));
  if (surface !== null) wayland.wl_proxy_marshal_array(surface, WL_SURFACE_COMMIT, null);
}

const GDK_HINT_MIN_SIZE = 1 << 1;
const GDK_HINT_MAX_SIZE = 1 << 2;

function applyLimits(address: Address, { least, most }: SizeLimits, frame: PixelSize): void {
  const hasLeast = least !== null && (least.width !== null || least.height !== null);
  const hasMost = most !== null && (most.width !== null || most.height !== null);
  const { width: minWidth, height: minHeight } = wholeSize(
    { width: least?.width ?? 1, height: least?.height ?? 1 },
    scaleOf(address),
  );
  // GdkGeometry: min width, min height, max width, max height, …; 56 bytes.
  const geometry = new Int32Array(14);
  geometry[0] = minWidth + frame.width;
  geometry[1] = minHeight + frame.height;
  geometry[2] = Math.max(wholeLength(most?.width ?? longestLength), minWidth) + frame.width;
  geometry[3] = Math.max(wholeLength(most?.height ?? longestLength), minHeight) + frame.height;
  const hints = (hasLeast ? GDK_HINT_MIN_SIZE : 0) | (hasMost ? GDK_HINT_MAX_SIZE : 0);
  gtk.gtk_window_set_geometry_hints(address, null, geometry, hints);
}
