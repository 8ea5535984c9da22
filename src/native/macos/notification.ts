import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { NotificationRequest } from "../../contract/ui/index.ts";
import type { Address } from "../ffi/signature.ts";
import { shown } from "../shown-text.ts";
import { isInBundle } from "./bundle.ts";
import { NSUserNotification, NSUserNotificationCenter } from "./lib/user-notifications.ts";
import type { ObjectOf } from "./objc/object.ts";
import { methodOf, OwnClass } from "./objc/own-class.ts";
import { withPool } from "./objc/pool.ts";
import { runtime } from "./objc/runtime.ts";
import { nsString } from "./objc/text.ts";
import { warnUnsupported } from "./window/display.ts";

// Not by UNUserNotificationCenter: it reports the user's permission only on a thread of its own,
// where none of our code can run. This API asks the user by itself, and calls back here.

export const delegates = new OwnClass<null>({
  name: "FrameworkNotificationDelegate",
  protocols: ["NSUserNotificationCenterDelegate"],
  methods: {
    // Otherwise no notification appears while one of the app's windows is in front.
    "userNotificationCenter:shouldPresentNotification:": methodOf<null>()("@@>B", () => true),
  },
});

/** The app's notifications. */
export class Notifications {
  #delegate: ReturnType<typeof delegates.make> | null = null;

  /** Shows one, with the app's own icon. @throws FrameworkError `unavailable` */
  show({ title, body, icon, sound }: NotificationRequest): void {
    withPool(() => {
      const center = this.#center();
      if (icon !== null) warnUnsupported("The icon of a notification", "macOS shows the app's own");
      using notification = NSUserNotification.make("init");
      notification.send("setTitle:", nsString(shown(title, limits.title)));
      notification.send("setInformativeText:", nsString(shown(body, limits.notificationText)));
      if (sound !== null) notification.send("setSoundName:", soundName(sound));
      center.send("deliverNotification:", notification);
    });
  }

  #center(): ObjectOf<typeof NSUserNotificationCenter> {
    if (!isInBundle())
      throw refusal("macOS shows those of apps alone, and this program is in none");
    if (!NSUserNotificationCenter.isThere)
      throw refusal("this version of macOS knows them no more");
    const address = NSUserNotificationCenter.send("defaultUserNotificationCenter");
    // Its declaration promises a value, from a time without alternatives.
    if (Number(address ?? 0) === 0)
      throw refusal("this version of macOS shows them in another way");
    const center = NSUserNotificationCenter.at(address);
    if (this.#delegate === null) {
      this.#delegate = delegates.make(null);
      center.send("setDelegate:", this.#delegate);
    }
    return center;
  }

  /** Stops deciding about new notifications; shown ones stay. */
  leave(): void {
    this.#delegate?.[Symbol.dispose]();
    this.#delegate = null;
  }
}

const refusal = (reason: string): FrameworkError =>
  new FrameworkError("unavailable", `Cannot show a notification: ${reason}`);

/** Names are those of the sounds in the app and in macOS: `Ping`, `Glass`. */
function soundName(sound: string): Address {
  if (sound.toLowerCase() === "default")
    return runtime().constant("NSUserNotificationDefaultSoundName");
  return nsString(shown(sound, limits.title));
}
