// Whole stories of the updater, on Linux alone: an AppImage on disk, a server on this machine, and the pages' own functions.

import { expect, spyOn, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineApp, type App } from "../../src/app/index.ts";
import { steps } from "../../src/app/updater/install/linux.ts";
import { Updater } from "../../src/app/updater/updater.ts";
import { tar } from "../../src/bundler/write/tar.ts";
import { FrameworkError } from "../../src/contract/errors.ts";
import type { MessageRequest } from "../../src/contract/ui/index.ts";
import { Presence } from "../../src/process/presence.ts";
import { startInMemory, type MemoryApp } from "../support/memory-app.ts";
import { startableImage } from "../support/startable-image.ts";
import { image, platform, UpdateSite } from "../support/update-site.ts";
import { waitFor } from "../../harness/wait.ts";

const archive = (...names: string[]): Uint8Array =>
  gzipSync(
    tar(
      names.map((path) => ({ kind: "file", path, mode: 0o755, bytes: image(`version 1.1.0, packed`) })),
      { time: 0, prefix: "" },
    ),
  );

/** What listeners in the app hear of the updater, in order. */
function told({ services: { events } }: MemoryApp): unknown[] {
  const heard: unknown[] = [];
  for (const name of ["update-available", "update-status", "update-download-progress"])
    events.listen(`framework://${name}`, ({ payload }) => void heard.push(payload));
  return heard;
}

const check = ({ page }: MemoryApp) => page.invoke("updater.checkUpdate", {});
const install = ({ page }: MemoryApp) => page.invoke("updater.installUpdate", {});

/** Standard error while something runs. */
async function said(run: () => Promise<unknown>): Promise<string> {
  using write = spyOn(process.stderr, "write").mockReturnValue(true);
  await run();
  return write.mock.calls.map(([text]) => String(text)).join("");
}

// Looking -----------------------------------------------------------------------------------------------

test("a newer version is told to who asked and to listeners", async () => {
  using site = new UpdateSite();
  await site.offer({
    payload: image(""),
    version: "v1.1.0",
    notes: "Faster",
    pub_date: "2026-01-31T12:00:00Z",
  });
  using app = await site.start();
  const heard = told(app);
  const manifest = { version: "1.1.0", date: "2026-01-31T12:00:00Z", body: "Faster" };
  expect(await check(app)).toEqual({ shouldUpdate: true, manifest });
  expect(heard).toEqual([manifest]);
});

for (const [what, version] of [
  ["the same version", "1.0.0"],
  ["an older version", "0.9.9"],
  ["the same version of another build", "1.0.0+2"],
] as const) {
  test(`${what} is no update`, async () => {
    using site = new UpdateSite();
    await site.offer({ payload: image(""), version });
    using app = await site.start({}, { version: "1.0.0+1" });
    const heard = told(app);
    expect(await check(app)).toEqual({ shouldUpdate: false });
    expect(heard).toEqual([{ status: "UPTODATE" }]);
  });
}

test("a server with nothing newer answers 204, and no other is asked", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  site.answers["/none"] = () => new Response(null, { status: 204 });
  using app = await site.start({
    endpoints: ["https://updates.example/none", "https://updates.example/feed"],
  });
  expect(await check(app)).toEqual({ shouldUpdate: false });
  expect(site.requests).toEqual(["/none"]);
});

test("the variables of an address are filled in, and a server that does not answer is passed over", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  using app = await site.start(
    {
      endpoints: [
        "https://updates.example/{{target}}/{{arch}}/{{current_version}}?v=%7B%7Bcurrent_version%7D%7D&x=%20",
        "https://updates.example/feed",
      ],
    },
    { version: "1.0.0+5" },
  );
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
  const [target, arch] = platform.split("-");
  expect(site.requests).toEqual([`/${target}/${arch}/1.0.0%2B5?v=1.0.0%2B5&x=%20`, "/feed"]);
});

test("when no server answers, every reason is told, to listeners, too", async () => {
  using site = new UpdateSite();
  site.answers["/text"] = () => new Response("<html>");
  site.answers["/bad"] = () => Response.json({ version: "1.1.0" });
  const endpoints = ["gone", "text", "bad"].map((path) => `https://updates.example/${path}`);
  using app = await site.start({ endpoints });
  const heard = told(app);
  const message =
    'Cannot read the feed "https://updates.example/gone": the server answered 404; ' +
    'Cannot read the feed "https://updates.example/text": it must be JSON; ' +
    'Cannot read the feed "https://updates.example/bad": "url" is missing; "signature" is missing';
  await expect(check(app)).rejects.toMatchObject({ code: "bad-update", message });
  expect(heard).toEqual([{ status: "ERROR", error: message }]);
});

test("two who ask at once share one request", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  using app = await site.start();
  const answers = await Promise.all([check(app), check(app), app.services.updater.check()]);
  expect(answers.map(({ shouldUpdate }) => shouldUpdate)).toEqual([true, true, true]);
  expect(site.requests).toEqual(["/feed"]);
});

// Installing --------------------------------------------------------------------------------------------

for (const [what, payload, text] of [
  ["an AppImage", image("version 1.1.0"), "version 1.1.0"],
  ["an archive of one", archive("Memory.AppImage"), "version 1.1.0, packed"],
] as const) {
  test(`${what} takes the place of the old version, with its rights`, async () => {
    using site = new UpdateSite();
    await site.offer({ payload });
    using app = await site.start();
    const heard = told(app);
    await install(app);
    expect({ installed: site.installed, mode: site.mode }).toEqual({ installed: text, mode: 0o751 });
    expect(heard).toEqual([
      { version: "1.1.0", date: "", body: "" },
      { status: "PENDING" },
      { chunkLength: payload.length, contentLength: payload.length },
      { status: "DOWNLOADED" },
      { status: "DONE" },
    ]);
    // The version before it is kept until the new one has started.
    const { waiting, highest } = site.state;
    expect(site.names).toEqual([waiting?.backup?.split("/").at(-1) ?? "", "Memory.AppImage"]);
    expect(highest).toBe("1.1.0");
    expect(statSync(waiting?.backup ?? "").mode & 0o777).toBe(0o751);
  });
}

test("a second installation waits for the first, and downloads nothing more", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  using app = await site.start();
  await check(app);
  await Promise.all([install(app), install(app)]);
  await install(app);
  expect(site.requests).toEqual(["/feed", "/download"]);
});

test("two updates without a start in between keep the version that runs", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  using app = await site.start();
  await install(app);
  const { backup } = site.state.waiting ?? {};
  await site.offer({ payload: image("version 1.2.0"), version: "1.2.0" });
  await check(app);
  await install(app);
  expect(site.installed).toBe("version 1.2.0");
  expect(site.state.waiting).toMatchObject({ version: "1.2.0", backup });
  expect(site.names).toHaveLength(2);
});

test("with nothing newer there is nothing to install", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image(""), version: "1.0.0" });
  using app = await site.start();
  await expect(install(app)).rejects.toMatchObject({
    code: "unavailable",
    message: 'Cannot install an update: version "1.0.0" is the newest',
  });
});

test("what was not installed by an AppImage can look, and is told who updates it", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  using app = await site.start({}, { executable: "/usr/bin/memory" });
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
  await expect(install(app)).rejects.toMatchObject({
    code: "unavailable",
    message:
      'Cannot install an update: "/usr/bin/memory" is no AppImage; update it the way it was installed, ' +
      "for example with the system's package manager",
  });
  expect(site.installed).toBe("version 1.0.0");
});

test("an AppImage that is reached through a link is replaced itself", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  const link = join(site.folder, "link.AppImage");
  await Bun.$`ln -s ${site.file} ${link}`;
  process.env["APPIMAGE"] = link;
  using app = await site.start();
  await install(app);
  expect(site.installed).toBe("version 1.1.0");
});

// That the files stay as they were, at whichever step it fails: test/updater/appimage.test.ts.
test("a replacement that fails is told to the page, and no version waits to be confirmed", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  using app = await site.start();
  await waitFor("the state", () => existsSync(site.statePath));
  const before = site.state;
  using _rename = spyOn(steps, "rename").mockImplementation(() => {
    throw Object.assign(new Error("read-only"), { code: "EROFS" });
  });
  await expect(install(app)).rejects.toMatchObject({
    code: "io",
    message: `Cannot replace "${site.file}": the disk is read-only`,
  });
  expect(site.state).toEqual(before);
});

test("an app that was moved away while it ran is not installed anew", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  using app = await site.start();
  rmSync(site.file);
  await expect(install(app)).rejects.toMatchObject({
    code: "unavailable",
    message: `Cannot replace "${site.file}": there is no such file or folder`,
  });
  expect(site.names).toEqual([]);
});

test("in development http will do, nothing can be replaced, and nothing is remembered", async () => {
  using site = new UpdateSite();
  site.state = { highest: "2.0.0", failed: null, waiting: null };
  await site.offer({ payload: image("") });
  using app = await site.start(
    { endpoints: [`${site.url}/feed`] },
    { mode: "dev", executable: process.execPath },
  );
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
  await expect(install(app)).rejects.toMatchObject({ code: "unavailable" });
});

test("a key that is none is told before anything is asked for", async () => {
  using site = new UpdateSite();
  using app = await site.start({ pubkey: "nonsense" });
  await expect(check(app)).rejects.toMatchObject({
    code: "unavailable",
    message: "Cannot check updates: framework.updater.pubkey must be a public key of minisign",
  });
  expect(site.requests).toEqual([]);
});

test("the app's own code updates it, too", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  let own: App | null = null;
  using _app = await site.start({}, { definition: defineApp({ setup: (app) => void (own = app as App) }) });
  const { updater } = own as unknown as App;
  expect(await updater.check()).toMatchObject({ shouldUpdate: true });
  await updater.install();
  expect(site.installed).toBe("version 1.1.0");
});

test("a page may also ask by the events of old", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  using app = await site.start();
  const heard = told(app);
  await app.page.invoke("event.emit", { event: "framework://update" });
  await waitFor("the answer", () => heard.length === 1);
  await app.page.invoke("event.emit", { event: "framework://update-install" });
  await waitFor("the installation", () => site.installed === "version 1.1.0" && heard.length === 5);
});

// The dialog --------------------------------------------------------------------------------------------

test("with the dialog, the user is asked whether to install and when to start again", async () => {
  using site = new UpdateSite(await startableImage("old"));
  await site.offer({ payload: await startableImage("new"), notes: "Faster" });
  const asked: MessageRequest[] = [];
  const message = (request: MessageRequest) => (asked.push(request), 0);
  using app = await site.start({ dialog: true }, { arguments: ["--x"], answers: { message } });
  await waitFor("the app to end", () => app.platform.exitCode === 0);
  expect(asked.map(({ title, text }) => [title, text])).toEqual([
    [
      "A new version of Memory is available",
      "Memory 1.1.0 is available. You have 1.0.0.\n\nInstall it now?\n\nFaster",
    ],
    ["Ready to restart", "Memory 1.1.0 is installed. Restart Memory now to use it?"],
  ]);
  await waitFor("the new version to start", () => site.started === "new: --x\n");
});

test("whoever says no keeps the version, and may be asked again", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  const asked: string[] = [];
  const message = ({ title }: MessageRequest) => (asked.push(title), asked.length === 2 ? 0 : 1);
  using app = await site.start({ dialog: true }, { answers: { message } });
  await waitFor("the question", () => asked.length === 1);
  expect(site.installed).toBe("version 1.0.0");
  await waitFor("no dialog to be open", () => app.platform.held === 0);
  // Yes this time; not now; and the third time nothing is downloaded again.
  for (const count of [3, 4]) {
    app.services.events.emit("framework://update");
    await waitFor("the questions", () => asked.length === count);
    await waitFor("no dialog to be open", () => app.platform.held === 0);
    // What follows an answer is done before the next event is read.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(asked.slice(1)).toEqual([
    "A new version of Memory is available",
    "Ready to restart",
    "Ready to restart",
  ]);
  expect(site.requests.filter((path) => path === "/download")).toHaveLength(1);
});

test("an update that fails is told to who wanted it", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0"), signed: image("another") });
  const asked: MessageRequest[] = [];
  const message = (request: MessageRequest) => (asked.push(request), 0);
  using _app = await site.start({ dialog: true }, { answers: { message } });
  await waitFor("the message", () => asked.length === 2);
  expect(asked[1]).toMatchObject({
    title: "The update was not installed",
    kind: "error",
    text: 'Cannot install version "1.1.0": it is not what was signed',
  });
});

test("where the app cannot be replaced, nobody is asked anything", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  using looking = spyOn(Updater.prototype, "check");
  using app = await site.start({ dialog: true }, { executable: "/usr/bin/memory" });
  expect(looking).not.toHaveBeenCalled();
  app.services.events.emit("framework://update");
  await waitFor("the check", () => site.requests.length === 1);
  await check(app);
  expect(app.platform.recorded.filter(({ call }) => call === "dialog.message")).toEqual([]);
});

// The first start ---------------------------------------------------------------------------------------

/** Installs 1.1.0 from 1.0.0, both of them startable. */
async function updated(): Promise<UpdateSite> {
  const site = new UpdateSite(await startableImage("old"));
  await site.offer({ payload: await startableImage("new") });
  using app = await site.start();
  await install(app);
  return site;
}

const next = { version: "1.1.0", arguments: ["--y"] };

test("once the first page of an update has opened, the version before it goes", async () => {
  using site = await updated();
  using _app = await site.start({}, next);
  await waitFor("the end of the backup", () => site.names.length === 1);
  expect(site.state).toEqual({ highest: "1.1.0", failed: null, waiting: null });
});

test("an update without windows has started when it is set up", async () => {
  using site = await updated();
  using _app = await site.start({}, { ...next, config: { framework: { windows: [] } } });
  await waitFor("the end of the backup", () => site.names.length === 1);
});

test("an update that fails to start is taken back, and the version before it starts", async () => {
  using site = await updated();
  const setup = (): void => {
    throw new Error("broken");
  };
  const codes: number[] = [];
  const options = { ...next, definition: defineApp({ setup }), onQuit: (code: number) => codes.push(code) };
  const error = await said(async () => {
    await expect(site.start({}, { ...options })).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
  expect(error).toContain('framework: took back version "1.1.0", which did not start\n');
  expect(codes).toEqual([1]);
  await waitFor("the old version to start", () => site.started === "old: --y\n");
  expect(site.names).toEqual(["Memory.AppImage"]);

  // The same again would fail again; what comes after it may be better.
  using app = await site.start();
  expect(await said(async () => expect(await check(app)).toEqual({ shouldUpdate: false }))).toBe(
    'framework: version "1.1.0" is no update: version "1.1.0" did not start here\n',
  );
  await site.offer({ payload: image("version 1.1.1"), version: "1.1.1" });
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
});

test("an update that went away without a word is taken back by its next start", async () => {
  using site = await updated();
  const { waiting } = site.state;
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: "1 2 3" } };
  const codes: number[] = [];
  const error = await said(async () => {
    const starting = site.start({}, { ...next, onQuit: (code: number) => codes.push(code) });
    await expect(starting).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
  expect(error).toContain('took back version "1.1.0"');
  expect(codes).toEqual([0]);
  await waitFor("the old version to start", () => site.started === "old: --y\n");
  expect(site.state).toMatchObject({ highest: "1.1.0", failed: "1.1.0", waiting: null });
});

test("a second start while the first one goes on takes nothing back", async () => {
  using site = await updated();
  const { waiting } = site.state;
  using first = await Presence.show();
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: first.name } };
  using _app = await site.start({}, next);
  expect(site.started).toBe("");
});

test("an app that ends by itself before it shows anything has not failed", async () => {
  using site = await updated();
  const { promise: end, resolve } = Promise.withResolvers<number>();
  const setup = async (app: App): Promise<void> => {
    await app.exit(0);
    await new Promise(() => {});
  };
  void site.start({}, { ...next, definition: defineApp({ setup }), onQuit: resolve });
  expect(await end).toBe(0);
  expect(site.state).toMatchObject({ failed: null, waiting: { version: "1.1.0", begunBy: null } });
  expect(site.started).toBe("");
});

test("a start without a display says nothing of an update", async () => {
  using site = await updated();
  const display = (): void => {
    throw new FrameworkError("unavailable", "Cannot open a display");
  };
  const codes: number[] = [];
  const error = await said(async () => {
    const starting = site.start(
      {},
      { ...next, answers: { display }, onQuit: (code: number) => codes.push(code) },
    );
    await expect(starting).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
  expect(error).toContain("Cannot open a display");
  expect(codes).toEqual([1]);
  expect(site.state).toMatchObject({ failed: null, waiting: { version: "1.1.0", begunBy: null } });
  expect(site.started).toBe("");
});

test("a version that the user put there in place of an update is taken as it is", async () => {
  using site = await updated();
  using _app = await site.start({}, { version: "1.5.0" });
  expect(site.names).toEqual(["Memory.AppImage"]);
  await waitFor("the state", () => site.state.highest === "1.5.0");
  expect(site.state).toEqual({ highest: "1.5.0", failed: null, waiting: null });
});

test("a version that was taken back is known as failed, also when the process ended in the middle of it", async () => {
  using site = await updated();
  const { waiting } = site.state;
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: "1 2 3" } };
  using _app = await site.start();
  await waitFor("the end of the backup", () => site.names.length === 1);
  expect(site.state).toEqual({ highest: "1.1.0", failed: "1.1.0", waiting: null });
});

test("a version that failed, and that the user has got to start after all, has not failed", async () => {
  using site = new UpdateSite();
  site.state = { highest: "1.1.0", failed: "1.1.0", waiting: null };
  using _app = await site.start({}, next);
  await waitFor("the state", () => site.state.failed === null);
});

test("an update that cannot be taken back, because what was before it is gone, is started", async () => {
  using site = await updated();
  const { waiting } = site.state;
  rmSync(waiting!.backup!);
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: "1 2 3" } };
  const error = await said(async () => {
    using _app = await site.start({}, next);
    await waitFor("the state", () => site.state.waiting === null);
  });
  expect(error).toContain('framework: cannot take back version "1.1.0", which did not start: ');
});

test("a state that nobody understands is none", async () => {
  using site = new UpdateSite();
  site.state = { highest: 5 } as never;
  const error = await said(async () => {
    using _app = await site.start();
    await waitFor("the state", () => site.state.highest === "1.0.0");
  });
  expect(error).toContain(`framework: cannot read "${site.statePath}": updates begin anew\n`);
});

test("another copy of the app elsewhere has nothing to do with an update of this one", async () => {
  using site = await updated();
  const copy = join(site.folder, "copy.AppImage");
  await Bun.write(copy, image("version 1.0.0"));
  process.env["APPIMAGE"] = copy;
  using _app = await site.start();
  expect(site.state.waiting?.version).toBe("1.1.0");
  expect(site.names).toHaveLength(2);
});

test("an app without an updater remembers nothing", async () => {
  using site = new UpdateSite();
  using _app = await startInMemory();
  expect(() => site.state).toThrow("ENOENT");
});
