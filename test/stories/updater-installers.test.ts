// The updater's work on every system: with an invented installation of each kind, one that is
// replaced and can be restored, and one that the app leaves to an installer.

import { expect, spyOn, test } from "bun:test";
import { existsSync } from "node:fs";
import { defineApp } from "../../src/app/index.ts";
import type { Installation, Verified } from "../../src/app/updater/install/installation.ts";
import { installers } from "../../src/app/updater/install/installers.ts";
import { stateSteps } from "../../src/app/updater/state/state.ts";
import { FrameworkError } from "../../src/contract/errors.ts";
import type { ChoiceRequest, MessageRequest } from "../../src/contract/ui/index.ts";
import { LivenessSocket } from "../../src/process/liveness-socket.ts";
import type { MemoryApp } from "../support/app/memory-app.ts";
import { startableImage } from "../support/windows/startable-image.ts";
import { install, output, UpdateSite } from "../support/update-site.ts";
import { waitFor } from "../../harness/wait.ts";

async function read({ payload }: Verified): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of payload.read()) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** A machine with an invented installation. */
class InventedSite extends UpdateSite {
  /** The version that is there. */
  version = "old";
  /** The versions that are kept in case. */
  readonly kept = new Map<string, string>();
  /** The actions, in order. */
  readonly done: string[] = [];
  /** The reason why the next step fails. */
  problem: FrameworkError | null = null;
  /** The reason why the installer did nothing, or not everything. */
  failure: string | null = null;
  /** Whether it left what was there. */
  isWhole = true;
  /** Whether only an administrator could put back what an installer has replaced. */
  isOfAll = false;
  readonly #installer: Disposable;

  constructor(kind: Installation["kind"], installed?: Uint8Array) {
    super(installed);
    const basis = { place: "/apps/Memory", folder: this.folder, seeds: () => [] };
    const step = (name: string): void => {
      if (this.problem !== null) throw this.problem;
      this.done.push(name);
    };
    const gone = { [Symbol.dispose]: () => void this.done.push("gone") };
    const installations: { [K in Installation["kind"]]: Extract<Installation, { kind: K }> } = {
      replaced: {
        ...basis,
        kind: "replaced",
        prepare: async (verified) => {
          const next = await read(verified);
          return {
            ...gone,
            backup: "before",
            replace: async (backup) => {
              step("replace");
              if (!this.kept.has(backup)) this.kept.set(backup, this.version);
              this.version = next;
            },
          };
        },
        restore: async (backup) => {
          step("restore");
          this.version = this.kept.get(backup) ?? "nothing";
          this.kept.delete(backup);
        },
        forget: async (backup) => {
          step("forget");
          this.kept.delete(backup);
        },
      },
      left: {
        ...basis,
        kind: "left",
        prepare: async (verified) => {
          const next = await read(verified);
          return {
            ...gone,
            backup: this.isOfAll ? null : "before",
            run: "run",
            start: async (backup) => {
              step(`install ${next}`);
              if (backup !== null && !this.kept.has(backup)) this.kept.set(backup, this.version);
              this.version = next;
            },
          };
        },
        restore: async (backup) => {
          step("restore later");
          this.version = this.kept.get(backup) ?? "nothing";
          this.kept.delete(backup);
        },
        isKept: (backup) => this.kept.has(backup),
        failureOf: () =>
          this.failure === null ? null : { reason: this.failure, isWhole: this.isWhole },
        forget: async ({ backup }) => {
          step("forget");
          if (backup !== null) this.kept.delete(backup);
        },
      },
    };
    this.#installer = spyOn(installers, "linux").mockImplementation(() => installations[kind]);
  }

  override [Symbol.dispose](): void {
    this.#installer[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

const payload = Buffer.from("new");
const next = { version: "1.1.0" };
const broken = defineApp({
  setup: () => {
    throw new Error("broken");
  },
});

/** The events of the updater's steps for listeners in the app. */
function statuses({ services: { events } }: MemoryApp): unknown[] {
  const heard: unknown[] = [];
  events.listen<{ status: string }>("framework://update-status", ({ payload: { status } }) => {
    heard.push(status);
  });
  return heard;
}

/** Starts a version that fails before it shows anything; settles with what it said. */
function failToStart(site: InventedSite): Promise<string> {
  const codes: number[] = [];
  return output(async () => {
    const starting = site.start(
      {},
      { ...next, definition: broken, onQuit: (code) => codes.push(code) },
    );
    await expect(starting).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
}

/** Leaves a site whose update was installed by 1.0.0, and not started yet. */
async function updated(
  kind: Installation["kind"],
  installed?: Uint8Array,
  { isOfAll = false } = {},
): Promise<InventedSite> {
  const site = new InventedSite(kind, installed);
  site.isOfAll = isOfAll;
  await site.offer({ payload });
  using app = await site.start();
  await install(app);
  return site;
}

// Replaced
// ------------------------------------------------------------

test("a replaceable app is replaced, and the old version is kept until the next start has shown something", async () => {
  using site = await updated("replaced");
  expect([site.version, ...site.kept]).toEqual(["new", ["before", "old"]]);
  expect(site.done).toEqual(["replace", "gone"]);
  const waiting = { version: "1.1.0", place: "/apps/Memory", backup: "before", begunBy: null };
  expect(site.state).toEqual({ highest: "1.1.0", failed: null, waiting });
  using _app = await site.start({}, next);
  await waitFor("the end of the backup", () => site.kept.size === 0);
  expect(site.state).toEqual({ highest: "1.1.0", failed: null, waiting: null });
});

test("when it fails at its first start, what was there comes back and is started", async () => {
  using site = await updated("replaced", await startableImage("old"));
  expect(await failToStart(site)).toContain('took back version "1.1.0", which did not start\n');
  expect([site.version, site.kept.size]).toEqual(["old", 0]);
  expect(site.state).toEqual({ highest: "1.1.0", failed: "1.1.0", waiting: null });
  await waitFor("the version before it to start", () => site.started === "old: \n");
});

test("a replacement that fails leaves no version waiting, and the page gets the error", async () => {
  using site = new InventedSite("replaced");
  await site.offer({ payload });
  using app = await site.start();
  await waitFor("the state", () => existsSync(site.statePath));
  const before = site.state;
  site.problem = new FrameworkError("io", "Cannot replace it");
  await expect(install(app)).rejects.toMatchObject({ code: "io", message: "Cannot replace it" });
  expect([site.version, site.state, site.done]).toEqual(["old", before, ["gone"]]);
  expect(app.platform.exitCode).toBeNull();
});

test("a backup that cannot be removed does not hold up the start", async () => {
  using site = await updated("replaced");
  site.problem = new FrameworkError("io", "Cannot remove it");
  using write = spyOn(process.stderr, "write").mockReturnValue(true);
  using _app = await site.start({}, next);
  await waitFor("the word of it", () =>
    write.mock.calls.some(
      ([text]) => text === 'framework: cannot remove "before": Cannot remove it\n',
    ),
  );
  expect(site.state.waiting).toBeNull();
});

test("a first start that ends well while another one asks for it is not taken for a failure", async () => {
  using site = await updated("replaced");
  const { waiting } = site.state;
  using first = await LivenessSocket.show();
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: first.name } };
  // It goes away right after it was found in the state, and has written before.
  using _asked = spyOn(LivenessSocket, "isShown").mockImplementation(async () => {
    site.state = { ...site.state, waiting: null };
    return false;
  });
  using _app = await site.start({}, next);
  expect(site.version).toBe("new");
  expect(site.done).not.toContain("restore");
});

// Left
// ------------------------------------------------------------

test("an app that needs an installer starts it, and ends", async () => {
  using site = new InventedSite("left");
  await site.offer({ payload });
  const codes: number[] = [];
  using app = await site.start({}, { onQuit: (code) => codes.push(code) });
  const heard = statuses(app);
  await install(app);
  await waitFor("the end", () => codes.length === 1);
  expect(site.done).toEqual(["install new", "gone"]);
  expect([codes, heard]).toEqual([[0], ["PENDING", "DOWNLOADED", "DONE"]]);
  const basis = { version: "1.1.0", place: "/apps/Memory", backup: "before", begunBy: null };
  const waiting = { ...basis, run: "run" };
  // The highest version is one that was there.
  expect(site.state).toEqual({ highest: "1.0.0", failed: null, waiting });
});

test("once the version that an installer has put there has opened its first page, it is the highest", async () => {
  using site = await updated("left");
  using _app = await site.start({}, next);
  await waitFor("the state", () => site.state.waiting === null);
  expect(site.state).toEqual({ highest: "1.1.0", failed: null, waiting: null });
  await waitFor("the end of the installer and of the backup", () => site.done.includes("forget"));
  expect(site.kept.size).toBe(0);
});

test("when it fails at its first start, what was there is put back once it has ended, which starts it, too", async () => {
  using site = await updated("left", await startableImage("old"));
  expect(await failToStart(site)).toContain('takes back version "1.1.0", which did not start\n');
  expect([site.version, site.done.at(-1), site.started]).toEqual(["old", "restore later", ""]);
  // The restored version knows the failed version, and removes the backup.
  using app = await site.start();
  await waitFor("the end of the backup", () => site.kept.size === 0);
  expect(site.state).toEqual({ highest: "1.0.0", failed: "1.1.0", waiting: null });
  await output(async () =>
    expect(await app.page.invoke("updater.checkUpdate", {})).toEqual({ shouldUpdate: false }),
  );
});

test("when it went away without a word, its next start has it put back, and ends", async () => {
  using site = await updated("left", await startableImage("old"));
  site.state = { ...site.state, waiting: { ...site.state.waiting!, begunBy: "/nobody/is/here" } };
  const codes: number[] = [];
  await output(async () => {
    void site.start({}, { ...next, onQuit: (code) => codes.push(code) }).catch(() => {});
    await waitFor("the end", () => codes.length === 1);
  });
  expect([codes, site.version, site.started]).toEqual([[0], "old", ""]);
});

test("the backup stays as long as the state cannot be written", async () => {
  using site = await updated("left");
  const { state } = site;
  const error = await output(async () => {
    using rename = spyOn(stateSteps, "rename").mockImplementation(() => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    });
    using _app = await site.start({}, next);
    await waitFor("both tries", () => rename.mock.calls.length === 2);
  });
  expect(error).toContain(
    `framework: Cannot write "${site.statePath}": no space is left on the disk\n`,
  );
  expect([site.state, ...site.kept]).toEqual([state, ["before", "old"]]);
});

test("an update that another process has left to an installer is not left to a second one", async () => {
  using site = new InventedSite("left");
  await site.offer({ payload });
  using app = await site.start();
  using other = await site.start();
  await install(app);
  const { state } = site;
  await expect(install(other)).rejects.toMatchObject({
    code: "unavailable",
    message: 'Cannot install an update: the installer of version "1.1.0" is about to run',
  });
  expect(site.state).toEqual(state);
  expect(site.done).toEqual(["install new", "gone", "gone"]);
});

test("a version that cannot be undone is started, and no update waits any more", async () => {
  using site = await updated("left");
  site.state = { ...site.state, waiting: { ...site.state.waiting!, begunBy: "/nobody/is/here" } };
  site.problem = new FrameworkError("io", 'Cannot put back "/apps"');
  const words = await output(async () => {
    using app = await site.start({}, next);
    expect(app.platform.exitCode).toBeNull();
  });
  expect(words).toContain(
    'cannot take back version "1.1.0", which did not start: Cannot put back "/apps"\n',
  );
  expect([site.version, site.state.waiting]).toEqual(["new", null]);
});

test("an update of one that has not started yet keeps the version before it", async () => {
  using site = await updated("left");
  await site.offer({ version: "1.2.0", payload: Buffer.from("newer") });
  const codes: number[] = [];
  const definition = defineApp({ setup: ({ updater }) => updater.install() });
  void site.start({}, { ...next, definition, onQuit: (code) => codes.push(code) }).catch(() => {});
  await waitFor("the end", () => codes.length === 1);
  expect([site.version, ...site.kept]).toEqual(["newer", ["before", "old"]]);
});

test("when the installer is not started, the app goes on, and the page gets the error", async () => {
  using site = new InventedSite("left");
  await site.offer({ payload });
  using app = await site.start();
  await waitFor("the state", () => existsSync(site.statePath));
  const before = site.state;
  const heard = statuses(app);
  site.problem = new FrameworkError("not-allowed", "Cannot start the installer: the user said no");
  await expect(install(app)).rejects.toMatchObject({ code: "not-allowed" });
  expect(heard).toEqual(["PENDING", "DOWNLOADED", "ERROR"]);
  expect([site.state, app.platform.exitCode]).toEqual([before, null]);
});

test("when the installer did nothing, the version that is still there may try again", async () => {
  using site = await updated("left");
  using app = await site.start();
  await waitFor("the state", () => site.state.waiting === null);
  expect(site.state).toEqual({ highest: "1.0.0", failed: null, waiting: null });
  expect(await app.page.invoke("updater.checkUpdate", {})).toMatchObject({ shouldUpdate: true });
});

test("an event has the reason why the installer did nothing, and so has the dialog", async () => {
  using site = await updated("left");
  site.failure = "the installer ended with 2";
  const output = 'Cannot install version "1.1.0": the installer ended with 2';
  const { state } = site;
  using write = spyOn(process.stderr, "write").mockReturnValue(true);
  {
    const heard: unknown[] = [];
    const definition = defineApp({
      setup: ({ events }) =>
        void events.listen("framework://update-status", ({ payload: reported }) =>
          heard.push(reported),
        ),
    });
    using _app = await site.start({}, { definition });
    await waitFor("the event", () => heard.length === 1);
    expect(heard).toEqual([{ status: "ERROR", error: output }]);
    expect(write.mock.calls.map(([text]) => text)).toContain(`framework: ${output}\n`);
  }
  site.state = state;
  const shown: string[] = [];
  const message = ({ text }: MessageRequest) => (shown.push(text), 1);
  const choice = () => ({ button: 1, checked: false });
  using app = await site.start({ dialog: true }, { answers: { choice, message } });
  await waitFor("the dialog", () => shown.includes(output) && app.platform.held === 0);
});

for (const [what, started] of [
  ["the new version is started", next],
  ["the version before it is started", {}],
] as const) {
  test(`when an installer has failed in the middle, and ${what}, all of the version before it comes back`, async () => {
    using site = await updated("left");
    site.failure = "the installer ended with 3";
    site.isWhole = "version" in started;
    const codes: number[] = [];
    await output(async () => {
      void site.start({}, { ...started, onQuit: (code) => codes.push(code) }).catch(() => {});
      await waitFor("the end", () => codes.length === 1);
    });
    expect([codes, site.version, site.done.at(-1)]).toEqual([[0], "old", "restore later"]);
    // It gets the reason, and may try again.
    const words = await output(async () => {
      using _app = await site.start();
      await waitFor("the end of the installer", () => site.done.includes("forget"));
    });
    expect(words).toContain('Cannot install version "1.1.0": the installer ended with 3\n');
    expect(site.state).toEqual({ highest: "1.0.0", failed: null, waiting: null });
  });
}

test("an unfinished installation that cannot be undone is started, and the backup stays", async () => {
  using site = await updated("left");
  site.failure = "the installer ended with 3";
  site.isWhole = false;
  site.problem = new FrameworkError("io", 'Cannot put back "/apps"');
  const words = await output(async () => {
    using app = await site.start();
    expect(app.platform.exitCode).toBeNull();
  });
  expect(words).toContain(
    'cannot take back version "1.1.0", which did not start: Cannot put back "/apps"\n',
  );
  expect([site.state.waiting, ...site.kept]).toEqual([null, ["before", "old"]]);
});

test("a failed version that only an administrator could remove stays, and is not offered again", async () => {
  using site = await updated("left", await startableImage("old"), { isOfAll: true });
  expect(await failToStart(site)).toContain(
    'cannot take back version "1.1.0", which did not start: install the version before it again\n',
  );
  expect(site.state).toEqual({ highest: "1.0.0", failed: "1.1.0", waiting: null });
  expect(site.started).toBe("");
  // The user did so.
  using app = await site.start();
  await output(async () =>
    expect(await app.page.invoke("updater.checkUpdate", {})).toEqual({ shouldUpdate: false }),
  );
});

test("with the dialog, the user learns that the app will close, and is not asked to restart it", async () => {
  using site = new InventedSite("left");
  await site.offer({ payload });
  const asked: ChoiceRequest[] = [];
  const choice = (request: ChoiceRequest) => (asked.push(request), { button: 0, checked: false });
  using app = await site.start({ dialog: true }, { answers: { choice } });
  await waitFor("the app to end", () => app.platform.exitCode === 0);
  expect(asked.map(({ text }) => text)).toEqual([
    "Memory 1.1.0 is available. You have 1.0.0. Installing it closes Memory.",
  ]);
  expect(site.done).toContain("install new");
});
