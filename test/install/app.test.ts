// The example, built and packaged as its author would, installed, started, seen and answered.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, readProjectFacts, stageApp, type Package } from "../../src/bundler/index.ts";
import { loadConfig } from "../../src/config/read/load.ts";
import { copyProject } from "../support/project-copy.ts";
import { thisMachine } from "../support/this-machine.ts";
import { png } from "../bundler/project.ts";
import { openAccessibility } from "../../harness/accessibility.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { waitFor } from "../../harness/wait.ts";
import { windowTitled } from "../../harness/x.ts";
import { missingForThrowAwayRoot, rootCommand } from "./throw-away-root.ts";

const missing = missingPrograms().map((name) => `needs ${name}`)[0] ?? null;

describe.skipIf(missing !== null)(`the example (${missing ?? "with a display"})`, () => {
  const place = mkdtempSync(join(tmpdir(), "framework-example-"));
  let packages: Package[] = [];

  beforeAll(async () => {
    using example = copyProject("examples/dialogs");
    const folder = join(example.path, "src-framework");
    const cli = [process.execPath, join(import.meta.dir, "../../src/cli/main.ts"), "build"];
    const { exitCode, stdout, stderr } = Bun.spawnSync(cli, {
      cwd: example.path,
      env: { ...process.env, PATH: `${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}` },
    });
    if (exitCode !== 0) throw new Error(`${stdout.toString()}${stderr.toString()}`);
    const target = thisMachine;
    const { config } = loadConfig({ from: folder, system: target.system, command: "build" });
    if (config === null) throw new Error("the example's configuration has problems");
    const icon = join(place, "icon.png");
    await Bun.write(icon, png(128, 128));
    const settings = {
      ...config,
      framework: { ...config.framework, bundle: { ...config.framework.bundle, icon: [icon] } },
    };
    const executable = join(folder, "target/release", config.package.productName);
    const staged = stageApp({
      settings,
      folder,
      project: readProjectFacts(example.path),
      target,
      executable,
      time: 0,
    });
    packages = await bundle({
      staged,
      formats: ["deb", "appimage"],
      outDir: place,
      effort: "quick",
    });
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
