// An app that is watched while time goes by: whatever process of it ends by itself ends the story
// with what it left.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generateKeys } from "../../src/cli/signer/minisign.ts";
import {
  buildApp,
  root,
  startBuiltApp,
  startDisplayApp,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { startSession } from "../../harness/display.ts";
import { startMockTrayHost, type MockTrayHost } from "../../harness/mock-tray-host.ts";
import { isRunning, processesWithVariable } from "../../harness/process-tree.ts";
import { startSlowServer, type SlowServer } from "./slow-server.ts";

/** From source under `framework dev`, or as its users have it. */
export type Kind = "framework dev" | "executable";

export interface PacedApp extends AsyncDisposable {
  readonly kind: Kind;
  readonly app: DisplayApp;
  readonly tray: MockTrayHost;
  readonly server: SlowServer;
  /** Rejects when a process of the app has ended without a request. */
  readonly crashed: Promise<never>;
}

export const ownCode = (code: string): string => `
  import app from ${JSON.stringify(join(root, "test/fixtures/paced-app.ts"))};
  ${code}`;

/** @param windows their labels; a story that shows dialogs has a window to itself */
export async function startPacedApp(kind: Kind, windows: readonly string[]): Promise<PacedApp> {
  await using held = new AsyncDisposableStack();
  const server = held.use(startSlowServer());
  const session = held.use(await startSession({ size: { width: 3200, height: 1000 } }));
  const tray = held.use(await startMockTrayHost(session));
  const options = {
    windows,
    config: configuration(kind, server.url),
    // Some stories take longer than any other test waits.
    patience: 400_000,
    files: { "src-framework/main.ts": ownCode("export default app;") },
  };
  const app = held.use(await start(kind, session, options, held));
  const watch = held.use(watchProcesses(app));
  const stack = held.move();
  return {
    kind,
    app,
    tray,
    server,
    crashed: watch.crashed,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function start(
  kind: Kind,
  session: DisplayApp["session"],
  options: DisplayAppOptions,
  held: AsyncDisposableStack,
): Promise<DisplayApp> {
  if (kind === "framework dev") return startDisplayApp(session, options);
  const { executable, folder } = held.use(await buildApp(options));
  return startBuiltApp(session, executable, { ...options, folder });
}

function configuration(kind: Kind, server: string): NonNullable<DisplayAppOptions["config"]> {
  return {
    build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
    framework: {
      allowlist: {
        dialog: { all: true },
        fs: { readFile: true, writeFile: true, removeFile: true, scope: ["$HOME/*"] },
        window: { create: true, close: true, minimize: true, unminimize: true },
        http: { request: true, scope: [`${server}/*`] },
        shell: { execute: true, scope: [{ name: "sleep", cmd: "sleep", args: true }] },
      },
      updater: {
        active: kind === "framework dev",
        dialog: false,
        // An executable asks only by https.
        endpoints: kind === "executable" ? [] : [`${server}/feed`],
        pubkey: generateKeys(null).publicKey,
      },
      systemTray: { iconPath: join(root, "examples/dialogs/src-framework/icons/32x32.png") },
    },
  };
}

const betweenLooks = 250;

/**
 * Looks at an app's processes until the returned object is disposed. A web process has ended when
 * the app says so; the process of the windows and the network process must stay who they are.
 */
function watchProcesses(app: DisplayApp): Disposable & { readonly crashed: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {}); // a story that is over does not wait for it
  const watched = new Map([
    [app.pid, "the app's process"],
    ...processesOf(app, "WebKitNetworkProcess").map((pid) => [pid, "the network process"] as const),
  ]);
  const look = (): string | null => {
    for (const [pid, name] of watched) if (!isRunning(pid)) return `${name} ended`;
    const output = app.running.output.find(({ text }) =>
      /Bun has crashed|pas panic|the web process of/.test(text),
    );
    return output?.text ?? null;
  };
  const timer = setInterval(() => {
    const found = look();
    if (found === null) return;
    clearInterval(timer);
    // Its output about its end comes after the end.
    setTimeout(
      () => reject(new Error(`A process of the app crashed: ${found}\n${app.running.report()}`)),
      1000,
    );
  }, betweenLooks);
  return { crashed: promise, [Symbol.dispose]: () => clearInterval(timer) };
}

/** The processes of an app that run this program of the engine's. */
export function processesOf(app: DisplayApp, program: string): number[] {
  return processesWithVariable("FRAMEWORK_TEST_SOCKET", app.socket).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(program);
    } catch {
      return false; // it is gone
    }
  });
}
