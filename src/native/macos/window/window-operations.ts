import type { WindowOperation } from "../../../contract/ui/index.ts";
import { operate, type OperationWays, type Settling } from "../../settle.ts";
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
  return operate(window, operation, operations, settling);
}

const settling: Settling<NativeWindow> = { read: readState, pixelSize, pixelPosition, later };

const operations: OperationWays<NativeWindow> = {
  center: ({ placement, presence }) => presence.fullScreen.whenOut(() => placement.center()),
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
  maximize: ({ placement, presence }) => presence.fullScreen.whenOut(() => placement.maximize()),
  unmaximize: ({ placement, presence }) => presence.fullScreen.whenOut(() => placement.unmaximize()),
  minimize: ({ presence }) => presence.minimize(),
  unminimize: ({ presence }) => presence.unminimize(),
  show: ({ presence }) => presence.show(true),
  hide: ({ presence }) => presence.hide(),
  setDecorations(window, isDecorated) {
    window.look = { isDecorated };
  },
  setAlwaysOnTop: (window, isOnTop) => window.setOnTop(isOnTop),
  setContentProtected: (window, isProtected) => window.protectContent(isProtected),
  setSize: ({ placement, presence }, size) => presence.fullScreen.whenOut(() => placement.resize(size)),
  setMinSize: ({ placement, presence }, size) =>
    presence.fullScreen.whenOut(() => placement.setLimits({ least: placement.limitOf(size) })),
  setMaxSize: ({ placement, presence }, size) =>
    presence.fullScreen.whenOut(() => placement.setLimits({ most: placement.limitOf(size) })),
  setPosition: ({ placement, presence }, position) =>
    presence.fullScreen.whenOut(() => placement.move(position)),
  setFullscreen({ presence }, isFullscreen) {
    presence.fullScreen.isAsked = isFullscreen;
  },
  setFocus: ({ presence }) => presence.focus(),
  setIcon(_, bytes) {
    readIcon(bytes)[Symbol.dispose]();
    sayNoEffect("setIcon", reasons.icon);
  },
  setSkipTaskbar: () => sayNoEffect("setSkipTaskbar", reasons.dock),
  setCursorGrab: ({ cursor, presence }, isHeld) => cursor.hold(isHeld, presence.isOnScreen),
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
  startDragging: ({ window, presence }) => presence.fullScreen.isOut && dragWindow(window),
  print: ({ view }) => view.print(),
};
