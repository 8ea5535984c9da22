import { FrameworkError } from "../../../contract/errors.ts";
import { limits } from "../../../contract/limits.ts";
import type { NotificationRequest } from "../../../contract/ui/index.ts";
import { sessionBus, type SessionBus } from "./gdbus.ts";
import { Variant } from "./gvariant.ts";
import { glib } from "../lib/glib.ts";
import { shown } from "../../shown-text.ts";

// Source: Desktop Notifications Specification 1.2,
// https://specifications.freedesktop.org/notification-spec/

const name = "org.freedesktop.Notifications";
const path = "/org/freedesktop/Notifications";

/** The desktop may have to start the notification service. */
const patience = 10_000;
/** -1: the desktop decides about the duration. */
const defaultTimeout = -1;
const newNotification = 0;

/** Shows a notification through the desktop's notification service. */
export async function showNotification(request: NotificationRequest): Promise<void> {
  try {
    const bus = sessionBus();
    const [capabilities] = await call(bus, "GetCapabilities", "", []);
    const readsMarkup = (capabilities as readonly string[]).includes("body-markup");
    await call(bus, "Notify", "susssasa{sv}i", [
      glib.g_get_application_name() ?? "",
      newNotification,
      shown(request.icon ?? "", limits.address),
      shown(request.title, limits.title),
      bodyText(request.body, readsMarkup),
      [],
      hints(request),
      defaultTimeout,
    ]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FrameworkError("unavailable", `Cannot show a notification: ${reason}`, { cause });
  }
}

function call(
  bus: SessionBus,
  member: string,
  signature: string,
  args: readonly unknown[],
): Promise<readonly unknown[]> {
  return bus.call({ name, path, interface: name, member }, signature, args, patience);
}

function hints({ sound }: NotificationRequest): Record<string, Variant> {
  // The desktop finds the app's icon, and its user's settings for it, by this name.
  const entry = { "desktop-entry": new Variant("s", glib.g_get_prgname() ?? "") };
  return sound === null
    ? entry
    : { ...entry, "sound-name": new Variant("s", shown(soundName(sound), limits.title)) };
}

/** Names come from the sound theme; this is the sound of a chat program for a message. */
function soundName(sound: string): string {
  return sound.toLowerCase() === "default" ? "message-new-instant" : sound;
}

/** The literal text: if the body may hold markup, special characters are escaped. */
function bodyText(body: string, readsMarkup: boolean): string {
  const text = shown(body, limits.notificationText);
  if (!readsMarkup) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
