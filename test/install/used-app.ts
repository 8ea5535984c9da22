import { expect } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openAccessibility } from "../../harness/accessibility.ts";
import { startSession } from "../../harness/display.ts";
import { waitFor } from "../../harness/wait.ts";
import { saveScreenshot, windowTitled } from "../../harness/x.ts";

/**
 * Starts the example of dialogs, waits for its page, asks for a message and presses OK.
 *
 * @param picture the path for a picture of the screen with the message
 */
export async function useApp(command: readonly string[], picture?: string): Promise<void> {
  await using session = await startSession();
  const mountFolder = join(session.folder, "mounts");
  mkdirSync(mountFolder);
  await using app = session.start(command, { env: { TMPDIR: mountFolder } });
  // Without it, the app's own output has the reason.
  await windowTitled(session, "Dialogs").catch((cause: unknown) => {
    throw new Error(`The app showed no window\n${app.report()}`, { cause });
  });
  await using accessibility = await openAccessibility(session);
  const press = async (name: string, before = (): void => {}): Promise<void> => {
    const button = await waitFor(
      `the button "${name}"`,
      async () => {
        const applications = await accessibility.applications();
        const found = await Promise.all(
          applications.map((node) => node.findAll({ role: "push button", name })),
        );
        return found.flat()[0];
      },
      { state: () => app.report() },
    );
    before();
    await button.press();
  };
  await press("Show message");
  await press("OK", () => {
    if (picture !== undefined) saveScreenshot(session, picture);
  });
  // The window of the answer is gone, the page has reported it, and the app goes on.
  await press("Clear");
  expect(app.isRunning).toBe(true);
  // A mount survives a kill by force, so an AppImage gets a request to end.
  const mounts = (): string[] =>
    readdirSync(mountFolder).filter((name) => name.startsWith(".mount_"));
  if (mounts().length > 0) app.signal("SIGTERM");
  await waitFor("the end of the mount", () => mounts().length === 0);
}
