import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { missingWine } from "../../harness/wine.ts";
import { missingTool } from "../bundler/project.ts";
import { serving } from "../support/runtime-server.ts";
import { filesIn } from "../support/wine-starter-app.ts";
import { installedFiles, SharedAppStage } from "./shared-app-stage.ts";

const missing = missingWine() ?? missingTool("makensis");
if (missing !== null) console.warn(`skipped: ${missing}`);

describe.skipIf(missing !== null)("the installer of an app that shares its runtime", () => {
  let stage: SharedAppStage;

  beforeAll(async () => {
    stage = await SharedAppStage.start();
  });
  afterAll(() => stage?.[Symbol.asyncDispose]());

  const folder = (): string => join(stage.wine.userFolder, "AppData/Local/Greeter");
  const program = (): string => join(folder(), "App.exe");
  const install = async (version = "1.2.3"): Promise<number | null> =>
    (await stage.wine.run([await stage.installer("nsis", { version }), "/S"])).code;

  async function uninstall(): Promise<void> {
    const path = join(folder(), "uninstall.exe");
    await using running = stage.wine.start([path, "/S"]);
    await waitFor("the end of the uninstaller", () => !existsSync(folder()), {
      state: () => running.report(),
    });
  }

  test("installs the launcher and the app, gets the runtime at the first start, and takes it away again", async () => {
    expect(await install()).toBe(0);
    expect(filesIn(folder())).toEqual([...installedFiles, "uninstall.exe"]);
    await using app = await stage.startApp(program());
    expect([stage.server.asked, stage.runtimes.length]).toEqual([[null], 1]);
    // The one who runs is closed first, politely.
    await uninstall();
    await waitFor("the end of the app", () => !app.isRunning);
    expect(stage.saidAtTheEnd).toBe("closed");
    await stage.emptyStore();
  });

  test("an update keeps the runtime", async () => {
    expect(await install()).toBe(0);
    await using app = await stage.startApp(program());
    const asked = stage.server.asked.length;
    expect(await install("1.3.0")).toBe(0);
    await waitFor("the end of the one before", () => !app.isRunning);
    await using next = await stage.startApp(program());
    expect(stage.server.asked.length).toBe(asked);
    await uninstall();
    await next.end();
  });

  test("an update to another runtime gets it first, and touches nothing where it cannot", async () => {
    expect(await install()).toBe(0);
    await using app = await stage.startApp(program());
    const [first, online] = [stage.runtime, stage.server.answer];
    stage.runtime = stage.otherRuntime;
    stage.server.answer = (_, response) => response.writeHead(503).end();
    expect(await install("1.3.0")).toBe(2);
    expect([app.isRunning, stage.runtimes.length]).toEqual([true, 1]);
    stage.server.answer = serving(stage.runtime.archive);
    expect(await install("1.3.0")).toBe(0);
    // Both are there: the next version may be taken back.
    expect(stage.runtimes.length).toBe(2);
    stage.server.answer = (_, response) => response.writeHead(503).end();
    await waitFor("the end of the one before", () => !app.isRunning);
    await using next = await stage.startApp(program());
    expect(stage.runtimes.length).toBe(2);
    [stage.runtime, stage.server.answer] = [first, online];
    await uninstall();
    await next.end();
    await stage.emptyStore();
  });
});
