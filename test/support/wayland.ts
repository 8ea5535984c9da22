import { chownSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProgram } from "./running-app.ts";
import { missingForSession, openSessionFolder, Session, startBus } from "./session.ts";

// Sway shows itself to nobody with the headless backend of wlroots, needs no GPU with its pixman renderer, and
// tells by its own protocol what is on the screen. It has no keyboard and no pointer here: what a user does is
// done by AT-SPI.

const ipcSocket = "sway.sock";
const nobody = "65534";

/** The programs a Wayland session needs and this machine lacks. */
export function missingWaylandPrograms(): string[] {
  return missingForSession("sway", "swaymsg");
}

/** Starts a session with a Wayland compositor, and no X server. */
export async function startWaylandSession(
  options: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Session> {
  await using programs = new AsyncDisposableStack();
  const { folder, variables } = openSessionFolder(programs, {
    XDG_SESSION_TYPE: "wayland",
    GDK_BACKEND: "wayland",
    ...options.env,
  });
  const display = await startCompositor(programs, variables, folder);
  const env = { ...variables, WAYLAND_DISPLAY: display, SWAYSOCK: join(folder, "wayland", ipcSocket) };
  const bus = await startBus(programs, env, folder);
  return new Session(folder, env, bus, programs.move());
}

/** Returns the path of the socket programs connect to. */
async function startCompositor(
  programs: AsyncDisposableStack,
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<string> {
  const sockets = join(folder, "wayland");
  mkdirSync(sockets, { mode: 0o700 });
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
    XDG_RUNTIME_DIR: sockets,
    SWAYSOCK: join(sockets, ipcSocket),
    WLR_BACKENDS: "headless",
    WLR_RENDERER: "pixman",
  };
  const compositor = startProgram([...asAnybody(folder, sockets), "sway", "--config", config], {
    env: { ...env, ...own },
  });
  programs.use(compositor);
  const line = await compositor.line(/^display: wayland-\d+$/);
  return join(sockets, line.slice("display: ".length));
}

/** Sway refuses to run as root, which is who runs tests in a container. */
function asAnybody(folder: string, sockets: string): string[] {
  if (process.getuid?.() !== 0) return [];
  chmodSync(folder, 0o711);
  chmodSync(join(folder, "sway.conf"), 0o644);
  chownSync(sockets, Number(nobody), Number(nobody));
  // The kernel forgets the wish to end with its parent when a process changes its user: it is said again.
  return ["setpriv", "--reuid", nobody, "--regid", nobody, "--clear-groups", "--pdeathsig", "KILL", "--"];
}

/** A window as the compositor knows it. */
export interface WaylandWindow {
  readonly pid: number;
  /** What a `.desktop` file is found by. */
  readonly appId: string;
  readonly title: string;
  /** The inside, in pixels of the screen. */
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly isFullscreen: boolean;
  readonly isFocused: boolean;
}

interface SwayNode {
  readonly pid?: number;
  readonly app_id?: string | null;
  readonly name: string | null;
  readonly rect: WaylandWindow["area"];
  readonly fullscreen_mode: number;
  readonly focused: boolean;
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
}

/** All windows on the screen. */
export async function waylandWindows(session: Session): Promise<WaylandWindow[]> {
  const child = Bun.spawn(["swaymsg", "--raw", "--type", "get_tree"], { env: session.env, stderr: "inherit" });
  return windowsIn(JSON.parse(await new Response(child.stdout).text()) as SwayNode);
}

function windowsIn(node: SwayNode): WaylandWindow[] {
  const below = [...node.nodes, ...node.floating_nodes].flatMap(windowsIn);
  if (node.pid === undefined) return below;
  const { pid, app_id: appId, name, rect, fullscreen_mode: fullscreen, focused } = node;
  return [
    {
      pid,
      appId: appId ?? "",
      title: name ?? "",
      area: { x: rect.x, y: rect.y, width: rect.width, height: rect.height },
      isFullscreen: fullscreen !== 0,
      isFocused: focused,
    },
    ...below,
  ];
}
