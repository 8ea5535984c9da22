import * as v from "valibot";
import { command } from "./command.ts";

const nothing = v.strictObject({});
const text = v.nullish(v.string());

export const NotificationOptions = v.strictObject({
  title: v.string(),
  body: text,
  /** A name from the desktop's icon theme, or the path of a picture. */
  icon: text,
  /** `"default"`, or a name from the desktop's sound theme. */
  sound: text,
});

export type NotificationOptions = v.InferInput<typeof NotificationOptions>;

/** The web also knows `default` (not asked yet); it does not occur here. */
export type Permission = "granted" | "denied" | "default";

export const notificationCommands = {
  "notification.isPermissionGranted": command<boolean>()(null, nothing),
  "notification.requestPermission": command<Permission>()(null, nothing),
  "notification.send": command<void>()(
    "notification.all",
    v.strictObject({ options: NotificationOptions }),
  ),
} as const;
