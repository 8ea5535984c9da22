import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProgram } from "./running-app.ts";
import { missingForSession, openSessionFolder, Session, startBus } from "./session.ts";

// No compositor needs a GPU or a screen. None has a keyboard, and none but sway can get a mouse
// (wayland-pointer.ts). Other actions of the user go through AT-SPI.

/**
 * - `sway` draws the frames of windows, gives them names for portals, and reports the content of the
 *   screen.
 * - `weston` leaves frames to GTK, as GNOME does, and knows maximized windows.
 * - `mutter` is the compositor of GNOME, and reports more about windows to GTK than others do.
 */
export type Compositor = "sway" | "weston" | "mutter";

/** The programs a Wayland session needs and this machine lacks. */
export function missingWaylandPrograms(compositor: Compositor): string[] {
  return missingForSession(compositor, ...(compositor === "sway" ? ["swaymsg"] : []));
}

/** Starts a session with a Wayland compositor, and no X server. */
export async function startWaylandSession(compositor: Compositor): Promise<Session> {
  await using programs = new AsyncDisposableStack();
  const { folder, variables } = openSessionFolder(programs, {
    XDG_SESSION_TYPE: "wayland",
    GDK_BACKEND: "wayland",
  });
  const sockets = join(folder, "wayland");
  mkdirSync(sockets, { mode: 0o700 });
  const place = { programs, env: { ...variables, XDG_RUNTIME_DIR: sockets }, folder, sockets };
  // Mutter asks for it when it starts.
  const { bus, daemon } = await startBus(programs, variables, folder);
  const display = await { sway: startSway, weston: startWeston, mutter: startMutter }[compositor](
    place,
  );
  const env = {
    ...variables,
    WAYLAND_DISPLAY: join(sockets, display),
    SWAYSOCK: join(sockets, swaySocket),
  };
  return new Session(folder, env, { bus, servers: [daemon] }, programs.move());
}

interface Place {
  readonly programs: AsyncDisposableStack;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly sockets: string;
}

const swaySocket = "sway.sock";

/** Returns the name of the socket programs connect to. */
async function startSway({ programs, env, folder, sockets }: Place): Promise<string> {
  const config = join(folder, "sway.conf");
  // Windows have the size they ask for only where they are not tiled.
  writeFileSync(
    config,
    `xwayland disable
    output HEADLESS-1 resolution 1280x1024 position 0,0
    default_border none
    for_window [app_id=".*"] floating enable
    exec echo "display: $WAYLAND_DISPLAY"
    `,
  );
  const own = {
    SWAYSOCK: join(sockets, swaySocket),
    WLR_BACKENDS: "headless",
    WLR_RENDERER: "pixman",
  };
  const compositor = startProgram([...asAnybody(folder, sockets), "sway", "--config", config], {
    env: { ...env, ...own },
  });
  programs.use(compositor);
  return (await compositor.line(/^display: wayland-\d+$/)).slice("display: ".length);
}

const nobody = 65534;

/** Sway refuses to run as root, and tests in a container run as root. */
function asAnybody(folder: string, sockets: string): string[] {
  if (process.getuid?.() !== 0) return [];
  chmodSync(folder, 0o711);
  chownSync(sockets, nobody, nobody);
  // The kernel resets the parent-death signal when a process changes its user, so it is set again.
  const user = ["--reuid", String(nobody), "--regid", String(nobody), "--clear-groups"];
  return ["setpriv", ...user, "--pdeathsig", "KILL", "--"];
}

async function startWeston({ programs, env, folder }: Place): Promise<string> {
  const config = join(folder, "weston.ini");
  writeFileSync(config, "[core]\nidle-time=0\n[shell]\npanel-position=none\n");
  const screen = ["--backend=headless-backend.so", "--use-pixman", "--width=1280", "--height=1024"];
  const compositor = startProgram(["weston", ...screen, "--socket=display", `--config=${config}`], {
    env,
  });
  programs.use(compositor);
  // Its own desktop is its first program, and is started once others can connect.
  await compositor.line("weston-desktop-shell");
  return "display";
}

async function startMutter({ programs, env }: Place): Promise<string> {
  const screen = ["--headless", "--virtual-monitor", "1280x1024"];
  const compositor = startProgram(
    ["mutter", "--wayland", "--no-x11", ...screen, "--wayland-display", "display"],
    { env },
  );
  programs.use(compositor);
  await compositor.line("Using Wayland display name");
  return "display";
}

/** A window as the compositor knows it. */
export interface WaylandWindow {
  readonly pid: number;
  /** The id by which a `.desktop` file is found. */
  readonly appId: string;
  readonly title: string;
  /** The inside, in pixels of the screen. */
  readonly area: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly isFullscreen: boolean;
  readonly isFocused: boolean;
  /** `csd`: the window wants no frame of the compositor. */
  readonly border: string;
}

interface SwayNode {
  readonly pid?: number;
  readonly app_id?: string | null;
  readonly name: string | null;
  readonly rect: WaylandWindow["area"];
  readonly fullscreen_mode: number;
  readonly focused: boolean;
  readonly border: string;
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
}

/** All windows on the screen, in a session with sway. */
export async function waylandWindows(session: Session): Promise<WaylandWindow[]> {
  const child = Bun.spawn(["swaymsg", "--raw", "--type", "get_tree"], {
    env: session.env,
    stderr: "inherit",
  });
  return windowsIn(JSON.parse(await new Response(child.stdout).text()) as SwayNode);
}

function windowsIn(node: SwayNode): WaylandWindow[] {
  const below = [...node.nodes, ...node.floating_nodes].flatMap(windowsIn);
  if (node.pid === undefined) return below;
  const { pid, app_id: appId, name, rect, fullscreen_mode: fullscreen, focused, border } = node;
  return [
    {
      pid,
      appId: appId ?? "",
      title: name ?? "",
      area: { x: rect.x, y: rect.y, width: rect.width, height: rect.height },
      isFullscreen: fullscreen !== 0,
      isFocused: focused,
      border,
    },
    ...below,
  ];
}
