import type { MessageBus } from "dbus-native";
import { sendSignal } from "./bus.ts";

// The common part of all portals that a test simulates. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Request.html

export const portalName = "org.freedesktop.portal.Desktop";
export const portalPath = "/org/freedesktop/portal/desktop";
export const requestInterface = "org.freedesktop.portal.Request";

/** A bus name in the form that it has in the paths of its owner's requests. */
export const nameInPath = (sender: string): string => sender.slice(1).replaceAll(".", "_");

/** The path of the answer to a request. The caller chooses the end of it. */
export function requestPath(sender: string, token: unknown): string {
  return `${portalPath}/request/${nameInPath(sender)}/${String(token)}`;
}

/**
 * The user's answer to a request, after the reply to the call itself: the signal must not overtake
 * it.
 */
export function respondLater(
  bus: MessageBus,
  path: string,
  destination: string,
  body: readonly [code: number, results: Record<string, unknown>],
): void {
  // Sent to the caller alone: GTK asks the bus for no other signals of a request.
  const signal = {
    path,
    interface: requestInterface,
    member: "Response",
    destination,
    signature: "ua{sv}",
  };
  setTimeout(() => sendSignal(bus, { ...signal, body: [...body] }), 0);
}
