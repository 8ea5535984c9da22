import type { WindowInfo } from "../../../contract/automation.ts";
import type { WindowOperation } from "../../../contract/ui/index.ts";
import { waitFor } from "../../process/wait.ts";
import { DriverError } from "../errors.ts";
import { integer, text, type Parameters } from "../parameters.ts";
import type { Route } from "../route.ts";
import type { Session } from "../session.ts";
import { elementKey } from "../references.ts";

/** The commands for windows, their positions and sizes, and the frames of their pages. */
export const windowRoutes: readonly Route[] = [
  { method: "GET", path: "/window", run: async (session) => (await session.windowInfo()).label },
  { method: "POST", path: "/window", run: choose, minds: "no prompt" },
  { method: "DELETE", path: "/window", run: close },
  { method: "GET", path: "/window/handles", run: handles, minds: "no prompt" },
  { method: "POST", path: "/window/new", run: open },
  { method: "GET", path: "/window/rect", run: async (session) => rect(await session.windowInfo()) },
  { method: "POST", path: "/window/rect", run: (session, { given }) => place(session, given) },
  {
    method: "POST",
    path: "/window/maximize",
    run: (session) => become(session, { name: "maximize", value: null }, (w) => w.isMaximized),
  },
  {
    method: "POST",
    path: "/window/minimize",
    run: (session) => become(session, { name: "minimize", value: null }, (w) => w.isMinimized),
  },
  {
    method: "POST",
    path: "/window/fullscreen",
    run: (session) =>
      become(session, { name: "setFullscreen", value: true }, (w) => w.isFullscreen),
  },
  { method: "POST", path: "/frame", run: (session, { given }) => enterFrame(session, given) },
  { method: "POST", path: "/frame/parent", run: leaveFrame },
];

async function handles(session: Session): Promise<readonly string[]> {
  return (await session.windows()).map(({ label }) => label);
}

async function choose(session: Session, { given }: { given: Parameters }): Promise<void> {
  const handle = text(given, "handle");
  if (!(await handles(session)).includes(handle))
    throw new DriverError("no such window", `Cannot find window "${handle}": it is not open`);
  session.window = handle;
  session.frame = null;
}

async function close(session: Session): Promise<readonly string[]> {
  const { label } = await session.windowInfo();
  const left = (await handles(session)).filter((handle) => handle !== label);
  // An app ends with its last window.
  const closed = session.line.call("window.destroy", { window: label });
  if (left.length === 0) await closed.catch(() => {});
  else {
    await closed;
    await waitFor("the end of the window", async () => !(await handles(session)).includes(label));
  }
  session.frame = null;
  return left;
}

async function open(
  session: Session,
  { given }: { given: Parameters },
): Promise<{ handle: string; type: string }> {
  if ((given["type"] ?? null) !== null) text(given, "type");
  // The handle of a closed window is never reused.
  const handle = `driver${++session.opened}`;
  await session.line.call("window.open", { window: handle, url: null });
  await session.loads.another(handle, 0, session.timeouts.pageLoad);
  await session.loads.finished(handle, session.timeouts.pageLoad);
  return { handle, type: "window" };
}

function rect({ outerArea, scaleFactor }: WindowInfo): object {
  const pixels = (value: number): number => Math.round(value / scaleFactor);
  const { x, y, width, height } = outerArea;
  return { x: pixels(x), y: pixels(y), width: pixels(width), height: pixels(height) };
}

async function apply(session: Session, operation: WindowOperation): Promise<void> {
  await session.line.call("window.apply", { window: session.window, operation });
}

const most = 2 ** 31 - 1;

async function place(session: Session, given: Parameters): Promise<object> {
  const number = (name: string, least: number): number | null => {
    const value = given[name] ?? null;
    if (typeof value !== "number" || !Number.isFinite(value))
      return value === null ? null : integer(given, name, least, most);
    return integer({ [name]: Math.trunc(value) }, name, least, most);
  };
  const [width, height] = [number("width", 0), number("height", 0)];
  const [x, y] = [number("x", -most), number("y", -most)];
  const before = await normal(session);
  if (width !== null && height !== null) {
    const { area, outerArea, scaleFactor } = before;
    // A window's size is set by its inside.
    const frame = (side: "width" | "height"): number =>
      (outerArea[side] - area[side]) / scaleFactor;
    const size = {
      type: "Logical",
      width: Math.max(1, width - frame("width")),
      height: Math.max(1, height - frame("height")),
    } as const;
    await apply(session, { name: "setSize", value: size });
  }
  if (x !== null && y !== null)
    await apply(session, { name: "setPosition", value: { type: "Logical", x, y } });
  return rect(await settled(session));
}

/** Leaves full screen, maximized and minimized states, so that the window has its own place. */
async function normal(session: Session): Promise<WindowInfo> {
  const info = await session.windowInfo();
  if (info.isFullscreen) await apply(session, { name: "setFullscreen", value: false });
  if (info.isMaximized) await apply(session, { name: "unmaximize", value: null });
  if (info.isMinimized) await apply(session, { name: "unminimize", value: null });
  if (!info.isFullscreen && !info.isMaximized && !info.isMinimized) return info;
  return await until(session, (w) => !w.isFullscreen && !w.isMaximized && !w.isMinimized);
}

async function become(
  session: Session,
  operation: WindowOperation,
  isThere: (window: WindowInfo) => boolean,
): Promise<object> {
  if (!isThere(await session.windowInfo())) {
    await normal(session);
    await apply(session, operation);
    await until(session, isThere);
  }
  return rect(await settled(session));
}

/** Waits up to 2 s for a state. A window manager may refuse it: then the window stays as it is. */
async function until(
  session: Session,
  isThere: (window: WindowInfo) => boolean,
): Promise<WindowInfo> {
  const end = performance.now() + 2000;
  for (;;) {
    const info = await session.windowInfo();
    if (isThere(info) || performance.now() > end) return info;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until its place is the same twice, because the window manager places it in steps. */
async function settled(session: Session): Promise<WindowInfo> {
  let last = "";
  return await until(session, (window) => {
    const now = JSON.stringify(window.outerArea);
    const isSame = now === last;
    last = now;
    return isSame;
  });
}

async function enterFrame(session: Session, given: Parameters): Promise<void> {
  const id = given["id"];
  if (id === null) {
    await session.windowInfo();
    session.frame = null;
  } else if (typeof id === "number")
    session.frame = await session.onContext("frameAt", integer(given, "id", 0, 65_535));
  else {
    const reference = (id as Parameters | undefined)?.[elementKey];
    if (typeof reference !== "string")
      throw new DriverError(
        "invalid argument",
        "Cannot enter a frame: want a number or an element",
      );
    session.frame = await session.onElement("frame", reference);
  }
}

async function leaveFrame(session: Session): Promise<void> {
  if (session.frame !== null) session.frame = await session.onContext("parentFrame");
  else await session.windowInfo();
}
