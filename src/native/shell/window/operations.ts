import type { WindowOperation, WindowOperationName, WindowOperations } from "../../../contract/ui/index.ts";
import type {
  PixelPosition,
  PixelSize,
  Position,
  Size,
  WindowState,
} from "../../../contract/window/window.ts";

// A window manager follows a wish some time after it was told, or not at all. An operation settles when its
// effect can be read, so that a page that asks next sees what it has just done.

const patience = 250;

/** A window whose state follows by and by. */
export interface SettlingWindow {
  readonly isDestroyed: boolean;
  /** Called after each change of place, size or state. */
  readonly changeListeners: Set<() => void>;
}

/** How a platform reads its windows, and waits. */
export interface Settling<W extends SettlingWindow> {
  read(window: W): WindowState;
  /** The pixels of the screen that a wish comes to, as the system rounds them. */
  pixelSize(size: Size, scale: number): PixelSize;
  pixelPosition(position: Position, scale: number): PixelPosition;
  /** Runs `task` once after a time. The returned function calls it off. */
  later(milliseconds: number, task: () => void): () => void;
}

type Effect<N extends WindowOperationName> = (
  state: WindowState,
  value: WindowOperations[N],
  pixels: Pick<Settling<SettlingWindow>, "pixelSize" | "pixelPosition">,
) => boolean;

const effects: { readonly [N in WindowOperationName]?: Effect<N> } = {
  maximize: ({ isMaximized }) => isMaximized,
  unmaximize: ({ isMaximized }) => !isMaximized,
  minimize: ({ isMinimized }) => isMinimized,
  unminimize: ({ isMinimized }) => !isMinimized,
  setFullscreen: ({ isFullscreen }, wanted) => isFullscreen === wanted,
  setFocus: ({ isFocused, isVisible }) => isFocused || !isVisible,
  setSize: ({ innerSize, scaleFactor }, size, pixels) => same(innerSize, pixels.pixelSize(size, scaleFactor)),
  setPosition: ({ outerPosition, scaleFactor }, position, pixels) =>
    same(outerPosition, pixels.pixelPosition(position, scaleFactor)),
};

/** How a platform does each operation; what cannot be done there is said once. */
export type OperationWays<W> = {
  readonly [N in WindowOperationName]: (window: W, value: WindowOperations[N]) => void;
};

/** Does something to a window, and settles when its effect can be seen, or is not to be expected any more. */
export function operate<W extends SettlingWindow>(
  window: W,
  operation: WindowOperation,
  ways: OperationWays<W>,
  settling: Settling<W>,
): Promise<void> | void {
  (ways[operation.name] as (window: W, value: WindowOperation["value"]) => void)(window, operation.value);
  return settled(window, operation, settling);
}

function settled<W extends SettlingWindow>(
  window: W,
  { name, value }: WindowOperation,
  settling: Settling<W>,
): Promise<void> | void {
  const effect = effects[name] as Effect<WindowOperationName> | undefined;
  const isSeen = () => effect === undefined || effect(settling.read(window), value as never, settling);
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

function same<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}
