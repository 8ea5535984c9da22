import { readFileSync, writeFileSync } from "node:fs";
import { frameBufferFile, type Session } from "./display.ts";
import { pngFile, type Picture } from "../png.ts";
import { waitFor } from "../process/wait.ts";
import { XError, xConnection } from "./x-connection.ts";
import { run } from "./x-program.ts";

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A window as the X server and the window manager know it. */
export interface XWindow {
  readonly id: number;
  readonly pid: number | null;
  readonly title: string;
  readonly transientFor: number | null;
  /** `_NET_WM_STATE`, without that prefix: `MODAL`, `ABOVE`, `FULLSCREEN`, … */
  readonly states: readonly string[];
  /** `_NET_WM_WINDOW_TYPE`, without that prefix: `NORMAL`, `DIALOG`, … */
  readonly type: string | null;
  /** The content area, in pixels of the screen. */
  readonly area: Area;
  readonly isMapped: boolean;
}

/** The windows the window manager knows, oldest first; with `pid`, those of one process. */
export async function windows(session: Session, pid?: number): Promise<XWindow[]> {
  const x = await xConnection(session.display);
  const ids = await x.numbers(x.root, "_NET_CLIENT_LIST");
  const all = await Promise.all(ids.map((id) => readWindow(session, id)));
  return all
    .filter((window) => window !== null)
    .filter((window) => pid === undefined || window.pid === pid);
}

/** Waits until exactly one window of the session has this title, and is shown. */
export async function windowTitled(session: Session, title: string): Promise<XWindow> {
  return waitFor(
    `one window titled "${title}"`,
    async () => {
      const found = (await windows(session)).filter(
        (window) => window.title === title && window.isMapped,
      );
      return found.length === 1 ? found[0] : null;
    },
    {
      state: async () =>
        (await windows(session)).map((window) => `  ${JSON.stringify(window)}`).join("\n"),
    },
  );
}

/** `null` when the window was closed meanwhile. */
export async function readWindow(session: Session, id: number): Promise<XWindow | null> {
  const x = await xConnection(session.display);
  const text = async (name: string) => (await x.property(id, name))?.bytes.toString();
  const number = async (name: string) => (await x.numbers(id, name))[0] ?? null;
  const names = async (name: string) =>
    (await x.names(id, name))
      .filter((one) => one.startsWith(`${name}_`))
      .map((one) => one.slice(name.length + 1));
  try {
    const [pid, title, plainTitle, transientFor, states, types, area, isMapped] = await Promise.all(
      [
        number("_NET_WM_PID"),
        text("_NET_WM_NAME"),
        text("WM_NAME"),
        number("WM_TRANSIENT_FOR"),
        names("_NET_WM_STATE"),
        names("_NET_WM_WINDOW_TYPE"),
        x.area(id),
        x.isViewable(id),
      ],
    );
    return {
      id,
      pid,
      title: title ?? plainTitle ?? "",
      transientFor,
      states,
      type: types[0] ?? null,
      area,
      isMapped,
    };
  } catch (error) {
    if (error instanceof XError) return null;
    throw error;
  }
}

/** The window with the keyboard focus. */
export async function activeWindow(session: Session): Promise<number | null> {
  const x = await xConnection(session.display);
  return (await x.numbers(x.root, "_NET_ACTIVE_WINDOW"))[0] || null;
}

/** Gives a window the keyboard focus and waits until it has it. */
export async function focus(session: Session, window: number): Promise<void> {
  if ((await activeWindow(session)) === window) {
    // A newer window may be about to take the focus from it.
    await windowManagerIdle(session);
    if ((await activeWindow(session)) === window) return;
  }
  await run(session, ["xdotool", "windowactivate", String(window)]);
  await waitFor(
    `window ${window} to have the keyboard`,
    async () => (await activeWindow(session)) === window,
    { state: async () => `  active: ${await activeWindow(session)}` },
  );
}

/**
 * Waits until the window manager has handled all earlier requests. It handles requests in order, so
 * a request for another number of desktops is the last one of them.
 */
async function windowManagerIdle(session: Session): Promise<void> {
  const x = await xConnection(session.display);
  const desktops = async () => (await x.numbers(x.root, "_NET_NUMBER_OF_DESKTOPS"))[0];
  const wanted = (await desktops()) === 4 ? 5 : 4;
  await run(session, ["xdotool", "set_num_desktops", String(wanted)]);
  await waitFor("the window manager to answer", async () => (await desktops()) === wanted);
}

/** Presses keys one after the other in a window: `Escape`, `ctrl+l`, `alt+F4`, … */
export async function press(session: Session, window: number, ...keys: string[]): Promise<void> {
  await focus(session, window);
  await run(session, ["xdotool", "key", "--clearmodifiers", ...keys]);
}

/** Types text into a window. */
export async function type(session: Session, window: number, text: string): Promise<void> {
  await focus(session, window);
  await run(session, ["xdotool", "type", "--clearmodifiers", "--", text]);
}

/** Requests a window to close, as its close box does. */
export async function close(session: Session, window: number): Promise<void> {
  await press(session, window, "alt+F4");
}

/** Clicks with the left button, at pixels of the screen; with Ctrl held to extend the selection. */
export async function click(
  session: Session,
  x: number,
  y: number,
  { withCtrl = false }: { withCtrl?: boolean } = {},
): Promise<void> {
  const [hold, release] = withCtrl
    ? [
        ["keydown", "ctrl"],
        ["keyup", "ctrl"],
      ]
    : [[], []];
  const place = [String(Math.round(x)), String(Math.round(y))];
  await run(session, ["xdotool", "mousemove", ...place, ...hold, "click", "1", ...release]);
}

// Xvfb keeps its screen in a file in the format of xwd: a header of big-endian 32-bit numbers (0
// its length, 4 and 5 the picture's width and height, 12 bytes per row, 19 the number of 12-byte
// colours after it), then four bytes per pixel: blue, green, red, unused. Source: X11/XWDFile.h
/** The current content of the screen, or of a part of it. */
export function picture(session: Session, area?: Area): Picture {
  const file = readFileSync(frameBufferFile(session));
  const field = (place: number) => file.readUInt32BE(place * 4);
  const pixelStart = field(0) + field(19) * 12;
  const [screenWidth, screenHeight, rowLength] = [field(4), field(5), field(12)];
  const left = Math.max(area?.x ?? 0, 0);
  const top = Math.max(area?.y ?? 0, 0);
  const width = Math.min(area?.width ?? screenWidth, screenWidth - left);
  const height = Math.min(area?.height ?? screenHeight, screenHeight - top);
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = pixelStart + (top + y) * rowLength + (left + x) * 4;
      pixels.set([file[from + 2] ?? 0, file[from + 1] ?? 0, file[from] ?? 0], (y * width + x) * 3);
    }
  }
  return { width, height, pixels };
}

/** Saves the current content of the screen, or of a part of it. */
export function saveScreenshot(session: Session, path: string, area?: Area): void {
  writeFileSync(path, pngFile(picture(session, area)));
}
