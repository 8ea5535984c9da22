import { library } from "../src/native/linux/library.ts";
import { gtkPackages } from "../src/native/linux/lib/packages.ts";
import { bytesAt, nameAt } from "../src/native/linux/memory.ts";
import type { Session } from "./display.ts";
import { run } from "./x-program.ts";

// The output of xprop, xwininfo and the X server itself about a window.

/**
 * A property as xprop writes it, without its name; `null` when the window has none of that name.
 */
export async function property(
  session: Session,
  window: number,
  name: string,
): Promise<string | null> {
  const text = await run(session, ["xprop", "-id", String(window), name]);
  if (/: +(not found|no such atom)/.test(text)) return null;
  return text.slice(text.search(/[=:]\s/) + 1).trim();
}

/** The numbers in a property. */
export async function numbers(session: Session, window: number, name: string): Promise<number[]> {
  const text = await property(session, window, name);
  return [...(text ?? "").matchAll(/\b(?:0x[0-9a-f]+|\d+)\b/g)].map(([number]) => Number(number));
}

/** The width and height of a window's icon; none when it has no icon. */
export async function iconSize(session: Session, window: number): Promise<number[]> {
  // Without a format of ours xprop draws the icon, and a large one not at all. Each number counts
  // as 8 bytes.
  const format = ["-len", "16", "-f", "_NET_WM_ICON", "32c", "-notype", "_NET_WM_ICON"];
  const text = await run(session, ["xprop", "-id", String(window), ...format]);
  return [...text.slice(text.indexOf("=")).matchAll(/\d+/g)].map(([number]) => Number(number));
}

/** The least and the most the window manager lets a window measure. */
export async function sizeLimits(
  session: Session,
  window: number,
): Promise<{ least: string | null; most: string | null }> {
  const text = (await property(session, window, "WM_NORMAL_HINTS")) ?? "";
  const limit = (name: string) => new RegExp(`${name} size: (\\d+) by (\\d+)`).exec(text);
  const written = (match: RegExpExecArray | null) =>
    match === null ? null : `${match[1]}x${match[2]}`;
  return { least: written(limit("minimum")), most: written(limit("maximum")) };
}

/** The number of bits of colour in a pixel of the window. */
export async function depth(session: Session, window: number): Promise<number> {
  return Number(/Depth: (\d+)/.exec(await run(session, ["xwininfo", "-id", String(window)]))?.[1]);
}

/** The position of the pointer. */
export async function pointer(
  session: Session,
): Promise<{ readonly x: number; readonly y: number }> {
  const text = await run(session, ["xdotool", "getmouselocation"]);
  const number = (name: string) => Number(new RegExp(`${name}:(-?\\d+)`).exec(text)?.[1]);
  return { x: number("x"), y: number("y") };
}

/** Moves the pointer as a hand would, in a straight line of small steps. */
export async function movePointer(
  session: Session,
  ...places: readonly (readonly [number, number])[]
): Promise<void> {
  const steps: string[] = [];
  let { x, y } = await pointer(session);
  for (const [toX, toY] of places) {
    const count = Math.max(2, Math.ceil(Math.hypot(toX - x, toY - y) / 20));
    for (let step = 1; step <= count; step++) {
      const part = (from: number, to: number) =>
        String(Math.round(from + ((to - from) * step) / count));
      steps.push("mousemove", part(x, toX), part(y, toY));
    }
    [x, y] = [toX, toY];
  }
  await run(session, ["xdotool", ...steps]);
}

export async function pressButton(session: Session): Promise<void> {
  await run(session, ["xdotool", "mousedown", "1"]);
}

export async function releaseButton(session: Session): Promise<void> {
  await run(session, ["xdotool", "mouseup", "1"]);
}

const x11 = library("libX11.so.6", gtkPackages, { XOpenDisplay: "s>n", XCloseDisplay: "p>i" });
const xfixes = library("libXfixes.so.3", gtkPackages, { XFixesGetCursorImage: "p>n" });

/** The name of the pointer that is shown now. */
export function pointerName(session: Session): string {
  const display = x11.XOpenDisplay(session.display);
  if (display === null) throw new Error(`Cannot open the display "${session.display}"`);
  try {
    const image = xfixes.XFixesGetCursorImage(display);
    if (image === null) throw new Error("Cannot read the pointer");
    // struct { short x, y; unsigned short width, height, xhot, yhot; unsigned long serial; unsigned
    // long *pixels; Atom atom; const char *name; }
    const name = Number(new DataView(bytesAt(image, 48).buffer).getBigUint64(40, true));
    return name === 0 ? "" : Buffer.from(nameAt(name)).toString();
  } finally {
    x11.XCloseDisplay(display);
  }
}
