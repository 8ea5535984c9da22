import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FrameworkError } from "../../src/contract/errors.ts";
import { defineApp, type App } from "../../src/app/index.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { UnhandledRejections } from "../support/unhandled-rejections.ts";
import { here, testOnEach } from "../support/each-system.ts";

const allow = ["notification.all"];

const shown = ({ platform }: MemoryApp): unknown[] =>
  platform.recorded.filter(({ call }) => call === "notification.show").map(({ args }) => args);

test("a notification reaches the desktop whole", async () => {
  using app = await startInMemory({ allow });
  const options = { title: "Title", body: "Body", icon: "dialog-information", sound: "bell" };
  await app.page.invoke("notification.send", { options });
  expect(shown(app)).toEqual([options]);
});

test("missing options are left to the desktop", async () => {
  using app = await startInMemory({ allow });
  await app.page.invoke("notification.send", { options: { title: "Title" } });
  await app.page.invoke("notification.send", {
    options: { title: "Title", body: null, icon: "", sound: null },
  });
  const plain = { title: "Title", body: "", icon: null, sound: null };
  expect(shown(app)).toEqual([plain, plain]);
});

testOnEach("an icon that is a path must be in the scope", async () => {
  using folder = tempDir();
  writeFileSync(join(folder.path, "icon.png"), "");
  const path = here(folder.path, "icon.png");
  using app = await startInMemory({
    allow,
    config: { framework: { allowlist: { fs: { scope: [`${here(folder.path)}/*`] } } } },
  });
  await app.page.invoke("notification.send", { options: { title: "In", icon: path } });
  await expect(
    app.page.invoke("notification.send", {
      options: { title: "Out", icon: here("/etc/icon.png") },
    }),
  ).rejects.toMatchObject({
    code: "out-of-scope",
  });
  await expect(
    app.page.invoke("notification.send", {
      options: { title: "Out", icon: "file:///etc/icon.png" },
    }),
  ).rejects.toMatchObject({
    code: "bad-argument",
  });
  expect(shown(app)).toEqual([{ title: "In", body: "", icon: path, sound: null }]);
});

test("the page learns why it is not shown", async () => {
  const reason = "Cannot show a notification: nobody is there";
  const notification = () => {
    throw new FrameworkError("unavailable", reason);
  };
  using app = await startInMemory({ allow, answers: { notification } });
  await expect(
    app.page.invoke("notification.send", { options: { title: "Title" } }),
  ).rejects.toMatchObject({
    code: "unavailable",
    message: reason,
  });
});

test("the flag is the permission, and asking for it needs none", async () => {
  using granted = await startInMemory({ allow });
  expect(await granted.page.invoke("notification.isPermissionGranted", {})).toBe(true);
  expect(await granted.page.invoke("notification.requestPermission", {})).toBe("granted");
  using everything = await startInMemory({ allow: ["all"] });
  expect(await everything.page.invoke("notification.isPermissionGranted", {})).toBe(true);
  using denied = await startInMemory();
  expect(await denied.page.invoke("notification.isPermissionGranted", {})).toBe(false);
  expect(await denied.page.invoke("notification.requestPermission", {})).toBe("denied");
});

/** An app without any flag, and what its own code gets. */
async function startOwn(
  answers: NonNullable<MemoryAppOptions["answers"]> = {},
): Promise<{ app: MemoryApp; own: App }> {
  let own: App | undefined;
  const setup = (given: App) => void (own = given);
  const app = await startInMemory({ answers, definition: defineApp({ setup }) });
  return { app, own: own! };
}

testOnEach("own code sends notifications without a flag, with icons from anywhere", async () => {
  const { app, own } = await startOwn();
  using _ = app;
  const icon = here("/anywhere/icon.png");
  await own.notification.send("Title");
  await own.notification.send({ title: "Title", body: "Body", icon, sound: "bell" });
  expect(shown(app)).toEqual([
    { title: "Title", body: "", icon: null, sound: null },
    { title: "Title", body: "Body", icon, sound: "bell" },
  ]);
});

test.each([
  [{ title: "Title", icon: "./icon.png" }, 'Cannot show "./icon.png": must be a whole path'],
  [{ titel: "Title" }, 'Cannot run "notification.send": '],
  [undefined, 'Cannot run "notification.send": "options" is missing'],
])("own code gets an error for %p", async (options, message) => {
  const { app, own } = await startOwn();
  using _ = app;
  const sent = own.notification.send(options as never);
  await expect(sent).rejects.toMatchObject({
    code: "bad-argument",
    message: expect.stringContaining(message),
  });
  expect(shown(app)).toEqual([]);
});

test("a notification of own code that is not awaited ends no app", async () => {
  const notification = () => {
    throw new FrameworkError("unavailable", "Cannot show a notification: no service");
  };
  const { app, own } = await startOwn({ notification });
  using _ = app;
  using rejections = new UnhandledRejections();
  void own.notification.send("Title");
  await expect(own.notification.send("Title")).rejects.toMatchObject({ code: "unavailable" });
  expect(await rejections.soFar()).toEqual([]);
});
