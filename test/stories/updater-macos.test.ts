// The story of an update on macOS, with real folders: what the server offers takes the bundle's
// place, and goes again when it does not start.

import { expect, spyOn, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineApp } from "../../src/app/index.ts";
import { bundleSteps } from "../../src/app/updater/install/macos.ts";
import { waitFor } from "../../harness/wait.ts";
import { archive, bundle, MacSite } from "../support/macos/mac-site.ts";
import { check, install, output } from "../support/update-site.ts";

/** Installs 1.1.0 from 1.0.0. */
async function updated(): Promise<MacSite> {
  const site = new MacSite();
  await site.offer({ payload: archive(...bundle("version 1.1.0")) });
  using app = await site.start();
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
  await install(app);
  return site;
}

function entriesOfOld(): MacSite["entries"] {
  using site = new MacSite();
  return site.entries;
}

const next = { version: "1.1.0" };

test("a version takes the bundle's place, and what was there goes once its first page has opened", async () => {
  using site = await updated();
  expect([site.installed, site.names.length]).toEqual(["version 1.1.0", 2]);
  expect(site.state.waiting).toMatchObject({ version: "1.1.0", place: site.bundle });
  using _app = await site.start({}, next);
  await waitFor("the end of the backup", () => site.names.length === 1);
  expect(site.state).toMatchObject({ highest: "1.1.0", failed: null, waiting: null });
});

/** Starts 1.1.0, whose own code fails. Returns what the app says. */
async function failsToStart(site: MacSite): Promise<string> {
  const setup = (): void => {
    throw new Error("broken");
  };
  const codes: number[] = [];
  const options = {
    ...next,
    definition: defineApp({ setup }),
    onQuit: (code: number) => codes.push(code),
  };
  return await output(async () => {
    await expect(site.start({}, options)).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
}

const tookBack = 'framework: took back version "1.1.0", which did not start\n';

test("a version that does not start is taken back, whole", async () => {
  const before = entriesOfOld();
  using site = await updated();
  expect(await failsToStart(site)).toContain(tookBack);
  expect([site.entries, site.names]).toEqual([before, ["Memory.app"]]);
  expect(site.state).toMatchObject({ failed: "1.1.0", waiting: null });
});

test("it is taken back also where what has failed cannot be removed", async () => {
  using site = await updated();
  const problem = Object.assign(new Error("not empty"), { code: "ENOTEMPTY" });
  using _remove = spyOn(bundleSteps, "remove").mockRejectedValue(problem);
  const words = await failsToStart(site);
  expect(words).toContain('framework: Cannot remove "');
  expect(words).toContain(tookBack);
  expect(site.installed).toBe("version 1.0.0");
  expect(site.state).toMatchObject({ failed: "1.1.0", waiting: null });
});

test("the running version is kept until a version has started, however many are installed meanwhile", async () => {
  using site = new MacSite();
  await site.offer({ payload: archive(...bundle("version 1.1.0")) });
  using app = await site.start();
  await install(app);
  const backup = site.state.waiting?.backup ?? "";
  await site.offer({ payload: archive(...bundle("version 1.2.0")), version: "1.2.0" });
  await check(app);
  await install(app);
  expect([site.installed, site.names.length]).toEqual(["version 1.2.0", 2]);
  expect(site.state.waiting).toMatchObject({ version: "1.2.0", backup });
  expect(readdirSync(join(backup, "Contents/Resources"))).toEqual(["version 1.0.0.txt"]);
});

test("without a bundle that can be replaced the page gets the reason, and nothing is downloaded", async () => {
  using site = new MacSite();
  await site.offer({ payload: archive(...bundle("version 1.1.0")) });
  const executable = "/private/var/folders/x/AppTranslocation/1/d/Memory.app/Contents/MacOS/memory";
  using app = await site.start({}, { executable });
  await expect(install(app)).rejects.toMatchObject({ code: "unavailable" });
  expect(site.requests).toEqual(["/feed"]);
});
