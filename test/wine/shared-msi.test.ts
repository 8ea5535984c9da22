import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { missingWine } from "../../harness/wine.ts";
import { filesIn } from "../support/wine-starter-app.ts";
import { installedFiles, SharedAppStage } from "./shared-app-stage.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

describe.skipIf(missing !== null)(
  "the package for Windows Installer of an app that shares its runtime",
  () => {
    let stage: SharedAppStage;
    let setup: string;

    beforeAll(async () => {
      stage = await SharedAppStage.start();
      setup = await stage.installer("msi");
    });
    afterAll(() => stage?.[Symbol.asyncDispose]());

    const folder = (): string => join(stage.wine.prefix, "drive_c/Program Files/Greeter");
    const program = (): string => join(folder(), "App.exe");
    const msiexec = async (...options: string[]): Promise<number | null> =>
      (await stage.wine.run(["msiexec.exe", ...options, "/qn"])).code;

    /** Runs the app once, which gets its runtime where that is missing. */
    async function runApp(...args: readonly string[]): Promise<void> {
      await using _ = await stage.startApp(program(), ...args);
    }

    async function removed(by: string): Promise<void> {
      expect(await msiexec("/x", by)).toBe(0);
      expect(existsSync(folder())).toBeFalse();
      await stage.emptyStore();
    }

    test("is small, and the same whenever it is made", async () => {
      const again = await stage.installer("msi");
      expect(readFileSync(again).equals(readFileSync(setup))).toBeTrue();
      expect(statSync(setup).size).toBeLessThan(300_000);
    });

    test("installs the launcher and the app, which gets the runtime, and takes that away with the app", async () => {
      expect(await msiexec("/i", setup)).toBe(0);
      expect(filesIn(folder())).toEqual([...installedFiles]);
      expect(stage.runtimes).toEqual([]);
      await runApp();
      expect([stage.server.asked, stage.runtimes.length]).toEqual([[null], 1]);
      await removed(setup);
    });

    test("an update and a repair keep the runtime", async () => {
      await msiexec("/i", setup);
      await runApp();
      const asked = stage.server.asked.length;
      const next = await stage.installer("msi", { version: "1.3.0" });
      // Wine does not tell the version before why it goes, so here it is told first.
      expect(await msiexec("/x", setup, "UPGRADINGPRODUCTCODE={00000000-0000-0000-0000-000000000001}")).toBe(
        0,
      );
      expect([existsSync(folder()), stage.runtimes.length]).toEqual([false, 1]);
      expect(await msiexec("/i", next)).toBe(0);
      await runApp();
      rmSync(join(folder(), "app/main.js"));
      // Wine takes no path with /f, which says the same.
      expect(await msiexec("/i", next, "REINSTALL=ALL", "REINSTALLMODE=omus")).toBe(0);
      await runApp();
      expect(stage.server.asked.length).toBe(asked);
      await removed(next);
    });

    test("an argument that only begins as the uninstaller's is the app's own", async () => {
      await msiexec("/i", setup);
      await runApp();
      await runApp("--framework-runtime=release", "more");
      await runApp("--framework-runtime=released");
      expect(stage.runtimes.length).toBe(1);
      await removed(setup);
    });
  },
);
