import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms, startSession, type Session, type SessionOptions } from "./display.ts";
import { commandLine } from "./process-tree.ts";
import type { StartOptions } from "./running-app.ts";
import { patience, waitFor, type WaitOptions } from "./wait.ts";
import {
  copyBasePrefix,
  missingForWine,
  setValues,
  systemWine,
  windowsBun,
  wineOverrides,
  type RegistryValues,
  type WineInstall,
} from "./wine-prefix.ts";
import {
  startWineProgram,
  type ProgramPlace,
  type WineProgram,
  type WineResult,
} from "./wine-program.ts";

// Beside busy processes Wine itself ends with 1 once in two thousand starts, before there is
// anything of Windows: seen with `cmd.exe /c exit 7`, after 14 ms. No program of Windows is there
// so soon.
const soonest = 25;

// Seen once in CI: the first program of a session was not started, before there was a desktop.
const desktopStarts = 3;

/** Wine's own words when it could not start a program. Seen twice in CI, under load. */
function isNotStarted({ code, out }: WineResult): boolean {
  return code === 1 && out.includes("ShellExecuteEx failed: Internal error");
}

function isSilentFailure({ code, out, err }: WineResult): boolean {
  return code === 1 && out === "" && err === "";
}

export interface WineOptions extends SessionOptions {
  /** The number of screen pixels per pixel of an app, as a user sets it for Windows: 1, 1.5, 2. */
  readonly scale?: number;
  /** Written to the user's registry before anything runs. */
  readonly registry?: RegistryValues;
  /** Default: the machine's own Wine. */
  readonly install?: WineInstall;
}

/** The reason why tests under Wine cannot run on this machine. `null` if they can. */
export function missingWine(install: WineInstall = systemWine): string | null {
  const missing = missingPrograms();
  return missing.length > 0
    ? `${missing.join(", ")} missing; see tools/setup.mjs`
    : missingForWine(install);
}

/**
 * A Windows machine of its own on a display of its own. Leaving the scope ends every program that
 * was started inside it, and nothing of it stays.
 */
export class WineSession implements AsyncDisposable {
  /** The display, its windows and its Linux side. */
  readonly session: Session;
  /** The disk and the registry: `C:` is the folder `drive_c` in it. */
  readonly prefix: string;
  private readonly env: Readonly<Record<string, string>>;
  private readonly place: ProgramPlace;

  constructor(
    session: Session,
    prefix: string,
    env: Readonly<Record<string, string>>,
    place: ProgramPlace,
  ) {
    this.session = session;
    this.prefix = prefix;
    this.env = env;
    this.place = place;
  }

  /**
   * Starts a Windows program, by its path on Linux, or by a name that Windows finds. Its exit code
   * arrives as on Linux, from 0 to 255. Variables become Windows variables unchanged, except for
   * `PATH`: the folders in `WINEPATH` come before those of Windows.
   */
  start(command: readonly string[], { env, cwd }: Partial<StartOptions> = {}): WineProgram {
    return startWineProgram(command, {
      env: { ...this.env, ...env },
      cwd: cwd ?? this.session.home,
      ...this.place,
    });
  }

  /** The folder of its one user, by its path on Linux. */
  get userFolder(): string {
    const users = join(this.prefix, "drive_c/users");
    const user = readdirSync(users).find((name) => name !== "Public");
    if (user === undefined)
      throw new Error(`Cannot find the user of "${this.prefix}": want one beside Public`);
    return join(users, user);
  }

  /** Bun for Windows, by its path on Linux. */
  get bunFile(): string {
    const file = windowsBun();
    if (file === null) throw new Error("Cannot find Bun for Windows: see tools/wine.ts");
    return file;
  }

  /** The option by which Bun for Windows gets the calls that Wine lacks. */
  get lentCalls(): string {
    return `--preload=${this.windowsPath(join(import.meta.dir, "lent-to-wine.ts"))}`;
  }

  /** Runs a script, by its path on Linux, with Bun for Windows; `bunOptions` are for Bun itself. */
  bun(
    script: string,
    args: readonly string[] = [],
    {
      bunOptions = [],
      ...options
    }: Partial<StartOptions> & { readonly bunOptions?: readonly string[] } = {},
  ): WineProgram {
    return this.start(
      [this.bunFile, this.lentCalls, ...bunOptions, this.windowsPath(script), ...args],
      options,
    );
  }

  /** Runs a program of Windows to its end. */
  async run(
    command: readonly string[],
    { timeout = patience, ...options }: Partial<StartOptions> & Pick<WaitOptions, "timeout"> = {},
  ): Promise<WineResult> {
    const run = async (): Promise<WineResult> => {
      await using app = this.start(command, options);
      return await app.result({ timeout });
    };
    const begun = performance.now();
    const result = await run();
    const isTooSoon = performance.now() - begun < soonest && isSilentFailure(result);
    return isTooSoon || isNotStarted(result) ? await run() : result;
  }

  /** The Windows path of a Linux file: `Z:\tmp\a`, or `C:\a` for one on its own disk. */
  windowsPath(path: string): string {
    const disk = join(this.prefix, "drive_c");
    const isOwn = path === disk || path.startsWith(`${disk}/`);
    return (isOwn ? `C:${path.slice(disk.length) || "/"}` : `Z:${path}`).replaceAll("/", "\\");
  }

  /** The file on Linux behind a path of Windows. */
  linuxPath(path: string): string {
    const root = { c: join(this.prefix, "drive_c"), z: "" }[path.slice(0, 1).toLowerCase()];
    if (root === undefined || path[1] !== ":")
      throw new Error(`Cannot find "${path}": use C: or Z:`);
    return root + path.slice(2).replaceAll("\\", "/");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session[Symbol.asyncDispose]();
  }
}

/** Starts a session with Windows in it, whose desktop exists. */
export async function startWine(options: WineOptions = {}): Promise<WineSession> {
  await using started = new AsyncDisposableStack();
  const session = started.use(await startSession(options));
  // They go away with the session's folder.
  const [prefix, outputs] = [join(session.folder, "prefix"), join(session.folder, "outputs")];
  mkdirSync(outputs);
  const install = options.install ?? systemWine;
  copyBasePrefix(prefix, install);
  setValues(prefix, { ...scaleValues(options.scale), ...options.registry });
  const env = {
    ...session.env,
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: wineOverrides,
    ...options.env,
  };
  const wine = new WineSession(session, prefix, env, { folder: outputs, install });
  await startDesktop(wine);
  // The session ends all that runs in it, so nothing has to be asked to end.
  started.move();
  return wine;
}

/**
 * Whichever program needs the desktop and the services first would start them, and they would end
 * with it.
 */
async function startDesktop(wine: WineSession): Promise<void> {
  const start = () => wine.start(["explorer.exe", "/desktop"]);
  let desktop = start();
  let starts = 1;
  await waitFor(
    "the desktop of Wine",
    () => {
      if (!desktop.isRunning) {
        if (starts === desktopStarts)
          throw new Error(`The desktop of Wine ended ${starts} times\n${desktop.report()}`);
        desktop = start();
        starts++;
      }
      return desktop.processes.some((pid) => commandLine(pid).endsWith("\\explorer.exe /desktop"));
    },
    { state: () => desktop.report() },
  );
}

/**
 * Windows' own way to report the size of an app's pixel to programs. In Wine every program knows it
 * unless the second value is there. With it, the system enlarges a program that did not declare
 * scaling, as on Windows.
 */
function scaleValues(scale = 1): RegistryValues {
  return scale === 1
    ? {}
    : { "Control Panel\\Desktop": { LogPixels: Math.round(96 * scale), DpiScalingVer: 0x1000 } };
}
