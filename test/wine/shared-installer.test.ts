import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { windowTitled } from "../../harness/x.ts";
import type { SharedApp } from "../../src/bundler/index.ts";
import { compareBytes } from "../../src/bundler/write/entries.ts";
import { missingTool, Project, type AppCase } from "../bundler/project.ts";
import { sharedAppOf, type FakeRuntime } from "../support/fake-runtime.ts";
import { RuntimeServer } from "../support/runtime-server.ts";

import { filesIn, storeOf, windowsRuntime } from "../support/wine-starter-app.ts";
import { notepadInstaller } from "./notepad-installer.ts";

const missing = missingWine() ?? missingTool("makensis");
if (missing !== null) console.warn(`skipped: ${missing}`);

setDefaultTimeout(120_000);

describe.skipIf(missing !== null)("the installer of an app that shares its runtime", () => {
  let wine: WineSession;
  let project: Project;
  let runtime: FakeRuntime;
  let server: RuntimeServer;

  beforeAll(async () => {
    wine = await startWine();
    project = new Project();
    runtime = windowsRuntime(readFileSync(wine.bunFile));
    server = await RuntimeServer.of(runtime.archive);
  });
  afterAll(async () => {
    project?.[Symbol.dispose]();
    await server?.[Symbol.asyncDispose]();
    await wine?.[Symbol.asyncDispose]();
  });

  /** Shows a box, and writes a line when somebody has closed it. */
  const script = (closed: string): string => `
import { dlopen } from "bun:ffi";
import { writeFileSync } from "node:fs";
const { symbols } = dlopen("user32.dll", {
  MessageBoxW: { args: ["ptr", "ptr", "ptr", "u32"], returns: "i32" },
});
const wide = (text) => Buffer.from(text + "\\0", "utf16le");
symbols.MessageBoxW(null, wide("text"), wide("Shared app"), 0);
writeFileSync(${JSON.stringify(closed)}, "closed");
`;

  const closedFile = (): string => join(wine.prefix, "drive_c/closed");

  function sharedApp(): SharedApp {
    const folder = join(project.folder, "app");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "main.js"), script(wine.windowsPath(closedFile())));
    writeFileSync(join(folder, "app.pack"), "pack");
    writeFileSync(join(folder, "bunfig.toml"), "");
    return sharedAppOf(folder, runtime, [server.address]);
  }

  const installer = (app: AppCase = {}): Promise<string> =>
    notepadInstaller("nsis", project, app, () => ({ shared: sharedApp() }));

  const userFolder = (): string => {
    const users = join(wine.prefix, "drive_c/users");
    return join(users, readdirSync(users).find((one) => one !== "Public") ?? "");
  };
  const folder = (): string => join(userFolder(), "AppData/Local/Greeter");
  const program = (): string => join(folder(), "App.exe");

  async function uninstall(): Promise<void> {
    const path = join(folder(), "uninstall.exe");
    await using running = wine.start([path, "/S"]);
    await waitFor("the end of the uninstaller", () => !existsSync(folder()), {
      state: () => running.report(),
    });
  }

  test("installs the launcher and the app, gets the runtime at the first start, and takes it away again", async () => {
    expect((await wine.run([await installer(), "/S"])).code).toBe(0);
    expect((readdirSync(folder(), { recursive: true }) as string[]).toSorted(compareBytes)).toEqual([
      "App.exe",
      "app",
      "app/NOTICE.txt",
      "app/app.pack",
      "app/bunfig.toml",
      "app/main.js",
      "app/runtime.conf",
      "uninstall.exe",
    ]);
    await using app = wine.start([program()]);
    await windowTitled(wine.session, "Shared app");
    expect(server.asked).toEqual([null]);
    expect(filesIn(storeOf(wine)).filter((path) => path.endsWith("bun.exe")).length).toBe(1);
    // The one who runs is closed first, politely.
    await uninstall();
    await waitFor("the end of the app", () => !app.isRunning);
    expect(readFileSync(closedFile(), "utf8")).toBe("closed");
    await waitFor("the end of the runtime", () => filesIn(storeOf(wine)).length === 0);
  });

  test("an update keeps the runtime", async () => {
    expect((await wine.run([await installer(), "/S"])).code).toBe(0);
    await using app = wine.start([program()]);
    await windowTitled(wine.session, "Shared app");
    const asked = server.asked.length;
    expect((await wine.run([await installer({ version: "1.3.0" }), "/S"])).code).toBe(0);
    await waitFor("the end of the one before", () => !app.isRunning);
    await using next = wine.start([program()]);
    await windowTitled(wine.session, "Shared app");
    expect(server.asked.length).toBe(asked);
    await uninstall();
    await next.end();
  });
});
