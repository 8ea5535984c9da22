import { FrameworkError } from "../../../contract/errors.ts";
import type { CursorIcon, PixelPosition } from "../../../contract/window/window.ts";
import { POINT, user32 } from "../lib/user32.ts";
import { warnUnsupported } from "./display.ts";
import { reasons } from "./unsupported.ts";
import { innerArea, onScreen, rectOf } from "./pixels.ts";

const VK_LBUTTON = 1;
const VK_RBUTTON = 2;
const SM_SWAPBUTTON = 23;
const isDown = 0x8000;
const none = 0;

const IDC_ARROW = 32512;
const IDC_IBEAM = 32513;
const IDC_WAIT = 32514;
const IDC_CROSS = 32515;
const IDC_SIZENWSE = 32642;
const IDC_SIZENESW = 32643;
const IDC_SIZEWE = 32644;
const IDC_SIZENS = 32645;
const IDC_SIZEALL = 32646;
const IDC_NO = 32648;
const IDC_HAND = 32649;
const IDC_APPSTARTING = 32650;
const IDC_HELP = 32651;

/** Windows' own cursors; `null`: it has none of this kind. */
const cursors: { readonly [I in CursorIcon]: number | null } = {
  default: IDC_ARROW,
  crosshair: IDC_CROSS,
  hand: IDC_HAND,
  arrow: IDC_ARROW,
  move: IDC_SIZEALL,
  text: IDC_IBEAM,
  wait: IDC_WAIT,
  help: IDC_HELP,
  progress: IDC_APPSTARTING,
  notAllowed: IDC_NO,
  contextMenu: null,
  cell: null,
  verticalText: null,
  alias: null,
  copy: null,
  noDrop: IDC_NO,
  grab: IDC_SIZEALL,
  grabbing: IDC_SIZEALL,
  allScroll: IDC_SIZEALL,
  zoomIn: null,
  zoomOut: null,
  eResize: IDC_SIZEWE,
  nResize: IDC_SIZENS,
  neResize: IDC_SIZENESW,
  nwResize: IDC_SIZENWSE,
  sResize: IDC_SIZENS,
  seResize: IDC_SIZENWSE,
  swResize: IDC_SIZENESW,
  wResize: IDC_SIZEWE,
  ewResize: IDC_SIZEWE,
  nsResize: IDC_SIZENS,
  neswResize: IDC_SIZENESW,
  nwseResize: IDC_SIZENWSE,
  colResize: IDC_SIZEWE,
  rowResize: IDC_SIZENS,
};

/**
 * The pointer over one window. A cursor that the page sets for an element of its own, such as a
 * link, takes precedence.
 */
export class Cursor {
  readonly #window: number;
  #cursor = IDC_ARROW;
  #isVisible = true;
  #isConfined = false;

  constructor(window: number) {
    this.#window = window;
  }

  set icon(icon: CursorIcon) {
    const cursor = cursors[icon];
    if (cursor === null) {
      warnUnsupported(`the cursor "${icon}"`, reasons.cursor);
    } else {
      this.#cursor = cursor;
      this.#showIfHere();
    }
  }

  set isVisible(isVisible: boolean) {
    this.#isVisible = isVisible;
    this.#showIfHere();
  }

  /** Answers Windows at each movement over the content area (`WM_SETCURSOR`). */
  show(): void {
    user32.SetCursor(this.#isVisible ? user32.LoadCursorW(0, this.#cursor) : none);
  }

  #showIfHere(): void {
    const { x, y } = pointer();
    const area = innerArea(this.#window);
    const isInside =
      x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;
    if (isInside && user32.GetForegroundWindow() === this.#window) this.show();
  }

  /** Confines the pointer to the content area whenever the window is active. */
  confine(isConfined: boolean): void {
    if (isConfined && user32.IsWindowVisible(this.#window) === 0) {
      throw new FrameworkError(
        "unavailable",
        "Cannot keep the pointer inside the window: it must be on the screen",
      );
    }
    const before = this.#isConfined;
    this.#isConfined = isConfined;
    if (isConfined) this.follow();
    else if (before) user32.ClipCursor(null);
  }

  /**
   * The window has another position, or is active again: Windows has released the pointer
   * meanwhile.
   */
  follow(): void {
    if (this.#isConfined && user32.GetForegroundWindow() === this.#window)
      user32.ClipCursor(rectOf(innerArea(this.#window)).bytes);
  }

  /** Another window is active now. */
  leave(): void {
    if (this.#isConfined) user32.ClipCursor(null);
  }

  /** Moves the pointer to a position in the content area. */
  move(position: PixelPosition): void {
    const { x, y } = onScreen(this.#window, position);
    user32.SetCursorPos(x, y);
  }
}

/** The position of the pointer on the screen. */
export function pointer(): PixelPosition {
  const point = POINT.make();
  user32.GetCursorPos(point.bytes);
  return { x: point.get("x"), y: point.get("y") };
}

/** Whether the button for dragging is pressed now. Windows reports the physical one. */
export function isDragging(): boolean {
  const button = user32.GetSystemMetrics(SM_SWAPBUTTON) === 0 ? VK_LBUTTON : VK_RBUTTON;
  return (user32.GetAsyncKeyState(button) & isDown) !== 0;
}
