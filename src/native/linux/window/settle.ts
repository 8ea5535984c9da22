import type { WindowOperation, WindowOperationName, WindowOperations } from "../../../contract/ui/index.ts";
import type { WindowState } from "../../../contract/window/window.ts";
import { logicalPosition, logicalSize, physicalPosition, physicalSize, scaleOf } from "./surface.ts";
import { later } from "../loop.ts";
import { readState } from "./window-state.ts";
import type { NativeWindow } from "./window.ts";

// A window manager follows a wish some time after it was told, or not at all. An operation settles when its
// effect can be read, so that a page that asks next sees what it has just done.

const patience = 250;

type Effect<N extends WindowOperationName> = (
  state: WindowState,
  value: WindowOperations[N],
  scale: number,
) => boolean;

const effects: { readonly [N in WindowOperationName]?: Effect<N> } = {
  maximize: ({ isMaximized }) => isMaximized,
  unmaximize: ({ isMaximized }) => !isMaximized,
  minimize: ({ isMinimized }) => isMinimized,
  unminimize: ({ isMinimized }) => !isMinimized,
  setFullscreen: ({ isFullscreen }, wanted) => isFullscreen === wanted,
  setFocus: ({ isFocused, isVisible }) => isFocused || !isVisible,
  setSize: ({ innerSize }, size, scale) => same(innerSize, physicalSize(logicalSize(size, scale), scale)),
  setPosition: ({ outerPosition }, position, scale) =>
    same(outerPosition, physicalPosition(logicalPosition(position, scale), scale)),
};

/** Settles when the effect of an operation can be seen, or is not to be expected any more. */
export function settled(window: NativeWindow, { name, value }: WindowOperation): Promise<void> | void {
  const effect = effects[name] as Effect<WindowOperationName> | undefined;
  const isSeen = () =>
    effect === undefined || effect(readState(window), value as never, scaleOf(window.address));
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
    const giveUp = later(patience, end);
    window.changeListeners.add(look);
  });
}

function same<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}
