import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { MessageBus } from "dbus-native";
import { connectBus } from "./bus.ts";
import { killAll, processesWithVariable } from "../process/process-tree.ts";
import { startProgram, type RunningApp, type StartOptions } from "../process/running-app.ts";
import { waitFor } from "../process/wait.ts";

const marker = "FRAMEWORK_TEST_SESSION";

/**
 * A desktop of its own: a display, D-Bus with only the accessibility bus on it, and an empty home
 * folder. Leaving the scope ends every program that was started inside it.
 */
export class Session implements AsyncDisposable {
  /** Contains all files of the session. */
  readonly folder: string;
  readonly home: string;
  /** The X display; empty if there is none. */
  readonly display: string;
  readonly env: Readonly<Record<string, string>>;
  /** A connection to the session's D-Bus. */
  readonly bus: MessageBus;
  private readonly servers: readonly RunningApp[];
  private readonly programs: AsyncDisposableStack;

  constructor(
    folder: string,
    env: Readonly<Record<string, string>>,
    { bus, servers }: { readonly bus: MessageBus; readonly servers: readonly RunningApp[] },
    programs: AsyncDisposableStack,
  ) {
    this.folder = folder;
    this.home = env["HOME"] ?? "";
    this.display = env["DISPLAY"] ?? "";
    this.env = env;
    this.bus = bus;
    this.servers = servers;
    this.programs = programs;
  }

  /** Whether its bus and its display are running. */
  get isRunning(): boolean {
    return this.servers.every((server) => server.isRunning);
  }

  /** Starts a program in this session. */
  start(command: readonly string[], options: Partial<StartOptions> = {}): RunningApp {
    return startProgram(command, {
      cwd: this.home,
      ...options,
      env: { ...this.env, ...options.env },
    });
  }

  /** Lets this process end before it. */
  unref(): void {
    for (const server of this.servers) server.keep(false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.programs.disposeAsync();
  }
}

/** The programs a session with a display by these needs and this machine lacks. */
export function missingForSession(...display: readonly string[]): string[] {
  const missing = ["dbus-daemon", "setpriv", ...display].filter((name) => !isInPath(name));
  return accessibilityLauncher() === null ? [...missing, "at-spi-bus-launcher"] : missing;
}

function isInPath(program: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => folder !== "" && existsSync(join(folder, program)));
}

/**
 * A new folder for a session, with the variables of its programs; both are removed with `programs`.
 */
export function openSessionFolder(
  programs: AsyncDisposableStack,
  added: Readonly<Record<string, string>>,
): { readonly folder: string; readonly variables: Readonly<Record<string, string>> } {
  const folder = mkdtempSync(join(tmpdir(), "session-"));
  programs.defer(async () => {
    // A starting program has the marker before its children have it: search until none is left.
    await waitFor("the end of the session's programs", () => {
      const left = processesWithVariable(marker, folder);
      killAll(left);
      return left.length === 0;
    });
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, variables: sessionVariables(folder, added) };
}

/** The machine's own session is not passed on, so that a test sees the same everywhere. */
function sessionVariables(
  folder: string,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const inherited = ["PATH", "USER", "LOGNAME", "TMPDIR", "LD_LIBRARY_PATH", "CI"];
  const home = join(folder, "home");
  const places = {
    HOME: home,
    XDG_RUNTIME_DIR: join(folder, "run"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_STATE_HOME: join(home, ".local/state"),
  };
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true, mode: 0o700 });
  const gtk = join(places.XDG_CONFIG_HOME, "gtk-3.0");
  mkdirSync(gtk);
  writeFileSync(join(gtk, "settings.ini"), "[Settings]\ngtk-enable-animations=false\n");
  return {
    ...Object.fromEntries(
      inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    ),
    ...places,
    [marker]: folder,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, "run/bus")}`,
    LANG: "C.UTF-8",
    // Settings and file access of GLib without the daemons of a desktop.
    GSETTINGS_BACKEND: "memory",
    GIO_USE_VFS: "local",
    GIO_USE_VOLUME_MONITOR: "unix",
    // There is no GPU; without this the first page waits for a probe.
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    ...added,
  };
}

function accessibilityLauncher(): string | null {
  const folders = ["/usr/libexec", "/usr/lib/at-spi2-core", "/usr/lib"];
  return (
    folders.map((folder) => join(folder, "at-spi-bus-launcher")).find((path) => existsSync(path)) ??
    null
  );
}

/**
 * Only one service can be activated, the accessibility bus; a desktop's own services would
 * influence tests.
 */
export async function startBus(
  programs: AsyncDisposableStack,
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<{ readonly bus: MessageBus; readonly daemon: RunningApp }> {
  const launcher = accessibilityLauncher();
  if (launcher === null) throw new Error('Cannot find "at-spi-bus-launcher": install at-spi2-core');
  const services = join(folder, "services");
  mkdirSync(services);
  writeFileSync(
    join(services, "org.a11y.Bus.service"),
    `[D-BUS Service]\nName=org.a11y.Bus\nExec=${launcher}\n`,
  );
  const config = join(folder, "bus.conf");
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>${env["DBUS_SESSION_BUS_ADDRESS"]}</listen>
      <auth>EXTERNAL</auth>
      <servicedir>${services}</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>`,
  );
  const daemon = startProgram(
    ["dbus-daemon", `--config-file=${config}`, "--nofork", "--print-address=1"],
    {
      env,
    },
  );
  programs.use(daemon);
  const address = await daemon.line(/^unix:/);
  const bus = await connectBus(address);
  programs.defer(() => bus.close());
  return { bus, daemon };
}
