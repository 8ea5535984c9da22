import { user32 } from "../lib/user32.ts";
import { soon } from "../loop.ts";
import { paintForBackdrop } from "./backdrop.ts";
import { taskbarCreated } from "./taskbar.ts";
import { isAboutColours } from "./theme.ts";
import type { NativeWindow } from "./window.ts";

const WM_CREATE = 0x0001;
const WM_MOVE = 0x0003;
const WM_SIZE = 0x0005;
const WM_ACTIVATE = 0x0006;
const WM_SETFOCUS = 0x0007;
const WM_CLOSE = 0x0010;
const WM_ERASEBKGND = 0x0014;
const WM_SHOWWINDOW = 0x0018;
const WM_SETTINGCHANGE = 0x001a;
const WM_SETCURSOR = 0x0020;
const WM_GETMINMAXINFO = 0x0024;
const WM_WINDOWPOSCHANGING = 0x0046;
const WM_DISPLAYCHANGE = 0x007e;
const WM_NCCALCSIZE = 0x0083;
const WM_NCACTIVATE = 0x0086;
const WM_KEYDOWN = 0x0100;
const WM_SYSKEYDOWN = 0x0104;
const WM_COMMAND = 0x0111;
const WM_SYSCOMMAND = 0x0112;
const WM_PARENTNOTIFY = 0x0210;
const WM_MOVING = 0x0216;
const WM_EXITSIZEMOVE = 0x0232;
const WM_DPICHANGED = 0x02e0;
const WM_GETDPISCALEDSIZE = 0x02e4;

const HTCLIENT = 1;
const SC_CLOSE = 0xf060;
const SC_KEYMENU = 0xf100;
const VK_SHIFT = 0x10;
const VK_CONTROL = 0x11;
const VK_I = 0x49;
const VK_F12 = 0x7b;
const isPressed = 0x8000;

/** Answers a message; without a result, Windows' default applies. */
type Answer = (window: NativeWindow, wParam: number, lParam: number) => number | void;

const answers: Readonly<Record<number, Answer>> = {
  [WM_CLOSE](window) {
    window.events.closeRequested();
    return 0; // the app decides
  },
  // The lower four bits are Windows' own.
  [WM_SYSCOMMAND](window, command, key) {
    const kind = command & 0xfff0;
    if (kind === SC_CLOSE && !window.isClosable) return 0;
    if (kind === SC_KEYMENU && key === 0 && window.menu.openWithoutBar()) return 0;
  },
  // The higher half shows whether it comes from a menu.
  [WM_COMMAND](window, number, control) {
    if (control === 0 && number >>> 16 === 0) window.menu.command(number);
  },
  [WM_MOVE]: (window) => window.placed(),
  [WM_MOVING]: ({ view }) => view.moved(),
  [WM_EXITSIZEMOVE]: ({ cursor }) => cursor.follow(),
  [WM_SIZE]: (window) => window.sized(),
  // It is sent before the state changes.
  [WM_SHOWWINDOW]: (window) => soon(() => window.stateChanged()),
  [WM_ACTIVATE]: (window, how) => window.focused((how & 0xffff) !== 0),
  [WM_SETFOCUS]: ({ view }) => view.focus(),
  [WM_GETMINMAXINFO]: ({ placement }, _, info) => placement.limit(info),
  [WM_WINDOWPOSCHANGING]: ({ placement }, _, place) => placement.keepInside(place),
  [WM_DISPLAYCHANGE]: ({ placement }) => placement.coverScreen(),
  [WM_DPICHANGED](window, _, place) {
    window.scaled(place);
    return 0;
  },
  [WM_GETDPISCALEDSIZE]: ({ placement }, dpi, size) =>
    placement.sizeAt(dpi, size) ? 1 : undefined,
  // Whatever the first parameter is, the second one begins with the rectangle.
  [WM_NCCALCSIZE]({ placement }, _, place) {
    if (placement.look.isDecorated || placement.isFullscreen) return;
    placement.takeFrame(place);
    return 0;
  },
  // The frame is not painted with this parameter.
  [WM_NCACTIVATE]: ({ hasFrame, handle }, isActive) =>
    hasFrame ? undefined : user32.DefWindowProcW(handle, WM_NCACTIVATE, isActive, -1),
  [WM_SETCURSOR]({ cursor }, _, hit) {
    if ((hit & 0xffff) !== HTCLIENT) return;
    cursor.show();
    return 1;
  },
  [WM_ERASEBKGND](window, canvas) {
    if (window.hasBackdrop) paintForBackdrop(window.handle, canvas);
    if (window.hasBackdrop || window.spec.transparent) return 1;
  },
  [WM_SETTINGCHANGE](window, _, name) {
    if (isAboutColours(name)) window.coloured();
  },
  [WM_PARENTNOTIFY](window, what) {
    // The engine has put a window of its own into this one, above the border.
    if ((what & 0xffff) === WM_CREATE) soon(() => window.layOut());
  },
  [WM_SYSKEYDOWN]: (window, key, parameter) =>
    window.menu.keyPressed(key, parameter) ? 0 : undefined,
  [WM_KEYDOWN](window, key, parameter) {
    if (window.menu.keyPressed(key, parameter)) return 0;
    const isWith = (other: number) => (user32.GetKeyState(other) & isPressed) !== 0;
    const isAsked = key === VK_F12 || (key === VK_I && isWith(VK_CONTROL) && isWith(VK_SHIFT));
    if (isAsked && window.spec.devTools) window.view.toggleInspector();
  },
};

/** A window's answer to a message; `undefined`: Windows' default applies. */
export function answerMessage(
  window: NativeWindow,
  message: number,
  wParam: number,
  lParam: number,
): number | undefined {
  const answer = answers[message];
  if (answer !== undefined) return answer(window, wParam, lParam) ?? undefined;
  if (message === taskbarCreated()) window.taskbarCreated();
  return undefined;
}
