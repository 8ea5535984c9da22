import type { WindowOperation } from "../../../contract/ui/index.ts";
import { operate, type OperationWays, type Settling } from "../../shell/window/operations.ts";
import { later } from "../loop.ts";
import { askForAttention } from "./attention.ts";
import { warnUnsupported } from "./display.ts";
import { readIcon } from "./icon.ts";
import { reasons } from "./no-effect.ts";
import { cornerOf, pixelPosition, pixelSize, pointPosition } from "./screen-space.ts";
import { dragWindow } from "./window-drag.ts";
import { readState } from "./window-state.ts";
import type { NativeWindow } from "./window.ts";

/** Does something to a window; what cannot be done here is said once. */
export function applyOperation(window: NativeWindow, operation: WindowOperation): Promise<void> | void {
  return operate(window, operation, operations, settling);
}

const settling: Settling<NativeWindow> = { read: readState, pixelSize, pixelPosition, later };

const operations: OperationWays<NativeWindow> = {
  center: ({ placement, visibility }) => visibility.fullScreen.whenOut(() => placement.center()),
  requestUserAttention: (_, attention) => askForAttention(attention),
  setResizable(window, isResizable) {
    window.look = { isResizable };
  },
  setMaximizable(window, isMaximizable) {
    window.look = { isMaximizable };
  },
  setMinimizable(window, isMinimizable) {
    window.look = { isMinimizable };
  },
  setClosable(window, isClosable) {
    window.look = { isClosable };
  },
  setTitle(window, title) {
    window.title = title;
  },
  maximize: ({ placement, visibility }) => visibility.fullScreen.whenOut(() => placement.maximize()),
  unmaximize: ({ placement, visibility }) => visibility.fullScreen.whenOut(() => placement.unmaximize()),
  minimize: ({ visibility }) => visibility.minimize(),
  unminimize: ({ visibility }) => visibility.unminimize(),
  show: ({ visibility }) => visibility.show(true),
  hide: ({ visibility }) => visibility.hide(),
  setDecorations(window, isDecorated) {
    window.look = { isDecorated };
  },
  setAlwaysOnTop: (window, isOnTop) => window.setOnTop(isOnTop),
  setContentProtected: (window, isProtected) => window.protectContent(isProtected),
  setSize: ({ placement, visibility }, size) => visibility.fullScreen.whenOut(() => placement.resize(size)),
  setMinSize: ({ placement, visibility }, size) =>
    visibility.fullScreen.whenOut(() => placement.setLimits({ least: placement.limitOf(size) })),
  setMaxSize: ({ placement, visibility }, size) =>
    visibility.fullScreen.whenOut(() => placement.setLimits({ most: placement.limitOf(size) })),
  setPosition: ({ placement, visibility }, position) =>
    visibility.fullScreen.whenOut(() => placement.move(position)),
  setFullscreen({ visibility }, isFullscreen) {
    visibility.fullScreen.isAsked = isFullscreen;
  },
  setFocus: ({ visibility }) => visibility.focus(),
  setIcon(_, bytes) {
    readIcon(bytes)[Symbol.dispose]();
    warnUnsupported("setIcon", reasons.icon);
  },
  setSkipTaskbar: () => warnUnsupported("setSkipTaskbar", reasons.dock),
  setCursorGrab: ({ cursor, visibility }, isHeld) => cursor.hold(isHeld, visibility.isOnScreen),
  setCursorVisible({ cursor }, isVisible) {
    cursor.isVisible = isVisible;
  },
  setCursorIcon({ cursor }, icon) {
    cursor.icon = icon;
  },
  setCursorPosition({ cursor, placement }, position) {
    const [corner, { x, y }] = [cornerOf(placement.inner), pointPosition(position, placement.scale)];
    cursor.move({ x: corner.x + x, y: corner.y + y });
  },
  setIgnoreCursorEvents: ({ window }, ignore) => window.send("setIgnoresMouseEvents:", ignore),
  startDragging: ({ window, visibility }) => visibility.fullScreen.isOut && dragWindow(window),
  print: ({ view }) => view.print(),
};
