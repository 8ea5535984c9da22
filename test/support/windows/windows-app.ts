import { afterAll, beforeAll, test } from "bun:test";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { startStandIn, type StandIn } from "../../../harness/webview2/start.ts";
import { chosenEngine, type PageEngine } from "../../../harness/pages/engine.ts";
import {
  missingWine,
  startWine,
  type WineOptions,
  type WineSession,
} from "../../../harness/wine.ts";
import { windowsTools } from "../../../harness/wine-prefix.ts";
import type { WineProgram } from "../../../harness/wine-program.ts";
import { AppLine } from "../app/app-line.ts";
import {
  buildProject,
  writeProject,
  type BuiltApp,
  type DisplayAppOptions,
} from "../app/display-app.ts";
import { PagesApp } from "../app/pages-app.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

/** `test` where Wine is to be had; says once why when it is not. */
export const underWine = test.skipIf(missing !== null);

/** A session with Windows in it, and what stands there for WebView2. */
export interface WindowsSession extends AsyncDisposable {
  readonly wine: WineSession;
  readonly standIn: StandIn;
}

export interface WindowsSessionOptions extends WineOptions {
  /** The engine that replaces WebView2's pages. Default: a variable chooses it. */
  readonly engine?: PageEngine;
}

export async function startWindowsSession({
  engine = chosenEngine(),
  ...options
}: WindowsSessionOptions = {}): Promise<WindowsSession> {
  await using held = new AsyncDisposableStack();
  const wine = held.use(await startWine(options));
  const standIn = held.use(await startStandIn(wine, engine));
  const kept = held.move();
  return { wine, standIn, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** A real app for Windows, built on Linux. */
export class WindowsApp extends PagesApp {
  readonly windowsSession: WindowsSession;
  readonly #program: WineProgram;

  constructor(
    session: WindowsSession,
    program: WineProgram,
    line: AppLine,
    held: AsyncDisposableStack,
  ) {
    super(session.wine.session, program, line, held);
    this.windowsSession = session;
    this.#program = program;
  }

  /** Its processes as this machine counts them: Windows has numbers of its own. */
  get processes(): readonly number[] {
    return this.#program.processes;
  }

  protected override windowProcesses(): readonly number[] {
    return this.processes;
  }
}

/** Builds the project in a folder for Windows. */
export function buildForWindows(project: string, executable: string): Promise<BuiltApp> {
  return buildProject(project, {
    // The folder of Bun for Windows.
    env: { HOME: homedir(), XDG_CACHE_HOME: dirname(windowsTools) },
    options: ["--target", "windows-x64"],
    release: "x86_64-pc-windows-msvc/release",
    executable,
  });
}

/** Builds a project that holds such an app. */
export async function buildWindowsApp(options: DisplayAppOptions = {}): Promise<BuiltApp> {
  using project = writeProject(options);
  return await buildForWindows(project.path, "Display-App.exe");
}

/** Starts an app of `buildWindowsApp`, and waits until its pages are there. */
export async function startWindowsApp(
  session: WindowsSession,
  built: BuiltApp,
  {
    env,
    windows: labels = ["main"],
    folder = built.folder,
  }: DisplayAppOptions & { readonly folder?: string } = {},
): Promise<WindowsApp> {
  await using held = new AsyncDisposableStack();
  const line = held.use(await AppLine.open(null));
  const running = held.use(
    session.wine.start([built.executable], {
      env: { ...session.standIn.env, FRAMEWORK_TEST_SOCKET: line.address, ...env },
      cwd: folder,
    }),
  );
  await line.pagesOf(labels, running);
  return new WindowsApp(session, running, line, held.move());
}

/** An app that the tests of a file share. */
export function shareWindowsApp(
  options: DisplayAppOptions & { readonly session?: WindowsSessionOptions } = {},
): {
  readonly app: WindowsApp;
} {
  let held: AsyncDisposableStack | undefined;
  let app: WindowsApp | undefined;
  if (missing === null) {
    beforeAll(async () => {
      await using starting = new AsyncDisposableStack();
      const built = starting.use(await buildWindowsApp(options));
      const session = starting.use(await startWindowsSession(options.session));
      app = starting.use(await startWindowsApp(session, built, options));
      held = starting.move();
    });
    afterAll(async () => held?.disposeAsync());
  }
  return {
    get app() {
      if (app === undefined) throw new Error("Cannot use the app: it was not started");
      return app;
    },
  };
}
