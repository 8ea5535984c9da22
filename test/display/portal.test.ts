// File dialogs of the desktop's portal, which the test plays.

import { afterAll, beforeAll, expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OpenDialogOptions, SaveDialogOptions } from "../../src/contract/commands/dialog.ts";
import {
  onDisplay,
  shareApp,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { missingPrograms } from "../../harness/display.ts";
import {
  startMockPortal,
  type MockPortal,
  type PortalAnswer,
  type PortalCall,
} from "../../harness/mock-portal.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareApp({ windows: ["main", "second"], env: { GTK_USE_PORTAL: "1" } });
let portal: MockPortal;
let folders = 0;

if (missingPrograms().length === 0) {
  beforeAll(async () => {
    portal = await startMockPortal(shared.app.session);
  });
  afterAll(async () => portal[Symbol.asyncDispose]());
}

/** A new folder with a file in it. */
function folderWith(name: string): { folder: string; path: string; uri: string } {
  const folder = join(shared.app.session.home, `folder ${++folders}`);
  mkdirSync(folder);
  writeFileSync(join(folder, name), "content");
  return { folder, path: join(folder, name), uri: pathToFileURL(join(folder, name)).href };
}

interface Asked {
  readonly result: unknown;
  readonly call: PortalCall;
}

/** The page's result for the portal's answer, and the request to the portal. */
async function asking(
  name: "dialog.open" | "dialog.save",
  options: OpenDialogOptions | SaveDialogOptions,
  answer: PortalAnswer,
): Promise<Asked> {
  const place = portal.calls.length;
  portal.answers.push(answer);
  const result = await shared.app.page().call(name, options);
  return { result, call: await portal.call(place) };
}

const cancel: PortalAnswer = { kind: "cancel" };

onDisplay("open without options asks for one file, and names the window that asked", async () => {
  const { result, call } = await asking("dialog.open", {}, cancel);
  const { id } = await shared.app.window();
  expect(result).toBeNull();
  expect(call).toEqual({
    method: "OpenFile",
    parent: `x11:${id.toString(16)}`,
    title: "",
    options: { modal: true, multiple: false },
  });
});

onDisplay("every option of open reaches the portal", async () => {
  const { folder } = folderWith("a.txt");
  const filters = [
    { name: "Text", extensions: ["txt", "md"] },
    { name: "Everything", extensions: ["*"] },
  ];
  const options = { title: "Pick <b>%s</b>", filters, multiple: true, defaultPath: folder };
  const { call } = await asking("dialog.open", options, cancel);
  const text = [
    "Text",
    [
      [0, "*.[tT][xX][tT]"],
      [0, "*.[mM][dD]"],
    ],
  ];
  expect(call).toMatchObject({ method: "OpenFile", title: "Pick <b>%s</b>" });
  expect(call.options).toEqual({
    modal: true,
    multiple: true,
    current_folder: folder,
    filters: [text, ["Everything", [[0, "*"]]]],
    current_filter: text,
  });
});

onDisplay("a folder picker asks for a folder and leaves filters out", async () => {
  const filters = [{ name: "Text", extensions: ["txt"] }];
  const { call } = await asking(
    "dialog.open",
    { directory: true, multiple: true, filters },
    cancel,
  );
  expect(call.options).toEqual({ modal: true, multiple: true, directory: true });
});

onDisplay(
  "the title of a recursive folder picker says that everything inside is included",
  async () => {
    const { call } = await asking(
      "dialog.open",
      { title: "Pick", directory: true, recursive: true },
      cancel,
    );
    expect(call.title).toBe("Pick – Everything inside the chosen folder will be included.");
  },
);

onDisplay("save hands over the folder and the name", async () => {
  const { folder } = folderWith("a.txt");
  const { call } = await asking(
    "dialog.save",
    { title: "Keep", defaultPath: join(folder, "neu ä.txt") },
    cancel,
  );
  expect(call).toMatchObject({
    method: "SaveFile",
    title: "Keep",
    options: { modal: true, current_folder: folder, current_name: "neu ä.txt" },
  });
});

for (const kind of ["cancel", "end"] as const) {
  onDisplay(`an answer of the kind "${kind}" gives null for open and save`, async () => {
    expect((await asking("dialog.open", { multiple: true }, { kind })).result).toBeNull();
    expect((await asking("dialog.save", {}, { kind })).result).toBeNull();
  });
}

for (const name of [
  "two words.txt",
  "[a]*%41.txt",
  "日本語 😀.txt",
  "two\nlines",
  `"quoted" 'too' #?&`,
]) {
  onDisplay(`the name ${JSON.stringify(name)} arrives as it is, and can be read`, async () => {
    const { path, uri } = folderWith(name);
    expect((await asking("dialog.open", {}, { kind: "choose", uris: [uri] })).result).toBe(path);
    expect(await shared.app.page().call("fs.readTextFile", path)).toBe("content");
  });
}

onDisplay("several addresses are a list, one is a string", async () => {
  const [a, b] = [folderWith("a.txt"), folderWith("b.txt")];
  const options = { multiple: true };
  expect(
    (await asking("dialog.open", options, { kind: "choose", uris: [a.uri, b.uri] })).result,
  ).toEqual([a.path, b.path]);
  expect((await asking("dialog.open", options, { kind: "choose", uris: [b.uri] })).result).toBe(
    b.path,
  );
});

onDisplay("a name that is no Unicode is refused with a reason", async () => {
  await expect(
    asking("dialog.open", {}, { kind: "choose", uris: ["file:///tmp/b%E4d.txt"] }),
  ).rejects.toMatchObject({
    code: "bad-path",
    message: `Cannot use the path "/tmp/b\\xe4d.txt": its name must be valid Unicode`,
  });
});

onDisplay("an address that is no file is refused", async () => {
  await expect(
    asking("dialog.open", {}, { kind: "choose", uris: ["smb://server/a.txt"] }),
  ).rejects.toMatchObject({
    code: "bad-path",
    message: expect.stringContaining("smb://server/a.txt"),
  });
});

onDisplay("a saved name gets the extension of the filter that was left selected", async () => {
  const { folder } = folderWith("a.txt");
  const filters = [
    { name: "Text", extensions: ["txt"] },
    { name: "Pictures", extensions: ["png"] },
  ];
  const uris = [pathToFileURL(join(folder, "drawing")).href];
  const first = await asking("dialog.save", { filters }, { kind: "choose", uris });
  expect(first.result).toBe(join(folder, "drawing.txt"));
  const second = await asking(
    "dialog.save",
    { filters },
    { kind: "choose", uris, filter: ["Pictures", [[0, "*.[pP][nN][gG]"]]] },
  );
  expect(second.result).toBe(join(folder, "drawing.png"));
});

onDisplay("the app asks about a final name that the portal has not asked about", async () => {
  const { folder, path } = folderWith("old.txt");
  const filters = [{ name: "Text", extensions: ["txt"] }];
  portal.answers.push({ kind: "choose", uris: [pathToFileURL(join(folder, "old")).href] });
  const answer = shared.app.page().call("dialog.save", { filters });
  const question = await shared.app.dialog("alert");
  expect((await question.content()).text).toContain("“old.txt”");
  await question.press("Replace");
  expect(await answer).toBe(path);
});

onDisplay(
  "a dialog of the portal keeps a second one of its window waiting, and not that of another",
  async () => {
    const place = portal.calls.length;
    portal.answers.push({ kind: "never" }, cancel);
    const { app } = shared;
    const first = app.page("main").call("dialog.open", { title: "First" });
    await portal.call(place);
    const waiting = app.page("main").call("dialog.open", { title: "Waiting" });
    expect(await app.page("second").call("dialog.open", { title: "Other" })).toBeNull();
    expect(portal.calls.slice(place).map(({ title }) => title)).toEqual(["First", "Other"]);
    await app.page("main").reload();
    for (const answer of [first, waiting])
      await expect(answer).rejects.toThrow("The page went away");
    await waitFor("the app to close the portal's dialog", () => portal.closed.length > 0);
    expect(portal.closed.length).toBe(1);
    expect(portal.calls.slice(place).map(({ title }) => title)).toEqual(["First", "Other"]);
  },
);

onDisplay("a portal that refuses the call makes room for the toolkit's own dialog", async () => {
  const { folder, path } = folderWith("a.txt");
  portal.answers.push({ kind: "fail", message: "no screen" });
  const { app } = shared;
  const answer = app.page().call("dialog.open", { defaultPath: path });
  const dialog = await app.dialog("file chooser");
  await dialog.selected("a.txt");
  await dialog.press("Open");
  expect(await answer).toBe(join(folder, "a.txt"));
  expect(app.running.report()).toContain("no screen");
});

// The 10 seconds of the framework's own patience are real.
onDisplay("a portal that does not answer the call is given up after 10 seconds", async () => {
  const start = performance.now();
  portal.answers.push({ kind: "hang" });
  const { app } = shared;
  const answer = app.page().call("dialog.open");
  const dialog = await app.dialog("file chooser");
  expect(performance.now() - start).toBeGreaterThan(9000);
  await dialog.key("Escape");
  expect(await answer).toBeNull();
});

const noPortal = shareSession();

async function showsChooser(app: DisplayApp): Promise<void> {
  const answer = app.page().call("dialog.open");
  await (await app.dialog("file chooser")).key("Escape");
  expect(await answer).toBeNull();
}

for (const env of [{ GTK_USE_PORTAL: "1" }, { SNAP: "/snap/app/1" }]) {
  onDisplay(
    `with ${Object.keys(env).join()} set and no portal on the bus, it is the toolkit's own dialog`,
    async () => {
      await using app = await startDisplayApp(noPortal.session, { env });
      await showsChooser(app);
      expect(app.running.report()).toMatch(/portal/);
    },
  );
}

onDisplay(
  "a portal that is there is not used outside a sandbox, and used inside Snap",
  async () => {
    await using other = await startMockPortal(noPortal.session);
    {
      await using app = await startDisplayApp(noPortal.session);
      await showsChooser(app);
      expect(other.calls).toEqual([]);
    }
    await using app = await startDisplayApp(noPortal.session, { env: { SNAP: "/snap/app/1" } });
    expect(await app.page().call("dialog.open")).toBeNull();
    expect(other.calls.map(({ method }) => method)).toEqual(["OpenFile"]);
  },
);
