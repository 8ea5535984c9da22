import type {
  WindowOperation,
  WindowOperationName,
  WindowOperations,
  WindowSpec,
} from "../../contract/ui/index.ts";
import type {
  MonitorState,
  PixelPosition,
  PixelSize,
  Position,
  Size,
  WindowState,
} from "../../contract/window/window.ts";

/** The only monitor. */
export const memoryMonitor: MonitorState = {
  name: "Memory",
  size: { width: 1920, height: 1080 },
  position: { x: 0, y: 0 },
  scaleFactor: 1,
};

// What the frame of a window adds to its inside.
const border = { left: 1, top: 20, width: 2, height: 21 };

interface Held {
  readonly state: WindowState;
  readonly least: PixelSize | null;
  readonly most: PixelSize | null;
}

/** A window's state, and how each operation changes it. Those that change nothing to be read leave it alone. */
export class MemoryWindowState {
  #held: Held;

  constructor(spec: WindowSpec) {
    const { size, minSize, maxSize } = spec;
    const position = spec.center ? centered(size) : (spec.position ?? { x: 0, y: 0 });
    this.#held = {
      state: {
        scaleFactor: memoryMonitor.scaleFactor,
        title: spec.title,
        theme: "light",
        isFullscreen: spec.fullscreen,
        isMinimized: false,
        isMaximized: spec.maximized,
        isFocused: spec.visible && spec.focus,
        isDecorated: spec.decorations,
        isResizable: spec.resizable,
        isMaximizable: spec.maximizable,
        isMinimizable: spec.minimizable,
        isClosable: spec.closable,
        isVisible: spec.visible,
        ...placed(position),
        ...sized(size),
      },
      least: { width: minSize.width ?? 1, height: minSize.height ?? 1 },
      most: { width: maxSize.width ?? Infinity, height: maxSize.height ?? Infinity },
    };
  }

  get state(): WindowState {
    const { state } = this.#held;
    return { ...state, isMaximizable: state.isMaximizable && state.isResizable };
  }

  /** Changes the state as a system would by itself. */
  change(change: Partial<WindowState>): void {
    this.#held = { ...this.#held, state: { ...this.#held.state, ...change } };
  }

  apply({ name, value }: WindowOperation): void {
    const change = changes[name] as (held: Held, value: WindowOperation["value"]) => Partial<Held>;
    this.#held = limited({ ...this.#held, ...change(this.#held, value) });
  }
}

function limited(held: Held): Held {
  const { width, height } = held.state.innerSize;
  const within = (length: number, least = 1, most = Infinity) => Math.min(Math.max(length, least), most);
  const size = {
    width: within(width, held.least?.width, held.most?.width),
    height: within(height, held.least?.height, held.most?.height),
  };
  return { ...held, state: { ...held.state, ...sized(size) } };
}

function sized({ width, height }: PixelSize): Pick<WindowState, "innerSize" | "outerSize"> {
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

const set =
  <Value>(change: (value: Value, state: WindowState) => Partial<WindowState>) =>
  ({ state }: Held, value: Value): Partial<Held> => ({ state: { ...state, ...change(value, state) } });

const none = (): Partial<Held> => ({});

const changes: {
  readonly [N in WindowOperationName]: (held: Held, value: WindowOperations[N]) => Partial<Held>;
} = {
  center: set((_, state) => placed(centered(state.innerSize))),
  requestUserAttention: none,
  setResizable: set((isResizable) => ({ isResizable })),
  setMaximizable: set((isMaximizable) => ({ isMaximizable })),
  setMinimizable: set((isMinimizable) => ({ isMinimizable })),
  setClosable: set((isClosable) => ({ isClosable })),
  setTitle: set((title) => ({ title })),
  maximize: set(() => ({ isMaximized: true })),
  unmaximize: set(() => ({ isMaximized: false })),
  minimize: set(() => ({ isMinimized: true, isFocused: false })),
  unminimize: set(() => ({ isMinimized: false })),
  show: set(() => ({ isVisible: true })),
  hide: set(() => ({ isVisible: false, isFocused: false })),
  setDecorations: set((isDecorated) => ({ isDecorated })),
  setAlwaysOnTop: none,
  setContentProtected: none,
  setSize: set((size: Size) => sized(size)),
  setMinSize: (_, least) => ({ least }),
  setMaxSize: (_, most) => ({ most }),
  setPosition: set((position: Position) => placed(position)),
  setFullscreen: set((isFullscreen) => ({ isFullscreen })),
  setFocus: set((_, { isVisible }) => ({ isFocused: isVisible })),
  setIcon: none,
  setSkipTaskbar: none,
  setCursorGrab: none,
  setCursorVisible: none,
  setCursorIcon: none,
  setCursorPosition: none,
  setIgnoreCursorEvents: none,
  startDragging: none,
  print: none,
};
