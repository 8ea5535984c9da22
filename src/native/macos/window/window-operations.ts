import type { OperationHandlers } from "../../toolkit.ts";
import { askForAttention } from "./attention.ts";
import { warnUnsupported } from "./display.ts";
import { readIcon } from "./icon.ts";
import { reasons } from "./unsupported.ts";
import { cornerOf, pointPosition } from "./screen-space.ts";
import { setTheme } from "./theme.ts";
import { dragWindow } from "./window-drag.ts";
import type { NativeWindow } from "./window.ts";

export const operations: OperationHandlers<NativeWindow> = {
  center: ({ placement, visibility }) => visibility.fullScreen.whenOut(() => placement.center()),
  requestUserAttention: (_, attention) => askForAttention(attention),
  setResizable: (window, isResizable) => window.setLook({ isResizable }),
  setMaximizable: (window, isMaximizable) => window.setLook({ isMaximizable }),
  setMinimizable: (window, isMinimizable) => window.setLook({ isMinimizable }),
  setClosable: (window, isClosable) => window.setLook({ isClosable }),
  maximize: ({ placement, visibility }) =>
    visibility.fullScreen.whenOut(() => placement.maximize()),
  unmaximize: ({ placement, visibility }) =>
    visibility.fullScreen.whenOut(() => placement.unmaximize()),
  minimize: ({ visibility }) => visibility.minimize(),
  unminimize: ({ visibility }) => visibility.unminimize(),
  hide: ({ visibility }) => visibility.hide(),
  setDecorations: (window, isDecorated) => window.setLook({ isDecorated }),
  setShadow({ window }, hasShadow) {
    window.send("setHasShadow:", hasShadow);
    // The shadow of a transparent window has the shape of its page's current content.
    if (hasShadow) window.send("invalidateShadow");
  },
  setAlwaysOnTop: (window, isOnTop) => window.setOnTop(isOnTop),
  setContentProtected: (window, isProtected) => window.protectContent(isProtected),
  setSize: ({ placement, visibility }, size) =>
    visibility.fullScreen.whenOut(() => placement.resize(size)),
  setPosition: ({ placement, visibility }, position) =>
    visibility.fullScreen.whenOut(() => placement.move(position)),
  setFullscreen({ visibility }, isFullscreen) {
    visibility.fullScreen.isAsked = isFullscreen;
  },
  setFocus: ({ visibility }) => visibility.focus(),
  setTheme: (_, theme) => setTheme(theme),
  setIcon(_, bytes) {
    readIcon(bytes)[Symbol.dispose]();
    warnUnsupported("setIcon", reasons.icon);
  },
  setSkipTaskbar: { unsupported: reasons.dock },
  setCursorGrab: ({ cursor, visibility }, isHeld) => cursor.hold(isHeld, visibility.isOnScreen),
  setCursorVisible({ cursor }, isVisible) {
    cursor.isVisible = isVisible;
  },
  setCursorIcon({ cursor }, icon) {
    cursor.icon = icon;
  },
  setCursorPosition({ cursor, placement }, position) {
    const [corner, { x, y }] = [
      cornerOf(placement.inner),
      pointPosition(position, placement.scale),
    ];
    cursor.move({ x: corner.x + x, y: corner.y + y });
  },
  setIgnoreCursorEvents: ({ window }, ignore) => window.send("setIgnoresMouseEvents:", ignore),
  startDragging: ({ window, visibility }) => visibility.fullScreen.isOut && dragWindow(window),
  print: ({ view }) => view.print(),
};
