import type { WindowSpec } from "../../contract/ui/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type {
  MonitorState,
  PixelPosition,
  PixelSize,
  Position,
  Theme,
  WindowState,
} from "../../contract/window/window.ts";
import type { FieldHandlers, OperationHandlers, WindowToolkit } from "../toolkit.ts";
import type { MemoryWindow } from "./window.ts";

/** The only monitor. */
export const memoryMonitor: MonitorState = {
  name: "Memory",
  size: { width: 1920, height: 1080 },
  position: { x: 0, y: 0 },
  workArea: { position: { x: 0, y: 30 }, size: { width: 1920, height: 1010 } },
  scaleFactor: 1,
};

// The size that the frame of a window adds to its content area.
const border = { left: 1, top: 20, width: 2, height: 21 };

/** A window's state when it opens. Size and position of its spec follow by operations. */
export function firstState(spec: WindowSpec, theme: Theme): WindowState {
  return {
    scaleFactor: memoryMonitor.scaleFactor,
    title: spec.title,
    theme,
    isFullscreen: false,
    isMinimized: false,
    isMaximized: false,
    isFocused: false,
    isDecorated: spec.decorations,
    isResizable: spec.resizable,
    isMaximizable: spec.maximizable,
    isMinimizable: spec.minimizable,
    isClosable: spec.closable,
    isVisible: false,
    ...placed({ x: 0, y: 0 }),
    ...sized(spec.size),
  };
}

export function sized({ width, height }: PixelSize): Pick<WindowState, "innerSize" | "outerSize"> {
  return {
    innerSize: { width, height },
    outerSize: { width: width + border.width, height: height + border.height },
  };
}

function placed({ x, y }: PixelPosition): Pick<WindowState, "outerPosition" | "innerPosition"> {
  return { outerPosition: { x, y }, innerPosition: { x: x + border.left, y: y + border.top } };
}

function centered({ width, height }: PixelSize): PixelPosition {
  const { size } = memoryMonitor;
  return {
    x: Math.round((size.width - width - border.width) / 2),
    y: Math.round((size.height - height - border.height) / 2),
  };
}

type Change<Value> = (window: MemoryWindow, value: Value) => void;

const set =
  <Value>(change: (value: Value, state: WindowState) => Partial<WindowState>): Change<Value> =>
  (window, value) =>
    window.change(change(value, window.state));

/** Changes nothing readable. */
const none = (): void => {};

const operations: OperationHandlers<MemoryWindow> = {
  center: set((_, state) => placed(centered(state.innerSize))),
  requestUserAttention: none,
  setResizable: set((isResizable) => ({ isResizable })),
  setMaximizable: set((isMaximizable) => ({ isMaximizable })),
  setMinimizable: set((isMinimizable) => ({ isMinimizable })),
  setClosable: set((isClosable) => ({ isClosable })),
  maximize: set(() => ({ isMaximized: true })),
  unmaximize: set(() => ({ isMaximized: false })),
  minimize: set(() => ({ isMinimized: true, isFocused: false })),
  unminimize: set(() => ({ isMinimized: false })),
  hide: set(() => ({ isVisible: false, isFocused: false })),
  setDecorations: set((isDecorated) => ({ isDecorated })),
  setShadow: none,
  setAlwaysOnTop: none,
  setContentProtected: none,
  setSize: (window, size) => window.resize(size),
  setPosition: set((position: Position) => placed(position)),
  setFullscreen: set((isFullscreen) => ({ isFullscreen })),
  setFocus: (window) => window.focus(),
  setTheme: (window, theme) => window.setTheme(theme),
  setIcon({ spec: { label } }, icon) {
    if (icon.length > 0) return;
    throw new FrameworkError(
      "bad-argument",
      `Cannot set the icon of window "${label}": want a picture`,
    );
  },
  setSkipTaskbar: none,
  setCursorGrab: none,
  setCursorVisible: none,
  setCursorIcon: none,
  setCursorPosition: none,
  setIgnoreCursorEvents: none,
  startDragging: none,
  print: none,
};

const inWindow = { in: "memory/window.ts" };

const fields: FieldHandlers<MemoryWindow> = {
  userAgent: none,
  fileDropEnabled: none,
  resizable: inWindow,
  maximizable: inWindow,
  minimizable: inWindow,
  closable: inWindow,
  focus: none,
  transparent: none,
  decorations: inWindow,
  effects: none,
  effectsFallback: none,
  titleBarStyle: none,
  hiddenTitle: none,
  acceptFirstMouse: none,
  tabbingIdentifier: none,
  additionalBrowserArgs: none,
};

/** The effects of operations and fields on a window. */
export const windowToolkit: WindowToolkit<MemoryWindow> = {
  operations,
  fields,
  pixelSize: ({ width, height }) => ({ width, height }),
  pixelPosition: ({ x, y }) => ({ x, y }),
  // The effects of operations are readable at once.
  later(_, task) {
    queueMicrotask(task);
    return () => {};
  },
  placesAtOnce: true,
  warnUnsupported() {},
};
