import { callback } from "../../src/native/ffi/callback.ts";
import { instance } from "../../src/native/windows/lib/kernel32.ts";
import { registerClass } from "../../src/native/windows/registered-class.ts";
import type { PixelArea, PointerInput } from "../pages/protocol.ts";
import { user32 } from "./win32.ts";

// A view of WebView2 is a child window of the app's window, which gets mouse and keys in its area.
// So is this one, and it forwards them to the page behind it.

const WS_CHILD = 0x40000000;
const SWP_NOZORDER = 4;
const SWP_NOACTIVATE = 0x10;
const SWP_SHOWWINDOW = 0x40;
const SWP_HIDEWINDOW = 0x80;
const WM_DESTROY = 2;
const WM_SETFOCUS = 7;
const WM_KILLFOCUS = 8;
const WM_ERASEBKGND = 0x14;
const WM_KEYDOWN = 0x100;
const WM_CHAR = 0x102;
const WM_SYSKEYDOWN = 0x104;
const WM_MOUSEMOVE = 0x200;
const VK_SHIFT = 0x10;
const VK_CONTROL = 0x11;
const VK_MENU = 0x12;

// WM_LBUTTONDOWN and the next ones: the button, and true if it goes down.
const buttons = new Map<number, readonly [button: number, isDown: boolean]>([
  [0x201, [1, true]],
  [0x202, [1, false]],
  [0x204, [3, true]],
  [0x205, [3, false]],
  [0x207, [2, true]],
  [0x208, [2, false]],
]);

// Keys that make no character, as X names them.
const keyNames = new Map<number, string>([
  [0x08, "BackSpace"],
  [0x09, "Tab"],
  [0x0d, "Return"],
  [0x1b, "Escape"],
  [0x21, "Page_Up"],
  [0x22, "Page_Down"],
  [0x23, "End"],
  [0x24, "Home"],
  [0x25, "Left"],
  [0x26, "Up"],
  [0x27, "Right"],
  [0x28, "Down"],
  [0x2d, "Insert"],
  [0x2e, "Delete"],
  ...Array.from({ length: 24 }, (_, index): [number, string] => [0x70 + index, `F${index + 1}`]),
]);

/** A key that went down. */
export interface PressedKey {
  /**
   * The X name with modifiers. `null`: a key that makes a character, which comes as a separate
   * message.
   */
  readonly name: string | null;
  readonly virtualKey: number;
  /** The second parameter of the message. */
  readonly parameter: number;
  /** True if it may be a command of the browser or the app. */
  readonly isAccelerator: boolean;
  /** With Alt held. */
  readonly isSystem: boolean;
}

export interface InputReceiver {
  pointer(input: PointerInput): void;
  key(key: PressedKey): void;
  focus(isFocused: boolean): void;
  /** The app's window has taken this one with it. */
  gone(): void;
}

const receivers = new Map<number, InputReceiver>();

const received = callback("luLl>l", (window, message, wParam, lParam) => {
  const receiver = receivers.get(window);
  if (receiver !== undefined && take(receiver, window, message, wParam, lParam))
    return message === WM_ERASEBKGND ? 1 : 0;
  return user32.DefWindowProcW(window, message, wParam, lParam);
});

function take(
  receiver: InputReceiver,
  window: number,
  message: number,
  wParam: number,
  lParam: number,
): boolean {
  const button = buttons.get(message);
  if (button !== undefined || message === WM_MOUSEMOVE) {
    const [number, isDown] = button ?? [0, false];
    if (isDown) user32.SetFocus(window);
    const [x, y] = [(lParam << 16) >> 16, lParam >> 16];
    const kind = message === WM_MOUSEMOVE ? "move" : isDown ? "press" : "release";
    receiver.pointer({ kind, x, y, button: number });
    return true;
  }
  switch (message) {
    case WM_ERASEBKGND:
      return true;
    case WM_SETFOCUS:
    case WM_KILLFOCUS:
      receiver.focus(message === WM_SETFOCUS);
      return true;
    case WM_KEYDOWN:
    case WM_SYSKEYDOWN:
      receiver.key(keyOf(message, wParam, lParam));
      return message === WM_KEYDOWN;
    case WM_CHAR:
      // Control characters, and keys that have names, came as keys.
      if (wParam >= 0x20 && wParam !== 0x7f)
        receiver.key({
          name: String.fromCharCode(wParam),
          virtualKey: 0,
          parameter: lParam,
          isAccelerator: false,
          isSystem: false,
        });
      return true;
    case WM_DESTROY:
      receivers.delete(window);
      receiver.gone();
      return true;
    default:
      return false;
  }
}

function keyOf(message: number, virtualKey: number, parameter: number): PressedKey {
  const isHeld = (key: number): boolean => user32.GetKeyState(key) < 0;
  const [isCtrl, isAlt, isShift] = [isHeld(VK_CONTROL), isHeld(VK_MENU), isHeld(VK_SHIFT)];
  const named = keyNames.get(virtualKey);
  const isLetter =
    (virtualKey >= 0x41 && virtualKey <= 0x5a) || (virtualKey >= 0x30 && virtualKey <= 0x39);
  const key =
    named ?? (isLetter && (isCtrl || isAlt) ? String.fromCharCode(virtualKey).toLowerCase() : null);
  const held = [
    ...(isCtrl ? ["ctrl"] : []),
    ...(isAlt ? ["alt"] : []),
    ...(isShift ? ["shift"] : []),
  ];
  return {
    name: key === null ? null : [...held, key].join("+"),
    virtualKey,
    parameter,
    isAccelerator: named !== undefined || ((isCtrl || isAlt) && isLetter),
    isSystem: message === WM_SYSKEYDOWN,
  };
}

let registered: Uint8Array | undefined;

const className = (): Uint8Array => (registered ??= registerClass("StandInView", received()));

/** The child window of a view. */
export class InputWindow {
  readonly #window: number;

  constructor(parent: number, receiver: InputReceiver) {
    const name = className();
    this.#window = user32.CreateWindowExW(
      0,
      name,
      name,
      WS_CHILD,
      0,
      0,
      0,
      0,
      parent,
      0,
      instance(),
      null,
    );
    if (this.#window === 0) throw new Error("Cannot make a view in this window: it is no window");
    receivers.set(this.#window, receiver);
  }

  place({ x, y, width, height }: PixelArea, isShown: boolean): void {
    const shown = isShown ? SWP_SHOWWINDOW : SWP_HIDEWINDOW;
    user32.SetWindowPos(
      this.#window,
      0,
      x,
      y,
      width,
      height,
      SWP_NOZORDER | SWP_NOACTIVATE | shown,
    );
  }

  takeFocus(): void {
    user32.SetFocus(this.#window);
  }

  moveTo(parent: number): void {
    user32.SetParent(this.#window, parent);
  }

  close(): void {
    if (!receivers.delete(this.#window)) return; // the app's window was first
    user32.DestroyWindow(this.#window);
  }
}
