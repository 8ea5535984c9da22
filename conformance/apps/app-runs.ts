import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, type App } from "../../src/testing/index.ts";
import { sharedDesktop } from "../../src/testing/desktop.ts";
import { missingPrograms } from "../../src/testing/linux/display.ts";
import { saveScreenshot } from "../../src/testing/linux/x.ts";
import { waitFor } from "../../src/testing/process/wait.ts";
import { thisMachine } from "../../test/support/this-machine.ts";
import { skipped, type Part, type Recorder } from "../report.ts";
import type { Screen } from "../screen.ts";
import { installerOf, type AppInstaller } from "./app-installer.ts";
import type { Parcel, Parcels } from "./parcels.ts";
import { startUpdateServer, type UpdateServer } from "./update-server.ts";

const part: Omit<Part, "cases"> = {
  name: "Example apps",
  shows: "Built by the tool, installed, started, updated by themselves, and removed.",
};

/** Tests the life cycle of each example app. */
export async function runApps(
  make: () => Promise<Parcels>,
  record: (part: Omit<Part, "cases">) => Recorder,
): Promise<void> {
  const recorder = record(part);
  const parcels = await make();
  for (const { app, error } of parcels.failed)
    recorder.add({
      name: `${app} is built`,
      outcome: "failed",
      milliseconds: null,
      text: error,
      picture: null,
    });
  if (thisMachine.system === "linux" && missingPrograms().length > 0) {
    const reason = `needs a display of its own: install ${missingPrograms().join(", ")}`;
    skipped(["example apps are started, updated and removed"], reason).forEach(recorder.add);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "framework-apps-"));
  try {
    using server = startUpdateServer(parcels, thisMachine);
    for (const parcel of parcels.list) {
      const place = join(folder, parcel.productName.replaceAll(" ", "-"));
      mkdirSync(place);
      const installer = installerOf(thisMachine.system, { parcel, parcels, place });
      await new AppLife({ parcel, installer, server, recorder }).run();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface LifeOptions {
  readonly parcel: Parcel;
  readonly installer: AppInstaller;
  readonly server: UpdateServer;
  readonly recorder: Recorder;
}

/** The life cycle of one app on this machine, as steps of the report. */
class AppLife {
  readonly #options: LifeOptions;
  #hasFailed = false;

  constructor(options: LifeOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { parcel, installer, server } = this.#options;
    const [first, second] = parcel.versions;
    this.#built();
    await this.#step(`installs by its ${first.format}`, () => installer.install(first));
    await this.#step("starts, and shows its page", (picture) =>
      this.#shows(first.version, picture),
    );
    server.offer(second);
    await this.#step(`becomes version ${second.version} by itself`, (picture) =>
      this.#update(picture),
    );
    server.offer(null);
    // Also removes an app that failed before: nothing of it may stay on the machine.
    this.#hasFailed = false;
    await this.#step("is removed, and leaves nothing of its own", () => installer.remove());
  }

  #built(): void {
    const { parcel, recorder } = this.#options;
    const milliseconds = parcel.versions.reduce((sum, one) => sum + one.milliseconds, 0);
    recorder.add({
      name: `${parcel.productName} is built in two versions`,
      outcome: "passed",
      milliseconds,
      text: null,
      picture: null,
    });
  }

  async #step(name: string, run: (picture: string) => Promise<void>): Promise<void> {
    const { parcel, recorder } = this.#options;
    const whole = `${parcel.productName} ${name}`;
    if (this.#hasFailed) {
      skipped([whole], "a step before it failed").forEach(recorder.add);
      return;
    }
    const picture = `${whole.replaceAll(/[^\w]+/g, "-").toLowerCase()}.png`;
    const begun = performance.now();
    const error = await run(join(recorder.folder, picture)).then(
      () => null,
      (thrown: unknown) =>
        thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
    );
    this.#hasFailed = error !== null;
    recorder.add({
      name: whole,
      outcome: error === null ? "passed" : "failed",
      milliseconds: performance.now() - begun,
      text: error,
      picture: (await Bun.file(join(recorder.folder, picture)).exists()) ? picture : null,
    });
  }

  async #launch(): Promise<App> {
    const { installer, server } = this.#options;
    return await launch({
      target: installer.executable,
      project: installer.place,
      env: { ...passedOn(), ...installer.env, ...server.env },
    });
  }

  async #shows(version: string, picture: string): Promise<void> {
    await using app = await this.#launch();
    await showsPage(app, version, picture);
    const { code } = await app.quit();
    if (code !== 0) throw new Error(`It ended with exit code ${code}\n${app.output.join("\n")}`);
  }

  async #update(picture: string): Promise<void> {
    const { parcel, installer } = this.#options;
    const [, next] = parcel.versions;
    await using app = await this.#launch();
    // On Windows the app ends while it installs, so it does not answer.
    const installed = app.evaluate(async () => {
      const { updater } = (globalThis as unknown as PageGlobals).__FRAMEWORK__;
      const { shouldUpdate } = await updater.checkUpdate();
      if (!shouldUpdate) return "there is no update";
      await updater.installUpdate();
      return "installed";
    });
    const ended = app.exited.then(() => "installed");
    const outcome = await Promise.race([
      installed.catch((error: unknown) => failure(error)),
      ended,
    ]);
    if (outcome !== "installed") throw new Error(`${outcome}\n${app.output.join("\n")}`);
    await waitFor("the new version to be in place", () => installer.isInstalled(next));
    // Restarts in the same home folder, which holds the updater's record of the pending update.
    await app.restart();
    await showsPage(app, next.version, picture);
    await app.quit();
  }
}

/** @throws Error when the app has no page, another version, or no window on the screen */
async function showsPage(app: App, version: string, picture: string): Promise<void> {
  const seen = await waitFor("the page", async () => {
    const asked = app.evaluate(async () => {
      const { document, __FRAMEWORK__ } = globalThis as unknown as PageGlobals;
      // Once its scripts have run, a moment for painting.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const isComplete = document.readyState === "complete";
      return {
        isFilled: isComplete && document.body.querySelector("*:not(script)") !== null,
        version: await __FRAMEWORK__.app.getVersion(),
      };
    });
    const state = await asked.catch(notOpen);
    return state?.isFilled === true ? state : null;
  });
  if (seen.version !== version)
    throw new Error(`It says that it is version "${seen.version}": want "${version}"`);
  const [window] = await app.windows.list();
  if (window?.isVisible !== true)
    throw new Error(`Its window is not shown: ${JSON.stringify(window)}`);
  await takePicture(picture);
}

/** After an update on Windows, the app that the installer starts may begin before this one. */
function notOpen(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "not-found") return null;
  throw error;
}

/** The globals of an example's page that the steps use. */
interface PageGlobals {
  readonly document: {
    readonly readyState: string;
    readonly body: { readonly querySelector: (of: string) => object | null };
  };
  readonly __FRAMEWORK__: {
    readonly app: { readonly getVersion: () => Promise<string> };
    readonly updater: {
      readonly checkUpdate: () => Promise<{ readonly shouldUpdate: boolean }>;
      readonly installUpdate: () => Promise<void>;
    };
  };
}

/** The app may end in the middle of a call to install its update, so that is no failure yet. */
function failure(error: unknown): string | Promise<string> {
  const isEnd = error instanceof Error && "code" in error && error.code === "closed";
  return isEnd ? "installed" : String(error);
}

/** The variables that a stand-in for a web engine needs. Empty on a real machine. */
function passedOn(): Record<string, string> {
  const isWanted = (name: string): boolean => /^(BUN_OPTIONS|WEBVIEW2_|FRAMEWORK_TEST_)/.test(name);
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && isWanted(name) ? [[name, value]] : [],
    ),
  );
}

/** Takes a picture of the screen that apps are launched on. */
async function takePicture(path: string): Promise<void> {
  const { session } = await sharedDesktop();
  if (session !== null) return saveScreenshot(session, path);
  const screen: Screen =
    process.platform === "win32"
      ? new (await import("../pictures/windows.ts")).GdiScreen()
      : new (await import("../pictures/macos.ts")).CapturedScreen();
  screen.take();
  screen.save(path);
}
