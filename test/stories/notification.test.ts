import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FrameworkError } from "../../src/contract/errors.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
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
