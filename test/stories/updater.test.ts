// Whole stories of the updater, on Linux alone: an AppImage on disk, a server on this machine, and
// the pages' own functions.

import { expect, spyOn, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineApp, type App } from "../../src/app/index.ts";
import { steps } from "../../src/app/updater/install/linux.ts";
import { Updater } from "../../src/app/updater/updater.ts";
import { tar } from "../../src/bundler/write/tar.ts";
import type { Choice, ChoiceRequest, MessageRequest } from "../../src/contract/ui/index.ts";
import type { MemoryApp } from "../support/app/memory-app.ts";
import { startableImage } from "../support/windows/startable-image.ts";
import {
  check,
  image,
  install as installUpdate,
  platform,
  UpdateSite,
} from "../support/update-site.ts";
import { waitFor } from "../../harness/wait.ts";

const archive = (...names: string[]): Uint8Array =>
  gzipSync(
    tar(
      names.map((path) => ({
        kind: "file",
        path,
        mode: 0o755,
        bytes: image(`version 1.1.0, packed`),
      })),
      { time: 0, prefix: "" },
    ),
  );

/** The events of the updater for listeners in the app, in order. */
function received({ services: { events } }: MemoryApp): unknown[] {
  const heard: unknown[] = [];
  for (const name of ["update-available", "update-status", "update-download-progress"])
    events.listen(`framework://${name}`, ({ payload }) => void heard.push(payload));
  return heard;
}

/** The places of the question's buttons. */
const [install, later, skip] = [0, 1, 2];

const press = (button: number): Choice => ({ button, checked: false });

// Looking
// -----------------------------------------------------------------------------------------------

test("a newer version reaches the caller and listeners", async () => {
  using site = new UpdateSite();
  await site.offer({
    payload: image(""),
    version: "v1.1.0",
    notes: "Faster",
    pub_date: "2026-01-31T12:00:00Z",
  });
  using app = await site.start();
  const heard = received(app);
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
    const heard = received(app);
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

test("when no server answers, every reason is reported, to listeners, too", async () => {
  using site = new UpdateSite();
  site.answers["/text"] = () => new Response("<html>");
  site.answers["/bad"] = () => Response.json({ version: "1.1.0" });
  const endpoints = ["gone", "text", "bad"].map((path) => `https://updates.example/${path}`);
  using app = await site.start({ endpoints });
  const heard = received(app);
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
  const answers = await Promise.all([check(app), check(app), app.services.updates.check()]);
  expect(answers.map(({ shouldUpdate }) => shouldUpdate)).toEqual([true, true, true]);
  expect(site.requests).toEqual(["/feed"]);
});

// Installing
// --------------------------------------------------------------------------------------------

for (const [what, payload, text] of [
  ["an AppImage", image("version 1.1.0"), "version 1.1.0"],
  ["an archive of one", archive("Memory.AppImage"), "version 1.1.0, packed"],
] as const) {
  test(`${what} takes the place of the old version, with its rights`, async () => {
    using site = new UpdateSite();
    await site.offer({ payload });
    using app = await site.start();
    const heard = received(app);
    await installUpdate(app);
    expect({ installed: site.installed, mode: site.mode }).toEqual({
      installed: text,
      mode: 0o751,
    });
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
  await Promise.all([installUpdate(app), installUpdate(app)]);
  await installUpdate(app);
  expect(site.requests).toEqual(["/feed", "/download"]);
});

test("two updates without a start in between keep the version that runs", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  using app = await site.start();
  await installUpdate(app);
  const { backup } = site.state.waiting ?? {};
  await site.offer({ payload: image("version 1.2.0"), version: "1.2.0" });
  await check(app);
  await installUpdate(app);
  expect(site.installed).toBe("version 1.2.0");
  expect(site.state.waiting).toMatchObject({ version: "1.2.0", backup });
  expect(site.names).toHaveLength(2);
});

test("with nothing newer there is nothing to install", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image(""), version: "1.0.0" });
  using app = await site.start();
  await expect(installUpdate(app)).rejects.toMatchObject({
    code: "unavailable",
    message: 'Cannot install an update: version "1.0.0" is the newest',
  });
});

test("an app that was not installed by an AppImage can check, and its error names its updater", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  using app = await site.start({}, { executable: "/usr/bin/memory" });
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
  await expect(installUpdate(app)).rejects.toMatchObject({
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
  await installUpdate(app);
  expect(site.installed).toBe("version 1.1.0");
});

// That the files stay as they were, at whichever step it fails: test/updater/appimage.test.ts.
test("the page gets the error of a replacement that fails, and no version waits to be confirmed", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  using app = await site.start();
  await waitFor("the state", () => existsSync(site.statePath));
  const before = site.state;
  using _rename = spyOn(steps, "rename").mockImplementation(() => {
    throw Object.assign(new Error("read-only"), { code: "EROFS" });
  });
  await expect(installUpdate(app)).rejects.toMatchObject({
    code: "io",
    message: `Cannot replace "${site.file}": the disk is read-only`,
  });
  expect(site.state).toEqual(before);
});

test("a replacement that fails takes back what it remembered alone, whatever is remembered meanwhile", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  using app = await site.start();
  await waitFor("the state", () => existsSync(site.statePath));
  const before = site.state;
  const seen = {
    version: "1.1.0",
    expires: 2_000_000_000,
    time: 1_700_000_000,
    signed: 1_700_000_000,
  };
  {
    using _rename = spyOn(steps, "rename").mockImplementation(() => {
      // A check of another process.
      site.state = { ...site.state, seen };
      throw Object.assign(new Error("read-only"), { code: "EROFS" });
    });
    await expect(installUpdate(app)).rejects.toMatchObject({ code: "io" });
  }
  expect(site.state).toEqual({ ...before, seen });
  await installUpdate(app);
  expect(site.installed).toBe("version 1.1.0");
});

test("an app that was moved away while it ran is not installed anew", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  using app = await site.start();
  rmSync(site.file);
  await expect(installUpdate(app)).rejects.toMatchObject({
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
  await expect(installUpdate(app)).rejects.toMatchObject({ code: "unavailable" });
});

test("a key that is none is an error before anything is asked for", async () => {
  using site = new UpdateSite();
  using app = await site.start({ pubkey: "nonsense" });
  await expect(check(app)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("framework.updater.pubkey must be a public key of minisign"),
  });
  expect(site.requests).toEqual([]);
});

test("the app's own code updates it, too", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  let own: App | null = null;
  using _app = await site.start(
    {},
    { definition: defineApp({ setup: (app) => void (own = app as App) }) },
  );
  const { updater } = own as unknown as App;
  expect(await updater.check()).toMatchObject({ shouldUpdate: true });
  await updater.install();
  expect(site.installed).toBe("version 1.1.0");
});

test("a page may also ask by the events of old", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  using app = await site.start();
  const heard = received(app);
  await app.page.invoke("event.emit", { event: "framework://update" });
  await waitFor("the answer", () => heard.length === 1);
  await app.page.invoke("event.emit", { event: "framework://update-install" });
  await waitFor("the installation", () => site.installed === "version 1.1.0" && heard.length === 5);
});

test("a version with an empty rollout is no update, and the app keeps its place", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0"), rollout: 0 });
  using app = await site.start();
  expect(await check(app)).toEqual({ shouldUpdate: false });
  const { seed } = site.state;
  expect(seed).toBeString();
  await site.offer({ payload: image("version 1.1.0"), rollout: 99.9999 });
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
  expect(site.state.seed).toBe(seed as string);
});

// The dialog
// --------------------------------------------------------------------------------------------

test("with the dialog, the user is asked whether to install and when to start again", async () => {
  using site = new UpdateSite(await startableImage("old"));
  await site.offer({ payload: await startableImage("new"), notes: "Faster" });
  const asked: (ChoiceRequest | MessageRequest)[] = [];
  const choice = (request: ChoiceRequest) => (asked.push(request), press(install));
  const message = (request: MessageRequest) => (asked.push(request), 0);
  const answers = { choice, message };
  using app = await site.start({ dialog: true }, { arguments: ["--x"], answers });
  await waitFor("the app to end", () => app.platform.exitCode === 0);
  expect(asked).toMatchObject([
    {
      title: "A new version of Memory is available",
      text: "Memory 1.1.0 is available. You have 1.0.0.",
      detail: "Faster",
      buttons: [{ text: "Install" }, { text: "Later" }, { text: "Skip This Version" }],
      defaultButton: install,
      cancelButton: later,
    },
    { title: "Ready to restart", text: "Memory 1.1.0 is installed. Restart Memory now to use it?" },
  ]);
  await waitFor("the new version to start", () => site.started === "new: --x\n");
});

test("a download that takes a moment shows a bar that can be hidden, and goes away at the end", async () => {
  using site = new UpdateSite();
  const payload = image("version 1.1.0");
  await site.offer({ payload });
  const download = Promise.withResolvers<Response>();
  site.answers["/download"] = () => download.promise;
  const bars: ChoiceRequest[] = [];
  const choice = (request: ChoiceRequest) =>
    request.hasProgress === true
      ? (bars.push(request), new Promise<Choice>(() => {}))
      : press(install);
  const message = () => 1;
  using app = await site.start({ dialog: true }, { answers: { choice, message } });
  const calls = (name: string): unknown[] =>
    app.platform.recorded.filter(({ call }) => call === name).map(({ args }) => args);
  await waitFor("the bar", () => bars.length === 1);
  expect(bars).toMatchObject([{ title: "Updating Memory", buttons: [{ text: "Hide" }] }]);
  const id = bars[0]?.id ?? 0;
  // As the download does, whose pieces no server sends one by one.
  app.services.events.emit("framework://update-download-progress", {
    chunkLength: 30,
    contentLength: 120,
  });
  await waitFor("the bar to move", () => calls("dialog.progress").length > 0);
  expect(calls("dialog.progress")).toEqual([{ id, done: 0.25 }]);
  download.resolve(new Response(new Uint8Array(payload)));
  await waitFor("the bar to go", () => calls("dialog.dismiss").length === 1);
  expect(calls("dialog.dismiss")).toEqual([{ id }]);
  await waitFor("no dialog to be open", () => app.platform.held === 0);
});

test("a user who chooses later keeps the version, and may be asked again", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  const asked: string[] = [];
  const choice = ({ title }: ChoiceRequest) => press(asked.push(title) === 2 ? install : later);
  const message = ({ title }: MessageRequest) => (asked.push(title), 1);
  using app = await site.start({ dialog: true }, { answers: { choice, message } });
  await waitFor("the question", () => asked.length === 1);
  expect(site.installed).toBe("version 1.0.0");
  await waitFor("no dialog to be open", () => app.platform.held === 0);
  // Yes this time; not now; and the third time nothing is downloaded again.
  for (const count of [3, 4]) {
    app.services.events.emit("framework://update");
    await waitFor("the questions", () => asked.length === count);
    await waitFor("no dialog to be open", () => app.platform.held === 0);
    // Microtasks after an answer run before the next event is read.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(asked.slice(1)).toEqual([
    "A new version of Memory is available",
    "Ready to restart",
    "Ready to restart",
  ]);
  expect(site.requests.filter((path) => path === "/download")).toHaveLength(1);
});

test("a version that the user skips is not offered again, except by the app's own code", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  const asked: string[] = [];
  const choice = ({ text }: ChoiceRequest) => (asked.push(text), press(skip));
  {
    using app = await site.start({ dialog: true }, { answers: { choice } });
    await waitFor("the question", () => asked.length === 1 && app.platform.held === 0);
    expect(site.state.skipped).toBe("1.1.0");
  }
  using app = await site.start({ dialog: true }, { answers: { choice } });
  const heard = received(app);
  const checked = (count: number) => () =>
    heard.filter((one) => (one as { version?: string }).version === "1.1.0").length === count;
  await app.page.invoke("event.emit", { event: "framework://update" });
  await waitFor("the check of a page", checked(1));
  await expect(installUpdate(app)).rejects.toMatchObject({ code: "not-allowed" });
  expect(asked).toHaveLength(1);
  app.services.events.emit("framework://update");
  await waitFor("the question of own code", () => asked.length === 2);
  expect(site.installed).toBe("version 1.0.0");
});

test("a version after the skipped one is offered", async () => {
  using site = new UpdateSite();
  site.state = { highest: null, failed: null, waiting: null, skipped: "1.1.0" };
  await site.offer({ version: "1.2.0", payload: image("version 1.2.0") });
  const asked: string[] = [];
  const choice = ({ text }: ChoiceRequest) => (asked.push(text), press(later));
  using _app = await site.start({ dialog: true }, { answers: { choice } });
  await waitFor("the question", () => asked.length === 1);
  expect(asked).toEqual(["Memory 1.2.0 is available. You have 1.0.0."]);
});

test("the caller gets the error of an update that fails", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0"), signed: image("another") });
  const shown: MessageRequest[] = [];
  const message = (request: MessageRequest) => (shown.push(request), 0);
  const answers = { choice: () => press(install), message };
  using _app = await site.start({ dialog: true }, { answers });
  await waitFor("the message", () => shown.length === 1);
  expect(shown[0]).toMatchObject({
    title: "The update was not installed",
    kind: "error",
    text: 'Cannot install version "1.1.0": it differs from the signed file',
  });
});

test("a server that has no feed is named on standard error, and the user sees nothing", async () => {
  using site = new UpdateSite();
  using write = spyOn(process.stderr, "write").mockReturnValue(true);
  using app = await site.start({ dialog: true });
  await waitFor("the word of it", () => write.mock.calls.length > 0);
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    'framework: cannot look for a newer version: Cannot read the feed "https://updates.example/feed": the server answered 404\n',
  ]);
  expect(app.platform.recorded.filter(({ call }) => call.startsWith("dialog."))).toEqual([]);
});

test("an app that cannot be replaced does not ask its user", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("") });
  using looking = spyOn(Updater.prototype, "check");
  using app = await site.start({ dialog: true }, { executable: "/usr/bin/memory" });
  expect(looking).not.toHaveBeenCalled();
  app.services.events.emit("framework://update");
  await waitFor("the check", () => site.requests.length === 1);
  await check(app);
  expect(app.platform.recorded.filter(({ call }) => call.startsWith("dialog."))).toEqual([]);
});
