import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { missingPrograms, startSession, type Session } from "../../../harness/display.ts";
import { missingGnustep } from "../../../harness/objective-c/gnustep.ts";
import type { RunningApp } from "../../../harness/running-app.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";
import { run } from "../../../harness/x-program.ts";
import { close, windows, windowTitled, type Area } from "../../../harness/x.ts";

// The layer under macOS' platform on another Cocoa, with real windows and dialogs.

const missing = [...missingGnustep, ...missingPrograms()];

const program = join(import.meta.dir, "programs/cocoa-program.ts");

interface Running extends AsyncDisposable {
  readonly session: Session;
  readonly app: RunningApp;
}

/** Starts a case in a session of its own. */
async function startCase(name: string, given = ""): Promise<Running> {
  const session = await startSession();
  // GNUstep's programs find each other by files there.
  const env = { TMPDIR: session.folder };
  const app = session.start([process.execPath, program, name, given], { env });
  return { session, app, [Symbol.asyncDispose]: () => session[Symbol.asyncDispose]() };
}

/** The reports of a case after its end. */
async function reported({ app }: Running): Promise<unknown[]> {
  await app.endWith(0);
  return app.output
    .filter(({ stream }) => stream === "out")
    .map(({ text }) => JSON.parse(text) as unknown);
}

/**
 * Clicks at places of a window, one after the other, until the case has ended. GNUstep takes no
 * click of a window that is about to become the active one, and loses a release that comes together
 * with its press.
 */
async function clickToEnd(
  { app, session }: Running,
  window: Area,
  places: readonly (readonly [x: number, y: number])[],
): Promise<void> {
  await waitFor("what the clicks end", async () => {
    for (const [x, y] of places) {
      await run(session, ["xdotool", "mousemove", String(window.x + x), String(window.y + y)]);
      await run(session, ["xdotool", "mousedown", "1"]);
      await run(session, ["xdotool", "mouseup", "1"]);
    }
    return !app.isRunning;
  });
}

describe.skipIf(missing.length > 0)(
  `on GNUstep${missing.length > 0 ? ` (needs ${missing.join(", ")})` : ""}`,
  () => {
    test("a window has the place it was made with, and its delegate is asked before it closes", async () => {
      await using running = await startCase("window", "Fenster über GNUstep");
      const window = await windowTitled(running.session, "Fenster über GNUstep");
      expect(window.area).toMatchObject({ x: 300, width: 500, height: 250 });
      await close(running.session, window.id);
      const [inside, asked, ended] = await reported(running);
      expect(inside).toEqual(["inside", { x: 300, y: 400, width: 500, height: 250 }]);
      expect(asked).toEqual(["asked to close", expect.objectContaining({ x: 299, width: 502 })]);
      expect(ended).toEqual(["ended"]);
    });

    test("an item of a menu of ours sends its action with its tag", async () => {
      await using running = await startCase("menu", "Choose me");
      await running.app.line("shown");
      const area = await waitFor("the menu", async () => {
        const shown = await windows(running.session);
        return shown.find(({ type }) => type === "DOCK")?.area;
      });
      await clickToEnd(running, area, [[10, area.height - 10]]);
      expect(await reported(running)).toEqual([["shown"], ["chosen", 42], ["ended"]]);
    });

    test("an alert answers with the button of ours that was pressed", async () => {
      await using running = await startCase("alert", "Throw it away?");
      const { area } = await windowTitled(running.session, "Alert");
      // The second of three, which stand in a row from the right.
      await clickToEnd(running, area, [[236, area.height - 18]]);
      expect(await reported(running)).toEqual([["answer", 1001], ["ended"]]);
    });

    test("a panel for files shows those of the type, and answers with the one that was chosen", async () => {
      using folder = tempDir({ "note.txt": "", "picture.png": "" });
      await using running = await startCase("open", folder.path);
      const { area } = await windowTitled(running.session, "Choose a text");
      // The only file that is of the type, and the button in the corner.
      await clickToEnd(running, area, [
        [257, 105],
        [339, 412],
      ]);
      const note = join(folder.path, "note.txt");
      expect((await reported(running)).slice(-3)).toEqual([
        ["asked about", note],
        ["answer", [1, note]],
        ["ended"],
      ]);
    });

    test("the clipboard gives back what was put into it", async () => {
      await using running = await startCase("clipboard", "kopiert ✓");
      expect(await reported(running)).toEqual([
        ["taken", true],
        ["read", "kopiert ✓"],
      ]);
    });
  },
);
