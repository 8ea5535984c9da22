// Notifications, shown by the test.

import { afterAll, beforeAll, expect } from "bun:test";
import { onDisplay, shareApp } from "../support/app/display-app.ts";
import { missingPrograms } from "../../harness/display.ts";
import {
  startMockNotifications,
  type MockNotifications,
} from "../../harness/mock-notifications.ts";

const shared = shareApp({ config: { framework: { allowlist: { notification: { all: true } } } } });
let desktop: MockNotifications;

if (missingPrograms().length === 0) {
  beforeAll(async () => {
    desktop = await startMockNotifications(shared.app.session);
  });
  afterAll(async () => desktop[Symbol.asyncDispose]());
}

const send = (options: unknown): Promise<unknown> =>
  shared.app.page().call("notification.sendNotification", options);

/** The desktop's view of it. */
async function shown(options: unknown) {
  const place = desktop.shown.length;
  await send(options);
  return desktop.notification(place);
}

onDisplay("a notification carries the app's name and says which app it is", async () => {
  expect(await shown({ title: "Title ✓", body: "Body text" })).toEqual({
    app: "Display App",
    icon: "",
    title: "Title ✓",
    body: "Body text",
    actions: [],
    hints: { "desktop-entry": "org.example.display-app" },
    timeout: -1,
  });
});

onDisplay("a text alone is the title", async () => {
  expect(await shown("Only a title")).toMatchObject({ title: "Only a title", body: "" });
});

onDisplay("icon and sound are passed on", async () => {
  const { icon, hints } = await shown({ title: "T", icon: "dialog-warning", sound: "bell" });
  expect([icon, hints["sound-name"]]).toEqual(["dialog-warning", "bell"]);
  expect((await shown({ title: "T", sound: "Default" })).hints["sound-name"]).toBe(
    "message-new-instant",
  );
});

onDisplay("the body is shown as it is, also where markup is understood", async () => {
  const body = 'a < b & "c" <img src="file:///etc/passwd"/> &amp;';
  desktop.capabilities = ["body"];
  expect((await shown({ title: "T", body })).body).toBe(body);
  desktop.capabilities = ["body", "body-markup"];
  expect((await shown({ title: "<b>", body })).body).toBe(
    'a &lt; b &amp; "c" &lt;img src="file:///etc/passwd"/&gt; &amp;amp;',
  );
  expect(desktop.shown.at(-1)?.title).toBe("<b>");
});

onDisplay("window.Notification sends one, and says that it is shown", async () => {
  const place = desktop.shown.length;
  const outcome = await shared.app.page().run(`
    const asked = await Notification.requestPermission();
    const notification = new Notification("Web", { body: "From the page" });
    const event = await new Promise((resolve) => {
      notification.onshow = notification.onerror = (event) => resolve(event.type);
    });
    return [asked, Notification.permission, event, notification.title];`);
  expect(outcome).toEqual(["granted", "granted", "show", "Web"]);
  expect(await desktop.notification(place)).toMatchObject({ title: "Web", body: "From the page" });
});

onDisplay("without a notification service, the page gets an error", async () => {
  await desktop[Symbol.asyncDispose]();
  await expect(send("Nobody")).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(
      /^Cannot show a notification: .*org\.freedesktop\.Notifications/,
    ),
  });
  desktop = await startMockNotifications(shared.app.session);
  expect(await shown("Somebody")).toMatchObject({ title: "Somebody" });
});
