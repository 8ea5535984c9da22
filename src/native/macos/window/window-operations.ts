import type { WindowOperation, WindowOperationName, WindowOperations } from "../../../contract/ui/index.ts";
import { settled, type Settling } from "../../settle.ts";
import { later } from "../loop.ts";
import { askForAttention } from "./attention.ts";
import { sayNoEffect } from "./display.ts";
import { readIcon } from "./icon.ts";
import { reasons } from "./no-effect.ts";
import { cornerOf, pixelPosition, pixelSize, pointPosition } from "./screen-space.ts";
import { dragWindow } from "./window-drag.ts";
import { readState } from "./window-state.ts";
import type { NativeWindow } from "./window.ts";

/** Does something to a window; what cannot be done here is said once. */
export function applyOperation(window: NativeWindow, operation: WindowOperation): Promise<void> | void {
  const { name, value } = operation;
  (operations[name] as (window: NativeWindow, value: WindowOperation["value"]) => void)(window, value);
  return settled(window, operation, settling);
}

const settling: Settling<NativeWindow> = { read: readState, pixelSize, pixelPosition, later };

const operations: {
  readonly [N in WindowOperationName]: (window: NativeWindow, value: WindowOperations[N]) => void;
} = {
  center: ({ placement, fullScreen }) => fullScreen.whenOut(() => placement.center()),
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
  maximize: ({ placement, fullScreen }) => fullScreen.whenOut(() => placement.maximize()),
  unmaximize: ({ placement, fullScreen }) => fullScreen.whenOut(() => placement.unmaximize()),
  minimize: (window) => window.minimize(),
  unminimize: (window) => window.unminimize(),
  show: (window) => window.show(true),
  hide: (window) => window.hide(),
  setDecorations(window, isDecorated) {
    window.look = { isDecorated };
  },
  setAlwaysOnTop: (window, isOnTop) => window.setOnTop(isOnTop),
  setContentProtected: (window, isProtected) => window.protectContent(isProtected),
  setSize: ({ placement, fullScreen }, size) => fullScreen.whenOut(() => placement.resize(size)),
  setMinSize: ({ placement, fullScreen }, size) =>
    fullScreen.whenOut(() => placement.setLimits({ least: placement.limitOf(size) })),
  setMaxSize: ({ placement, fullScreen }, size) =>
    fullScreen.whenOut(() => placement.setLimits({ most: placement.limitOf(size) })),
  setPosition: ({ placement, fullScreen }, position) => fullScreen.whenOut(() => placement.move(position)),
  setFullscreen({ fullScreen }, isFullscreen) {
    fullScreen.isAsked = isFullscreen;
  },
  setFocus: (window) => window.focus(),
  setIcon(_, bytes) {
    readIcon(bytes)[Symbol.dispose]();
    sayNoEffect("setIcon", reasons.icon);
  },
  setSkipTaskbar: () => sayNoEffect("setSkipTaskbar", reasons.dock),
  setCursorGrab: ({ cursor, isOnScreen }, isHeld) => cursor.hold(isHeld, isOnScreen),
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
  startDragging: ({ window, fullScreen }) => fullScreen.isOut && dragWindow(window),
  print: ({ view }) => view.print(),
};
