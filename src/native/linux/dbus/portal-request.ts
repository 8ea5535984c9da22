import { sessionBus, type Method, type SessionBus } from "./gdbus.ts";
import { Variant } from "./gvariant.ts";

// A call of a desktop portal answers with the path of a Request object; the user's answer is that
// object's Response signal. The caller chooses the end of that path, so that it can listen before
// it calls. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Request.html

/** Where all portals of a desktop are. */
export const portal = {
  name: "org.freedesktop.portal.Desktop",
  path: "/org/freedesktop/portal/desktop",
} as const;

const requestInterface = "org.freedesktop.portal.Request";
const patience = 10_000;

export type PortalResults = Readonly<Record<string, unknown>>;

/** A request whose answer the user gives. */
export interface PortalRequest {
  /**
   * Settles with what the portal tells; `null` when the user does not want it, or after `close`.
   * Rejects when there is no such portal, when it does not take the call, and when it goes away.
   */
  readonly answer: Promise<PortalResults | null>;
  /** Takes the request back. */
  close(): void;
}

/** @param args the arguments of the call, from the option that names the request */
export function requestPortal(
  method: Pick<Method, "interface" | "member">,
  signature: string,
  args: (token: Variant) => readonly unknown[],
): PortalRequest {
  const { promise, resolve, reject } = Promise.withResolvers<PortalResults | null>();
  try {
    const bus = sessionBus();
    const token = `framework_${crypto.randomUUID().replaceAll("-", "")}`;
    const handle = `${portal.path}/request/${bus.uniqueName.slice(1).replaceAll(".", "_")}/${token}`;
    // Listening comes first: an answer may be there before the call has returned.
    const stopListening = bus.listen(
      { sender: portal.name, path: handle, interface: requestInterface, member: "Response" },
      // 1 is the cancel button; 2 is "in some other way", which is what the close box is.
      ([code, results]) => settle(() => resolve(code === 0 ? (results as PortalResults) : null)),
    );
    const stopWatching = bus.watchOwner(portal.name, (isOwned) => {
      if (!isOwned) settle(() => reject(new Error("the desktop's portal went away")));
    });
    let isSettled = false;
    const settle = (finish: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      stopListening();
      stopWatching();
      finish();
    };
    bus
      .call({ ...portal, ...method }, signature, args(new Variant("s", token)), patience)
      .catch((error: unknown) => {
        // It may ask the user after all, too late.
        closeObject(bus, handle, requestInterface);
        settle(() => reject(error));
      });
    const close = (): void => {
      if (isSettled) return;
      closeObject(bus, handle, requestInterface);
      settle(() => resolve(null));
    };
    return { answer: promise, close };
  } catch (error) {
    reject(error);
    return { answer: promise, close: () => {} };
  }
}

/** Closes a request or a session. It may be over already, and then nobody knows it. */
export function closeObject(bus: SessionBus, path: string, of: string): void {
  bus
    .call({ name: portal.name, path, interface: of, member: "Close" }, "", [], patience)
    .catch(() => {});
}
