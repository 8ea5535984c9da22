import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProgram, type RunningApp } from "../process/running-app.ts";
import { missingForSession, openSessionFolder, Session, startBus } from "./session.ts";
import { waitFor } from "../process/wait.ts";
import { xConnection } from "./x-connection.ts";

export type { Session } from "./session.ts";

export interface SessionOptions {
  /** Default: true. */
  readonly windowManager?: boolean;
  /** Default: 1280 × 1024. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Added to the environment of every program of the session. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The programs that display tests need and this machine lacks; empty on a prepared machine. */
export function missingPrograms(): string[] {
  return missingForSession("Xvfb", "openbox", "xdotool", "xprop", "xwininfo");
}

/** Starts a session with an X server and a window manager. */
export async function startSession(options: SessionOptions = {}): Promise<Session> {
  await using programs = new AsyncDisposableStack();
  const { folder, variables } = openSessionFolder(programs, {
    XDG_SESSION_TYPE: "x11",
    GDK_BACKEND: "x11",
    ...options.env,
  });
  const { server, display } = await startXServer(programs, variables, folder, options);
  const env = { ...variables, DISPLAY: display };
  const [{ bus, daemon }, manager] = await Promise.all([
    startBus(programs, env, folder),
    options.windowManager === false ? null : startWindowManager(programs, env, folder),
  ]);
  return new Session(
    folder,
    env,
    { bus, servers: [server, daemon, ...(manager === null ? [] : [manager])] },
    programs.move(),
  );
}

/** The file of Xvfb's screen; see screenshot.ts. */
export function frameBufferFile(session: Session): string {
  return join(session.folder, "Xvfb_screen0");
}

async function startXServer(
  programs: AsyncDisposableStack,
  env: Readonly<Record<string, string>>,
  folder: string,
  options: SessionOptions,
): Promise<{ readonly server: RunningApp; readonly display: string }> {
  const { width, height } = options.size ?? { width: 1280, height: 1024 };
  const screen = ["-screen", "0", `${width}x${height}x24`, "-fbdir", folder];
  // It chooses a free number and writes it once it accepts connections. Without -noreset it would
  // restart whenever its last client leaves. With -r a key that is down for long, as on a loaded
  // machine, is not repeated.
  const server = startProgram(
    ["Xvfb", "-displayfd", "1", ...screen, "-noreset", "-r", "-nolisten", "tcp"],
    {
      env,
    },
  );
  programs.use(server);
  return { server, display: `:${(await server.line(/^\d+$/)).trim()}` };
}

async function startWindowManager(
  programs: AsyncDisposableStack,
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<RunningApp> {
  // Only the features that tests rely on: new windows get the focus, and Alt+F4 requests a window
  // to close.
  const config = join(folder, "openbox.xml");
  writeFileSync(
    config,
    `<openbox_config xmlns="http://openbox.org/3.4/rc">
      <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
      <keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard>
      <mouse>
        <context name="Client">
          <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
        </context>
      </mouse>
    </openbox_config>`,
  );
  const manager = startProgram(["openbox", "--sm-disable", "--config-file", config], { env });
  programs.use(manager);
  const x = await xConnection(env["DISPLAY"] ?? "");
  await waitFor(
    "the window manager",
    async () => {
      if (!manager.isRunning) throw new Error(`The window manager ended\n${manager.report()}`);
      return (await x.numbers(x.root, "_NET_SUPPORTING_WM_CHECK")).length > 0;
    },
    { state: () => manager.report() },
  );
  return manager;
}
