import type { AppLike } from "../api/parts/own-commands.ts";
import { heldVariable } from "../process/environment.ts";
import { App, type AnyApp } from "./app.ts";
import { openDesktop, sharedDesktop } from "./desktop.ts";
import { executableOf } from "./executable.ts";
import { makeHome } from "./home.ts";
import { Line } from "./line.ts";
import { machine } from "./machine.ts";
import { prepareApp } from "./prepared.ts";

export interface LaunchOptions {
  /**
   * `desktop`: with windows, pages and real dialogs. `memory`: own code and commands, with windows
   * and dialogs as records only; ten times as fast. Default: `desktop`.
   */
  readonly mode?: "desktop" | "memory";
  /**
   * `shown`: dialogs are on the screen, and the test operates them. `held`: the automation
   * interface answers them before they are shown. Default: `shown` on a display of its own, as on
   * Linux, and `held` on the user's desktop. macOS and mode `memory` have only `held`.
   */
  readonly dialogs?: "shown" | "held";
  /**
   * `dev`: from source. `debug`: the output of `framework build --debug`. Or the path of such an
   * executable. A released app cannot be driven. Default: `dev`.
   */
  readonly target?: "dev" | "debug" | (string & {});
  /** The folder of the project. Default: the working directory. */
  readonly project?: string;
  /** The app's own arguments. */
  readonly args?: readonly string[];
  /** Files in its home folder, by their paths. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder for reports of failures. Default: `test-results`. */
  readonly reports?: string;
}

type Settled = Required<Omit<LaunchOptions, "dialogs">> & Pick<LaunchOptions, "dialogs">;

/**
 * Starts an app on the desktop for a driver of its pages, which also answers the questions of their
 * scripts by `alert`, `confirm` and `prompt`.
 *
 * @param follow gets the line before the app has started, whose page may ask at once
 */
export async function launchDriven(
  options: Required<Pick<LaunchOptions, "target" | "project" | "args" | "env">>,
  follow: (line: Line) => void,
): Promise<App> {
  const settled = { mode: "desktop", files: {}, reports: "test-results", ...options } as const;
  // Clients run at the same time, and a display has one keyboard.
  return await start<AnyApp>(settled, { holds: ["prompts"], isAlone: true, follow });
}

/** Apps that were started ahead, by their start options. */
const spares = new Map<string, Promise<App<never>>>();

/**
 * Starts the app of a project for a test, and waits until its windows are open. On Linux it has a
 * display, a session bus and a home folder of its own. Leaving the scope ends it and removes its
 * files.
 *
 * @example
 * await using app = await launch();
 * const page = await app.window("main");
 * await page.getByRole("button", { name: "Save" }).click();
 */
export async function launch<Own extends AppLike = AnyApp>(
  options: LaunchOptions = {},
): Promise<App<Own>> {
  refuseMistyped(options);
  const settled: Settled = {
    mode: "desktop",
    target: "dev",
    project: process.cwd(),
    args: [],
    files: {},
    env: {},
    reports: "test-results",
    ...options,
  };
  const { mode, target } = settled;
  if (mode === "desktop") return await start<Own>(settled);
  if (target !== "dev")
    throw new Error(`Cannot launch "${target}" in memory: only target "dev" runs without windows`);
  const kind = JSON.stringify(settled);
  const spare = spares.get(kind);
  spares.delete(kind);
  const app = (await spare?.catch(() => null)) ?? (await start<Own>(settled));
  // The next test usually wants the same, which starts while this one runs.
  const next = start<never>(settled);
  // An app that no test takes is not awaited.
  next.then(
    (waiting) => waiting.keep(false),
    () => {},
  );
  spares.set(kind, next);
  app.keep(true);
  return app as App<Own>;
}

/** A record, so that the compiler reports a missing one. */
const optionNames: Readonly<Record<keyof LaunchOptions, true>> = {
  mode: true,
  dialogs: true,
  target: true,
  project: true,
  args: true,
  files: true,
  env: true,
  reports: true,
};
const optionWords = { mode: ["desktop", "memory"], dialogs: ["shown", "held"] } as const;

/** Tests in JavaScript, and runners that remove types, check none of this. */
function refuseMistyped(options: LaunchOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name));
  if (unknown !== undefined)
    throw new Error(
      `Cannot launch with option "${unknown}": want some of ${Object.keys(optionNames).join(", ")}`,
    );
  for (const name of ["mode", "dialogs"] as const) {
    const words: readonly unknown[] = optionWords[name];
    const value: unknown = options[name];
    if (value !== undefined && !words.includes(value))
      throw new Error(
        `Cannot launch with ${name} ${JSON.stringify(value)}: want ${words.join(" or ")}`,
      );
  }
}

/** The way an app is started for its tool. */
interface Stage {
  /** The questions that the line always answers. */
  readonly holds: readonly string[];
  /** Whether its display is its own. */
  readonly isAlone: boolean;
  readonly follow: (line: Line) => void;
}

const tested: Stage = { holds: [], isAlone: false, follow: () => {} };

async function start<Own extends AppLike>(
  settled: Settled,
  { holds, isAlone, follow }: Stage = tested,
): Promise<App<Own>> {
  const { mode, target, project, args, files, env, reports } = settled;
  const canShow = mode === "desktop" && machine !== "macos";
  if (settled.dialogs === "shown" && !canShow)
    throw new Error(
      'Cannot show dialogs: tests operate them on Linux and Windows in mode "desktop", want "held"',
    );
  await using held = new AsyncDisposableStack();
  const home = held.use(makeHome(files));
  const line = held.use(await Line.open(home.folder));
  follow(line);
  const prepared =
    target === "dev" ? (await prepareApp(project))[mode] : executableOf(project, target);
  if (prepared.problem !== undefined) throw new Error(prepared.problem);
  const open = isAlone ? openDesktop : sharedDesktop;
  const desktop = mode === "desktop" ? await open() : null;
  if (isAlone && desktop !== null && desktop.session !== null) held.use(desktop.session);
  const session = desktop?.session ?? null;
  // On a display of our own dialogs are shown; on the display of a user they would be in the way.
  const showsDialogs = (settled.dialogs ?? (session === null ? "held" : "shown")) === "shown";
  return await App.start<Own>(
    {
      mode,
      line,
      home: home.home,
      desktop,
      showsDialogs,
      reports,
      executable: target === "dev" ? null : prepared.program,
      start: {
        command: [prepared.program, ...prepared.args, ...args],
        cwd: prepared.cwd,
        env: {
          ...inherited(),
          ...desktop?.env,
          ...home.env,
          // The sockets of the display's bus are in a folder of the display.
          ...(session !== null && { XDG_RUNTIME_DIR: session.env["XDG_RUNTIME_DIR"] ?? "" }),
          ...line.environment,
          [heldVariable]: [...holds, ...(showsDialogs ? [] : ["dialogs"])].join(","),
          ...env,
        },
      },
    },
    held.move(),
  );
}

/**
 * The variables that every program needs, from this process's environment: a test must not depend
 * on the rest.
 */
function inherited(): Record<string, string> {
  const names = [
    "PATH",
    "Path",
    "USER",
    "LOGNAME",
    "TMPDIR",
    "TEMP",
    "TMP",
    "SystemRoot",
    "ComSpec",
  ];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}
