import { afterEach, expect, spyOn, test } from "bun:test";
import { theNotifications } from "../../../harness/objective-c/foundation/ns-user-notification.ts";
import { machine } from "../../../harness/objective-c/foundation/system.ts";
import { limits } from "../../../src/contract/limits.ts";
import type { NotificationRequest } from "../../../src/contract/ui/index.ts";
import { NSUserNotificationCenter } from "../../../src/native/macos/lib/user-notifications.ts";
import { Notifications } from "../../../src/native/macos/notification.ts";
import { onMac } from "./cases/mac-desktop.ts";

const notifications = new Notifications();
afterEach(() => notifications.leave());
onMac();

const show = (request: Partial<NotificationRequest> = {}): void =>
  notifications.show({ title: "Title", body: "Body", icon: null, sound: null, ...request });
const last = () => theNotifications().delivered.items.at(-1);

test("a notification is shown with its words, also while the app is in front", () => {
  show({ title: "50 % <b>", body: "%@\n&amp;" });
  expect(last()).toMatchObject({ title: "50 % <b>", text: "%@\n&amp;", isPresented: true });
});

test("a notification says no more than anybody reads", () => {
  show({ title: `\0${"a".repeat(2000)}`, body: "b".repeat(10_000) });
  expect(last()).toMatchObject({
    title: `\u{fffd}${"a".repeat(limits.title.most - 1)}…`,
    text: `${"b".repeat(limits.notificationText.most)}…`,
  });
});

test("a notification has the app's own icon, and the log says once that there is no other", () => {
  const output = spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    for (let round = 0; round < 2; round++) show({ icon: "/tmp/icon.png" });
    expect(output.mock.calls).toEqual([[expect.stringContaining("The icon of a notification")]]);
  } finally {
    output.mockRestore();
  }
});

test.each([
  [null, null],
  ["default", "NSUserNotificationDefaultSoundName"],
  ["Default", "NSUserNotificationDefaultSoundName"],
  ["Ping", "Ping"],
])("the sound %p is %p for macOS", (sound, name) => {
  show({ sound });
  expect(last()?.sound ?? null).toBe(name);
});

test("a program that is in no bundle gets the error that nothing shows its notifications", () => {
  machine.bundleIdentifier = null;
  expect(() => show()).toThrow(
    expect.objectContaining({
      code: "unavailable",
      message:
        "Cannot show a notification: macOS shows those of apps alone, and this program is in none",
    }),
  );
});

test("on a macOS without a center of notifications, the app gets an error, and goes on", () => {
  // The binding says that there is always one, and the stand-in agrees.
  {
    using _ = spyOn(NSUserNotificationCenter, "send").mockReturnValue(0 as never);
    expect(() => show()).toThrow(
      expect.objectContaining({
        code: "unavailable",
        message: "Cannot show a notification: this version of macOS shows them in another way",
      }),
    );
  }
  show({ title: "again" });
  expect(last()?.title).toBe("again");
});
