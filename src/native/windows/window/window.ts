import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { PixelPosition, PixelSize, Theme } from "../../../contract/window/window.ts";
import { effectOn } from "../../../contract/window/effects.ts";
import type { Address } from "../../ffi/signature.ts";
import type { SizeLimits } from "../../shell/window/size-limits.ts";
import type { SystemWindow, SystemWindowEvents } from "../../toolkit.ts";
import { instance } from "../lib/kernel32.ts";
import { user32 } from "../lib/user32.ts";
import { engineColour } from "../page/engine-colour.ts";
import type { MakeView, WindowView } from "../page/page-view.ts";
import { wide } from "../wide-text.ts";
import { WindowMenu, type MenuWindow } from "../menu/window-menu.ts";
import { drawBackdrop } from "./backdrop.ts";
import { Cursor } from "./cursor.ts";
import { noWindow } from "../registered-class.ts";
import { warnUnsupported } from "./display.ts";
import { watchFileDrop } from "./file-drop.ts";
import { WindowIcon } from "./icon.ts";
import { reasons } from "./unsupported.ts";
import { innerArea, outerArea, scaleOf, type Area } from "./pixels.ts";
import { Placement } from "./placement.ts";
import { ResizeBorder } from "./resize-border.ts";
import { styleOf, type Look } from "./style.ts";
import { surround, type Surroundings } from "./surroundings.ts";
import { setInTaskbar } from "./taskbar.ts";
import { currentTheme, onThemeSet, paintFrame } from "./theme.ts";
import { receive, windowClass, type MessageTarget } from "./window-class.ts";
import { answerMessage } from "./window-messages.ts";

const CW_USEDEFAULT = 0x8000_0000 | 0;

const SC_CLOSE = 0xf060;
const MF_ENABLED = 0;
const MF_GRAYED = 1;
const WDA_NONE = 0;
const WDA_MONITOR = 1;
const WDA_EXCLUDEFROMCAPTURE = 0x11;

/** A window of the app with its view. */
export class NativeWindow implements MenuWindow, MessageTarget, SystemWindow {
  readonly spec: WindowSpec;
  readonly view: WindowView;
  /** Its HWND. */
  readonly handle: number;
  readonly placement: Placement;
  readonly cursor: Cursor;
  readonly icon: WindowIcon;
  readonly menu: WindowMenu;
  readonly events: SystemWindowEvents;
  readonly #border: ResizeBorder;
  readonly #stopReceiving: () => void;
  readonly #unwatchTheme: () => void;
  #unwatchFileDrop: () => void = () => {};
  #isClosable = true;
  #skipsTaskbar = false;
  #hasBackdrop = false;
  #hasShadow: boolean;
  #theme: Theme;
  /** Its content area and its outer frame, as they are or, while it is minimized, were. */
  #inner: Area;
  #outer: Area;
  #isPageShown: boolean | null = null;
  /** Windows' current decorations around it; at first the frame that it is created with. */
  #surroundings: Surroundings = "frame";

  constructor(spec: WindowSpec, makeView: MakeView, events: SystemWindowEvents) {
    const handle = makeHandle(spec);
    try {
      this.view = makeView(spec, handle);
    } catch (error) {
      user32.DestroyWindow(handle);
      throw error;
    }
    this.spec = spec;
    this.handle = handle;
    this.#hasShadow = spec.shadow;
    this.placement = new Placement(handle, lookOf(spec));
    this.cursor = new Cursor(handle);
    this.icon = new WindowIcon(handle);
    this.events = events;
    this.menu = new WindowMenu(this, (item) => events.menuChosen(item));
    this.view.keys = this.menu;
    this.#border = new ResizeBorder(handle);
    this.#inner = innerArea(handle);
    this.#outer = outerArea(handle);
    this.#theme = currentTheme();
    paintFrame(handle, this.#theme);
    this.#stopReceiving = receive(handle, this);
    this.#unwatchTheme = onThemeSet(() => this.coloured());
  }

  begin(): void {
    this.view.background = this.#background();
    if (this.spec.fileDropEnabled) this.#unwatchFileDrop = watchFileDrop(this.handle, this.events);
    this.placement.applyLook();
    this.#surround();
  }

  opened(): void {
    this.layOut();
    this.stateChanged();
  }

  get theme(): Theme {
    return this.#theme;
  }

  get place(): PixelPosition {
    const { x, y } = this.outer;
    return { x, y };
  }

  get size(): PixelSize {
    const { width, height } = this.inner;
    return { width, height };
  }

  get scale(): number {
    return scaleOf(this.handle);
  }

  read(): ReturnType<SystemWindow["read"]> {
    const { placement, inner, outer } = this;
    const { isDecorated, isResizable, isMaximizable, isMinimizable } = placement.look;
    return {
      innerPosition: { x: inner.x, y: inner.y },
      outerSize: { width: outer.width, height: outer.height },
      isFullscreen: placement.isFullscreen,
      isMinimized: placement.isMinimized,
      isMaximized: placement.isMaximized,
      isFocused: user32.GetForegroundWindow() === this.handle,
      isDecorated,
      isResizable,
      isMaximizable: isMaximizable && isResizable,
      isMinimizable,
      isClosable: this.#isClosable,
      isVisible: placement.isVisible,
    };
  }

  setTitle(title: string): void {
    user32.SetWindowTextW(this.handle, wide(title));
  }

  setLimits(limits: SizeLimits): void {
    this.placement.setLimits(limits);
  }

  get inner(): Area {
    this.#measure();
    return this.#inner;
  }

  get outer(): Area {
    this.#measure();
    return this.#outer;
  }

  /** A minimized window is far outside of the screen, and has no content area. */
  #measure(): void {
    if (user32.IsIconic(this.handle)) return;
    this.#inner = innerArea(this.handle);
    this.#outer = outerArea(this.handle);
  }

  setLook(change: Partial<Look>): void {
    this.placement.look = { ...this.placement.look, ...change };
    this.menu.follow();
    this.#surround();
    this.layOut();
  }

  /** The engine's background of the page: a colour, nothing (0), or white (`null`). */
  #background(): number | null {
    const { effects, effectsFallback, transparent } = this.spec;
    if (effects.length === 0) return transparent ? 0 : null;
    const effect = effectOn("windows", effects);
    this.#hasBackdrop = effect !== null && drawBackdrop(this.handle, effect);
    if (this.#hasBackdrop) {
      surround(this.handle, this.#surroundings, true);
      return 0;
    }
    if (effectsFallback !== null) return engineColour(effectsFallback);
    warnUnsupported("effects", effect === null ? reasons.effects : reasons.backdrop);
    return transparent ? 0 : null;
  }

  /** Whether Windows draws the background behind the page. */
  get hasBackdrop(): boolean {
    return this.#hasBackdrop;
  }

  setShadow(hasShadow: boolean): void {
    const isFrames = !hasShadow && this.placement.look.isDecorated;
    if (isFrames) warnUnsupported("shadow", reasons.shadow);
    else if (hasShadow && this.spec.transparent)
      warnUnsupported("shadow", reasons.shadowOfTransparent);
    this.#hasShadow = hasShadow;
    this.#surround();
  }

  /** In fullscreen it covers the screen to its corners. A transparent one shows only its page. */
  #surround(): void {
    const hasShadow = this.#hasShadow && !this.spec.transparent && !this.placement.isFullscreen;
    const surroundings = this.hasFrame ? "frame" : hasShadow ? "shadow" : "nothing";
    if (surroundings === this.#surroundings) return;
    this.#surroundings = surroundings;
    surround(this.handle, surroundings, this.#hasBackdrop);
  }

  get isClosable(): boolean {
    return this.#isClosable;
  }

  setClosable(isClosable: boolean): void {
    this.#isClosable = isClosable;
    const menu = user32.GetSystemMenu(this.handle, false);
    user32.EnableMenuItem(menu, SC_CLOSE, isClosable ? MF_ENABLED : MF_GRAYED);
  }

  skipTaskbar(skips: boolean): void {
    this.#skipsTaskbar = skips;
    setInTaskbar(this.handle, !skips);
  }

  protectContent(isProtected: boolean): void {
    const set = (affinity: number) => user32.SetWindowDisplayAffinity(this.handle, affinity) !== 0;
    if (!isProtected) return void set(WDA_NONE);
    // Before Windows 10 2004 a window could be black in captures, but not missing.
    if (!set(WDA_EXCLUDEFROMCAPTURE) && !set(WDA_MONITOR))
      warnUnsupported("contentProtected", reasons.capture);
  }

  setFullscreen(isFullscreen: boolean): void {
    this.placement.setFullscreen(isFullscreen);
    // The window again has the size that it had with its bar.
    this.menu.follow(false);
    this.#surround();
    this.layOut();
    this.events.changed();
  }

  show(isFocused: boolean): void {
    this.placement.show(isFocused);
    if (isFocused) user32.SetForegroundWindow(this.handle);
    // The taskbar has added it again.
    if (this.#skipsTaskbar) this.skipTaskbar(true);
  }

  received(message: number, wParam: number, lParam: number): number | undefined {
    return answerMessage(this, message, wParam, lParam);
  }

  changeBar(isShown: boolean, keepsPage: boolean, change: () => void): void {
    const { width, height } = this.inner;
    change();
    this.placement.hasMenu = isShown;
    if (keepsPage && this.placement.isFree) this.placement.fit({ width, height });
    this.layOut();
  }

  /** Whether Windows draws a frame around it. */
  get hasFrame(): boolean {
    return this.placement.look.isDecorated && !this.placement.isFullscreen;
  }

  /** There is a new taskbar, which has lost the state of the previous one. */
  taskbarCreated(): void {
    if (this.#skipsTaskbar) this.skipTaskbar(true);
  }

  stateChanged(): void {
    if (this.events.isDestroyed) return;
    this.#showPage();
    this.events.changed();
  }

  #showPage(): void {
    const isShown = this.placement.isVisible && !user32.IsIconic(this.handle);
    if (isShown === this.#isPageShown) return;
    this.#isPageShown = isShown;
    this.view.setVisible(isShown);
  }

  placed(): void {
    this.view.moved();
    this.cursor.follow();
    this.events.placed();
  }

  sized(): void {
    this.layOut();
    this.#showPage();
    this.events.sized();
  }

  /** Puts the page into the content area, and the border around it if the window has no other. */
  layOut(): void {
    if (this.events.isDestroyed || user32.IsIconic(this.handle)) return;
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
    this.events.focused(isFocused);
  }

  /** Its scale has changed, and Windows proposes a position. */
  scaled(place: Address): void {
    this.placement.takePlace(place);
    this.icon.show();
    this.layOut();
    this.events.scaled();
  }

  /** The user or the app has chosen other colours. */
  coloured(): void {
    this.view.followTheme();
    const theme = currentTheme();
    if (theme === this.#theme) return;
    this.#theme = theme;
    paintFrame(this.handle, theme);
    this.events.themed();
  }

  release(): void {
    this.#stopReceiving();
    this.#unwatchTheme();
    this.cursor.confine(false);
    this.#unwatchFileDrop();
    this.view.close();
    this.menu[Symbol.dispose]();
    this.#border[Symbol.dispose]();
    user32.DestroyWindow(this.handle);
    this.icon[Symbol.dispose]();
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

function makeHandle(spec: WindowSpec): number {
  const name = windowClass();
  // Windows chooses a position for windows with a title bar only.
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
