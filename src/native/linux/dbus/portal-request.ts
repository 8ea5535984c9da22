import { sessionBus, type Method, type SessionBus } from "./gdbus.ts";
import { Variant } from "./gvariant.ts";

// A call of a desktop portal answers with the path of a Request object; the user's answer is that
// object's Response signal. The caller chooses the end of that path, so that it can listen before
// it calls. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Request.html

/** The address of all portals of a desktop. */
export const portal = {
  name: "org.freedesktop.portal.Desktop",
  path: "/org/freedesktop/portal/desktop",
} as const;

const requestInterface = "org.freedesktop.portal.Request";
const patience = 10_000;

export type PortalResults = Readonly<Record<string, unknown>>;

/** A request that the user answers. */
export interface PortalRequest {
  /**
   * Settles with the portal's results; `null` when the user declines, or after `close`. Rejects
   * when there is no such portal, when it rejects the call, and when it disappears.
   */
  readonly answer: Promise<PortalResults | null>;
  /** Withdraws the request. */
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
    // Listening comes first: an answer may arrive before the call has returned.
    const stopListening = bus.listen(
      { sender: portal.name, path: handle, interface: requestInterface, member: "Response" },
      // 1 is the cancel button; 2 is "in some other way", such as the close box.
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
        // It may still ask the user, too late.
        void closeObject(bus, handle, requestInterface);
        settle(() => reject(error));
      });
    const close = (): void => {
      if (isSettled) return;
      void closeObject(bus, handle, requestInterface);
      settle(() => resolve(null));
    };
    return { answer: promise, close };
  } catch (error) {
    reject(error);
    return { answer: promise, close: () => {} };
  }
}

/** Closes a request or a session. It may be closed already, and then unknown. */
export async function closeObject(bus: SessionBus, path: string, of: string): Promise<void> {
  const close = { name: portal.name, path, interface: of, member: "Close" };
  await bus.call(close, "", [], patience).catch(() => {});
}
