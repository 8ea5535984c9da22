import type {
  WindowOperation,
  WindowOperationName,
  WindowOperations,
} from "../../../contract/ui/index.ts";
import type {
  PixelPosition,
  PixelSize,
  Position,
  Size,
  WindowState,
} from "../../../contract/window/window.ts";

// A window manager follows a request after some time, or never. An operation settles when its
// effect is readable, so that a page that reads next sees its own change.

const patience = 250;

/** A system's rounding of requests, and its timer. */
export interface Settling {
  /** The pixels of the screen for a requested size. */
  pixelSize(size: Size, scale: number): PixelSize;
  pixelPosition(position: Position, scale: number): PixelPosition;
  /** Runs `task` once after a delay. The returned function cancels it. */
  later(milliseconds: number, task: () => void): () => void;
}

/** A window whose state changes asynchronously. */
export interface SettlingWindow {
  readonly isDestroyed: boolean;
  /** Called after each change of position, size or state. */
  readonly changeListeners: Set<() => void>;
  read(): WindowState;
}

type Effect<N extends WindowOperationName> = (
  state: WindowState,
  value: WindowOperations[N],
  pixels: Settling,
) => boolean;

const effects: { readonly [N in WindowOperationName]?: Effect<N> } = {
  maximize: ({ isMaximized }) => isMaximized,
  unmaximize: ({ isMaximized }) => !isMaximized,
  minimize: ({ isMinimized }) => isMinimized,
  unminimize: ({ isMinimized }) => !isMinimized,
  setFullscreen: ({ isFullscreen }, wanted) => isFullscreen === wanted,
  setFocus: ({ isFocused, isVisible }) => isFocused || !isVisible,
  setSize: ({ innerSize, scaleFactor }, size, pixels) =>
    same(innerSize, pixels.pixelSize(size, scaleFactor)),
  setPosition: ({ outerPosition, scaleFactor }, position, pixels) =>
    same(outerPosition, pixels.pixelPosition(position, scaleFactor)),
};

/** Settles when the effect of an operation is readable, or no longer expected. */
export function settled(
  window: SettlingWindow,
  { name, value }: WindowOperation,
  settling: Settling,
): Promise<void> | void {
  const effect = effects[name] as Effect<WindowOperationName> | undefined;
  const isSeen = () => effect === undefined || effect(window.read(), value as never, settling);
  if (isSeen()) return;
  return new Promise((resolve) => {
    const end = (): void => {
      giveUp();
      window.changeListeners.delete(look);
      resolve();
    };
    const look = (): void => {
      if (window.isDestroyed || isSeen()) end();
    };
    const giveUp = settling.later(patience, end);
    window.changeListeners.add(look);
  });
}

export function same<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}
