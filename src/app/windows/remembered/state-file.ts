import { readFileSync } from "node:fs";
import { systemCode } from "../../paths/path-problem.ts";
import type { SavedWindow } from "./saved-window.ts";

// The framework's own format:
//
//   { "version": 1, "windows": { "main": { "position": { "x", "y" }, "size": { "width", "height" },
//   "isMaximized", … } } }
//
// The file of tauri-plugin-window-state 1, `.window-state`, is read if there is none of ours. It is
// written by bincode 1.3: consecutive little-endian numbers.
//
//   u64 the number of windows; then for each
//   u64 length of its label, the label in UTF-8
//   f64 width, f64 height          of the content area, logical
//   i32 x, i32 y                   of the outer frame, pixels of the screen
//   i32 x, i32 y                   the previous ones
//   u8 maximized, u8 visible, u8 decorated, u8 fullscreen

export type SavedWindows = ReadonlyMap<string, SavedWindow>;

const maxBytes = 1 << 20;

export function stateText(windows: SavedWindows): string {
  return JSON.stringify({ version: 1, windows: Object.fromEntries(windows) });
}

/** The content of a file of ours; `null`: it is unreadable. */
export function parseState(text: string): SavedWindows | null {
  try {
    const parsed = JSON.parse(text) as { version?: unknown; windows?: unknown } | null;
    if (parsed?.version !== 1 || typeof parsed.windows !== "object" || parsed.windows === null)
      return null;
    return new Map(
      Object.entries(parsed.windows).flatMap(([label, window]) => {
        const saved = settled(window);
        return saved === null ? [] : [[label, saved] as const];
      }),
    );
  } catch {
    return null;
  }
}

/** The content of a file of Tauri's plugin; `null`: it is damaged. */
export function parseTauriState(bytes: Uint8Array): SavedWindows | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const windows = new Map<string, SavedWindow>();
  let at = 0;
  const take = (length: number): number => {
    const start = at;
    at += length;
    return start;
  };
  try {
    const count = Number(view.getBigUint64(take(8), true));
    for (let i = 0; i < count; i++) {
      const length = Number(view.getBigUint64(take(8), true));
      if (length > bytes.length - at) return null;
      const label = new TextDecoder("utf-8", { fatal: true }).decode(
        bytes.subarray(take(length), at),
      );
      const [width, height] = [view.getFloat64(take(8), true), view.getFloat64(take(8), true)];
      const [x, y] = [view.getInt32(take(4), true), view.getInt32(take(4), true)];
      take(8);
      const [isMaximized, isVisible, isDecorated, isFullscreen] = [0, 1, 2, 3].map(
        () => view.getUint8(take(1)) !== 0,
      ) as [boolean, boolean, boolean, boolean];
      const saved = settled({
        position: { x, y },
        size: { width, height },
        isMaximized,
        isVisible,
        isDecorated,
        isFullscreen,
      });
      if (saved !== null) windows.set(label, saved);
    }
    return windows;
  } catch {
    return null;
  }
}

/** Reads a file, or `null` if there is none; larger ones are not ours. */
export function readState(path: string): Uint8Array | null {
  try {
    const bytes = readFileSync(path);
    return bytes.length > maxBytes ? null : bytes;
  } catch (error) {
    if (systemCode(error) !== null) return null;
    throw error;
  }
}

/** The remembered state, completed; `null`: it is unusable. A file may hold anything. */
function settled(value: unknown): SavedWindow | null {
  if (typeof value !== "object" || value === null) return null;
  const { position, size, ...flags } = value as Record<
    string,
    Record<string, unknown> | boolean | null
  >;
  const pair = (of: unknown, first: string, second: string): [number, number] | null => {
    const { [first]: one, [second]: other } = (of ?? {}) as Record<string, unknown>;
    const isNumber = (number: unknown): number is number =>
      Number.isFinite(number) && Math.abs(number as number) < 1e6;
    return isNumber(one) && isNumber(other) ? [one, other] : null;
  };
  const [x, y] = pair(position, "x", "y") ?? [null, null];
  const [width, height] = pair(size, "width", "height") ?? [null, null];
  const isSize = width !== null && height !== null && width >= 1 && height >= 1;
  return {
    position: x === null || y === null ? null : { x, y },
    size: isSize ? { width, height } : null,
    isMaximized: flags["isMaximized"] === true,
    isFullscreen: flags["isFullscreen"] === true,
    isVisible: flags["isVisible"] !== false,
    isDecorated: flags["isDecorated"] !== false,
  };
}
