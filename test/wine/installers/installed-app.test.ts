import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bundle, readProjectFacts, stageApp } from "../../../src/bundler/index.ts";
import { openProject } from "../../../src/cli/project/project.ts";
import { chosenEngine } from "../../../harness/pages/engine.ts";
import { startStandIn, type StandIn } from "../../../harness/webview2/start.ts";
import { missingWine, startWine, type WineSession } from "../../../harness/wine.ts";
import { waitFor } from "../../../harness/wait.ts";
import { click, press, windows, windowTitled } from "../../../harness/x.ts";
import { missingTool } from "../../bundler/project.ts";
import { runTool } from "../../cli/tool.ts";
import { copyProject } from "../../support/project-copy.ts";
import { thisMachine } from "../../support/this-machine.ts";

// From a project on Linux to an app that a user has installed, started and used on Windows.

const missing = missingWine() ?? missingTool("makensis");
if (missing !== null) console.warn(`skipped: ${missing}`);

/** The position of the page's first button, from the corner of its window. */
const showMessage = { x: 484, y: 133 };

describe.skipIf(missing !== null)("an installed app", () => {
  let wine: WineSession;
  let standIn: StandIn;
  let setup: string;

  beforeAll(async () => {
    wine = await startWine();
    standIn = await startStandIn(wine, chosenEngine());
    using example = copyProject("examples/dialogs");
    const built = await runTool(example.path, [
      "build",
      "--target",
      "windows-x64",
      "--bundles",
      "none",
      "--json",
    ]);
    if (built.code !== 0) throw new Error(built.err);
    const { executable } = JSON.parse(built.out) as { executable: string };
    setup = await installer(example.path, executable, join(wine.session.folder, "bundle"));
  });
  afterAll(async () => {
    await standIn?.[Symbol.asyncDispose]();
    await wine?.[Symbol.asyncDispose]();
  });

  test("starts from its entry in the start menu, and shows a dialog of the system", async () => {
    expect((await wine.run([setup, "/S"])).code).toBe(0);
    const startMenu = join(
      wine.userFolder,
      "AppData/Roaming/Microsoft/Windows/Start Menu/Programs",
    );
    const link = join(startMenu, "Dialogs.lnk");
    expect(existsSync(link)).toBeTrue();
    await using _ = wine.start(["start.exe", "/wait", wine.windowsPath(link)], {
      env: standIn.env,
    });
    const { area } = await windowTitled(wine.session, "Dialogs");
    await waitFor("the dialog of the page", async () => {
      await click(wine.session, area.x + showMessage.x, area.y + showMessage.y);
      return (await windows(wine.session)).length > 1;
    });
    // Each click that the page has heard has a dialog of its own, one after the other.
    await waitFor("its end", async () => {
      const dialog = (await windows(wine.session)).find(
        ({ area: { width } }) => width < area.width,
      );
      if (dialog !== undefined) await press(wine.session, dialog.id, "Return");
      return (await windows(wine.session)).length === 1;
    });
  });
});

/** An installer of 64 bits, which is what Debian's Wine runs. */
async function installer(example: string, executable: string, outDir: string): Promise<string> {
  const terminal = { cwd: example, host: thisMachine, color: false, out: () => {}, err: () => {} };
  const project = openProject(terminal, { system: "windows", command: "build" });
  const staged = stageApp({
    settings: project.config,
    folder: project.configFolder,
    project: readProjectFacts(project.frontEndFolder),
    target: { system: "windows", architecture: "x64" },
    executable,
    time: 1_767_225_600,
  });
  const own = { ...staged, nsis: { ...staged.nsis, kind: "amd64-unicode" } };
  const [made] = await bundle({ staged: own, formats: ["nsis"], outDir, effort: "quick" });
  return made?.path ?? "";
}
