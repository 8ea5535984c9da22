import { limits } from "../../../contract/limits.ts";
import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import type { Events } from "../../platform.ts";
import type { SettlingWindow } from "../../shell/window/operations.ts";
import { shown } from "../../shown-text.ts";
import type { SystemWindow } from "../../toolkit.ts";
import { instance } from "../lib/kernel32.ts";
import { user32 } from "../lib/user32.ts";
import type { MakeView, WindowView } from "../page/page-view.ts";
import { wide } from "../wide-text.ts";
import { Cursor } from "./cursor.ts";
import { noWindow } from "../registered-class.ts";
import { warnUnsupported } from "./display.ts";
import { watchFileDrop, type FileDropTarget } from "./file-drop.ts";
import { WindowIcon } from "./icon.ts";
import { reasons } from "./no-effect.ts";
import { innerArea, outerArea, scaleOf, type Area } from "./pixels.ts";
import { Placement } from "./placement.ts";
import { ResizeBorder } from "./resize-border.ts";
import { styleOf, type Look } from "./style.ts";
import { surround, type Surroundings } from "./surroundings.ts";
import { setInTaskbar } from "./taskbar.ts";
import { paintFrame, systemTheme, type Theme } from "./theme.ts";
import { receive, windowClass, type MessageTarget } from "./window-class.ts";
import { applyFields } from "./window-fields.ts";
import { answerMessage } from "./window-messages.ts";

const CW_USEDEFAULT = 0x8000_0000 | 0;

const SC_CLOSE = 0xf060;
const MF_ENABLED = 0;
const MF_GRAYED = 1;
const WDA_NONE = 0;
const WDA_MONITOR = 1;
const WDA_EXCLUDEFROMCAPTURE = 0x11;

/** A window of the app with the view in it. */
export class NativeWindow implements FileDropTarget, MessageTarget, SystemWindow, SettlingWindow {
  readonly spec: WindowSpec;
  readonly view: WindowView;
  /** Its HWND. */
  readonly handle: number;
  readonly placement: Placement;
  readonly cursor: Cursor;
  readonly icon: WindowIcon;
  /** Called after each change of place, size or state. */
  readonly changeListeners = new Set<() => void>();
  readonly #events: Events;
  readonly #border: ResizeBorder;
  readonly #stopReceiving: () => void;
  #unwatchFileDrop: () => void = () => {};
  #title = "";
  #isClosable = true;
  #skipsTaskbar = false;
  #theme: Theme;
  #isDestroyed = false;
  /** Its inside and its outside, as they are or, while it is minimized, were. */
  #inner: Area;
  #outer: Area;
  /** The place and size that the app was told last; `null`: it is not open yet. */
  #told: Area | null = null;
  #isPageShown: boolean | null = null;
  /** What Windows draws around it; at first the frame that it is made with. */
  #surroundings: Surroundings = "frame";

  constructor(spec: WindowSpec, view: WindowView, handle: number, events: Events) {
    this.spec = spec;
    this.view = view;
    this.handle = handle;
    this.placement = new Placement(handle, lookOf(spec));
    this.cursor = new Cursor(handle);
    this.icon = new WindowIcon(handle);
    this.#events = events;
    this.#border = new ResizeBorder(handle);
    this.#inner = innerArea(handle);
    this.#outer = outerArea(handle);
    this.title = spec.title;
    this.#theme = wantedTheme(spec) ?? systemTheme();
    paintFrame(handle, this.#theme);
    view.preferTheme(wantedTheme(spec));
    this.#stopReceiving = receive(handle, this);
  }

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    this.#title = title;
    user32.SetWindowTextW(this.handle, wide(shown(title, limits.title)));
  }

  get theme(): Theme {
    return this.#theme;
  }

  get inner(): Area {
    this.#measure();
    return this.#inner;
  }

  get outer(): Area {
    this.#measure();
    return this.#outer;
  }

  /** A minimized window is far outside of the screen, and has no inside. */
  #measure(): void {
    if (user32.IsIconic(this.handle)) return;
    this.#inner = innerArea(this.handle);
    this.#outer = outerArea(this.handle);
  }

  set look(change: Partial<Look>) {
    this.placement.look = { ...this.placement.look, ...change };
    this.#surround();
    this.layOut();
  }

  /** Fullscreen it covers the screen to its corners. A transparent one shows nothing but its page. */
  #surround(): void {
    const { shadow, transparent } = this.spec;
    const hasShadow = shadow && !transparent && !this.placement.isFullscreen;
    const surroundings = this.hasFrame ? "frame" : hasShadow ? "shadow" : "nothing";
    if (surroundings === this.#surroundings) return;
    this.#surroundings = surroundings;
    surround(this.handle, surroundings);
  }

  get isClosable(): boolean {
    return this.#isClosable;
  }

  set isClosable(isClosable: boolean) {
    this.#isClosable = isClosable;
    const menu = user32.GetSystemMenu(this.handle, false);
    user32.EnableMenuItem(menu, SC_CLOSE, isClosable ? MF_ENABLED : MF_GRAYED);
  }

  set skipsTaskbar(skips: boolean) {
    this.#skipsTaskbar = skips;
    setInTaskbar(this.handle, !skips);
  }

  protectContent(isProtected: boolean): void {
    const set = (affinity: number) => user32.SetWindowDisplayAffinity(this.handle, affinity) !== 0;
    if (!isProtected) return void set(WDA_NONE);
    // Before Windows 10 2004 a window could be black for others, but not missing.
    if (!set(WDA_EXCLUDEFROMCAPTURE) && !set(WDA_MONITOR))
      warnUnsupported("contentProtected", reasons.capture);
  }

  setFullscreen(isFullscreen: boolean): void {
    this.placement.setFullscreen(isFullscreen);
    this.#surround();
    this.layOut();
    this.changed();
  }

  show(isFocused: boolean): void {
    this.placement.show(isFocused);
    if (isFocused) user32.SetForegroundWindow(this.handle);
    // The taskbar has taken it up again.
    if (this.#skipsTaskbar) this.skipsTaskbar = true;
  }

  received(message: number, wParam: number, lParam: number): number | undefined {
    return answerMessage(this, message, wParam, lParam);
  }

  closeRequested(): void {
    this.#events.emit("window.closeRequested", { window: this.spec.label });
  }

  /** Whether Windows draws a frame around it. */
  get hasFrame(): boolean {
    return this.placement.look.isDecorated && !this.placement.isFullscreen;
  }

  /** There is a new taskbar, which knows nothing of the one before. */
  taskbarCreated(): void {
    if (this.#skipsTaskbar) this.skipsTaskbar = true;
  }

  changed(): void {
    for (const listener of this.changeListeners) listener();
  }

  stateChanged(): void {
    if (this.#isDestroyed) return;
    this.#showPage();
    this.changed();
  }

  #showPage(): void {
    const isShown = this.placement.isVisible && !user32.IsIconic(this.handle);
    if (isShown === this.#isPageShown) return;
    this.#isPageShown = isShown;
    this.view.setVisible(isShown);
  }

  placed(): void {
    const { x, y } = this.outer;
    this.view.moved();
    this.cursor.follow();
    this.changed();
    const told = this.#told;
    if (told === null || (told.x === x && told.y === y)) return;
    this.#told = { ...told, x, y };
    this.#events.emit("window.moved", { window: this.spec.label, position: { x, y } });
  }

  sized(): void {
    const { width, height } = this.inner;
    this.layOut();
    this.stateChanged();
    const told = this.#told;
    if (told === null || (told.width === width && told.height === height)) return;
    this.#told = { ...told, width, height };
    this.#events.emit("window.resized", { window: this.spec.label, size: { width, height } });
  }

  /** Puts the page into the inside, and the border around it where the window has no other. */
  layOut(): void {
    if (this.#isDestroyed || user32.IsIconic(this.handle)) return;
    const { width, height } = this.inner;
    this.view.fill({ width, height });
    this.cursor.follow();
    const { look, isFree } = this.placement;
    if (!look.isDecorated && look.isResizable && isFree) this.#border.show();
    else this.#border.hide();
  }

  focused(isFocused: boolean): void {
    if (isFocused) this.cursor.follow();
    else this.cursor.leave();
    this.changed();
    this.#events.emit("window.focused", { window: this.spec.label, isFocused });
  }

  /** It is at another scale now, for which Windows proposes a place. */
  scaled(place: Address): void {
    this.placement.takePlace(place);
    this.icon.show();
    this.layOut();
    const { width, height } = this.inner;
    const scaleFactor = scaleOf(this.handle);
    this.#events.emit("window.scaled", { window: this.spec.label, scaleFactor, size: { width, height } });
  }

  /** The user has chosen other colours. */
  coloured(): void {
    const theme = wantedTheme(this.spec) ?? systemTheme();
    if (theme === this.#theme) return;
    this.#theme = theme;
    paintFrame(this.handle, theme);
    this.#events.emit("window.themed", { window: this.spec.label, theme });
  }

  filesDragged(stage: "hover" | "cancel" | "drop", paths: readonly string[]): void {
    this.#events.emit("window.filesDragged", { window: this.spec.label, stage, paths });
  }

  get isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  adopt(spec: WindowSpec): void {
    this.view.reopen(spec);
  }

  refuseAll(): void {
    this.view.refuseAll();
  }

  /** Makes it what its spec says, and shows it if it is to be seen. */
  open(): void {
    const { fileDropEnabled, maximized, fullscreen, visible, focus } = this.spec;
    if (fileDropEnabled) this.#unwatchFileDrop = watchFileDrop(this.handle, this);
    this.placement.applyLook();
    this.#surround();
    applyFields(this);
    this.#applySize();
    if (maximized) this.placement.maximize();
    if (fullscreen) this.setFullscreen(true);
    if (visible) this.show(focus);
    this.layOut();
    this.stateChanged();
    const [{ x, y }, { width, height }] = [this.outer, this.inner];
    this.#told = { x, y, width, height };
  }

  /** The place first: the scale is that of the monitor there. */
  #applySize(): void {
    const { size, minSize, maxSize, position, center } = this.spec;
    if (position !== null) this.placement.move({ type: "Logical", ...position });
    this.placement.setLimits({ least: minSize, most: maxSize });
    this.placement.resize({ type: "Logical", ...size });
    if (position === null && center) this.placement.center();
  }

  /** Gives back all that it holds. */
  release(): void {
    this.#isDestroyed = true;
    this.#stopReceiving();
    this.changed();
    this.cursor.confine(false);
    this.#unwatchFileDrop();
    this.view.close();
    this.#border[Symbol.dispose]();
    user32.DestroyWindow(this.handle);
    this.icon[Symbol.dispose]();
  }

  destroy(): void {
    this.release();
    this.#events.emit("window.closed", { window: this.spec.label });
  }
}

function lookOf({ decorations, resizable, maximizable, minimizable }: WindowSpec): Look {
  return {
    isDecorated: decorations,
    isResizable: resizable,
    isMaximizable: maximizable,
    isMinimizable: minimizable,
  };
}

/** The theme that the window has whatever the user chose; `null`: that one. */
function wantedTheme({ theme }: WindowSpec): Theme | null {
  return theme === null ? null : theme === "Dark" ? "dark" : "light";
}

/** Makes a window as its spec says, and the view in it. */
export function openWindow(spec: WindowSpec, makeView: MakeView, events: Events): NativeWindow {
  const handle = makeHandle(spec);
  let view: WindowView;
  try {
    view = makeView({ spec, events }, handle);
  } catch (error) {
    user32.DestroyWindow(handle);
    throw error;
  }
  const window = new NativeWindow(spec, view, handle, events);
  try {
    window.open();
    return window;
  } catch (error) {
    window.release();
    throw error;
  }
}

function makeHandle(spec: WindowSpec): number {
  const name = windowClass();
  // Windows chooses a place for windows with a title bar only.
  const [style, chosen] = [styleOf({ ...lookOf(spec), isDecorated: true }), CW_USEDEFAULT];
  const handle = user32.CreateWindowExW(
    0,
    name,
    wide(""),
    style,
    chosen,
    chosen,
    chosen,
    chosen,
    0,
    0,
    instance(),
    null,
  );
  if (handle === 0) throw noWindow("CreateWindowExW");
  return handle;
}
