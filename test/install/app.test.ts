// The example, built and packaged as its author would, installed, started, seen and answered.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Package } from "../../src/bundler/index.ts";
import { openAccessibility } from "../../harness/accessibility.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { waitFor } from "../../harness/wait.ts";
import { windowTitled } from "../../harness/x.ts";
import { packExample } from "../support/example-package.ts";
import { missingForThrowAwayRoot, rootCommand } from "./throw-away-root.ts";

const missing = missingPrograms().map((name) => `needs ${name}`)[0] ?? null;

describe.skipIf(missing !== null)(`the example (${missing ?? "with a display"})`, () => {
  const place = mkdtempSync(join(tmpdir(), "framework-example-"));
  let packages: Package[] = [];

  beforeAll(async () => {
    packages = await packExample("examples/dialogs", ["deb", "appimage"], place);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  /** Starts the app, waits for its page, asks for a message and presses OK. */
  async function useApp(command: readonly string[]): Promise<void> {
    await using session = await startSession();
    const mountFolder = join(session.folder, "mounts");
    mkdirSync(mountFolder);
    await using app = session.start(command, { env: { TMPDIR: mountFolder } });
    // Without it, the app's own words say why.
    await windowTitled(session, "Dialogs").catch((cause: unknown) => {
      throw new Error(`The app showed no window\n${app.report()}`, { cause });
    });
    await using accessibility = await openAccessibility(session);
    const press = async (name: string): Promise<void> => {
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
      await button.press();
    };
    await press("Show message");
    await press("OK");
    // The window of the answer is gone, the page has told of it, and the app goes on.
    await press("Clear");
    expect(app.isRunning).toBe(true);
    // A mount outlives what is killed by force, so an AppImage is asked to end.
    const mounts = (): string[] =>
      readdirSync(mountFolder).filter((name) => name.startsWith(".mount_"));
    if (mounts().length > 0) app.signal("SIGTERM");
    await waitFor("the end of the mount", () => mounts().length === 0);
  }

  function pathOf(format: Package["format"]): string {
    return packages.find((made) => made.format === format)?.path ?? "";
  }

  test("as an AppImage shows its page and answers a dialog", () => useApp([pathOf("appimage")]));

  const rootless = missingForThrowAwayRoot();
  test.skipIf(rootless !== null)(
    `from its deb shows its page and answers a dialog (${rootless ?? "as root"})`,
    async () => {
      const root = join(place, "root");
      mkdirSync(root);
      const name = pathOf("deb").split("/").at(-1) ?? "";
      await useApp(
        rootCommand(
          root,
          join(place, "deb"),
          `dpkg -i "/packages/${name}" && cd / && exec dialogs`,
        ),
      );
    },
  );
});
