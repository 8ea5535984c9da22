import type { Accelerator } from "../../../contract/patterns/accelerator.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import { sessionBus, type SessionBus } from "../dbus/gdbus.ts";
import { Variant } from "../dbus/gvariant.ts";
import { keysymName, portalModifiers } from "./keysyms.ts";

// org.freedesktop.portal.GlobalShortcuts: the desktop asks its user, and may give another key combination than the
// wanted one. A session takes shortcuts only once, so each shortcut has a session of its own.
// Source: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html

const portalName = "org.freedesktop.portal.Desktop";
const portalPath = "/org/freedesktop/portal/desktop";
const shortcutsInterface = "org.freedesktop.portal.GlobalShortcuts";
const patience = 10_000;
const noParent = "";
/** The name of a session's only shortcut. */
const only = "shortcut";

type Results = Readonly<Record<string, unknown>>;

export class PortalShortcuts {
  readonly #pressed: (id: number) => void;
  /** What ends each, by number. */
  readonly #bound = new Map<number, () => void>();

  constructor(pressed: (id: number) => void) {
    this.#pressed = pressed;
  }

  /** @throws FrameworkError `unavailable` when there is no such portal, or the user does not want it */
  async register(id: number, accelerator: Accelerator, text: string): Promise<void> {
    try {
      this.#bound.set(id, await bind(accelerator, text, () => this.#pressed(id)));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new FrameworkError("unavailable", `Cannot register the shortcut "${text}": ${reason}`, { cause });
    }
  }

  unregister(id: number): void {
    this.#bound.get(id)?.();
    this.#bound.delete(id);
  }
}

async function bind(accelerator: Accelerator, text: string, pressed: () => void): Promise<() => void> {
  const bus = sessionBus();
  const { session_handle: session } = await request(bus, "CreateSession", "a{sv}", (token) => [
    { handle_token: new Variant("s", token), session_handle_token: new Variant("s", token) },
  ]);
  if (typeof session !== "string") throw new Error("the desktop opened no session for it");
  const stop = bus.listen(
    { sender: portalName, path: portalPath, interface: shortcutsInterface, member: "Activated" },
    ([of]) => {
      if (of === session) pressed();
    },
  );
  const end = (): void => {
    stop();
    const method = {
      name: portalName,
      path: session,
      interface: "org.freedesktop.portal.Session",
      member: "Close",
    };
    // It may be closed already.
    bus.call(method, "", [], patience).catch(() => {});
  };
  try {
    const wanted = {
      description: new Variant("s", text),
      preferred_trigger: new Variant("s", trigger(accelerator)),
    };
    const { shortcuts } = await request(bus, "BindShortcuts", "oa(sa{sv})sa{sv}", (token) => [
      session,
      [[only, wanted]],
      noParent,
      { handle_token: new Variant("s", token) },
    ]);
    if (!Array.isArray(shortcuts) || shortcuts.length === 0) throw new Error("the desktop did not give it");
    return end;
  } catch (error) {
    end();
    throw error;
  }
}

/** "CTRL+SHIFT+x" */
function trigger({ modifiers, key }: Accelerator): string {
  return [...modifiers.map((modifier) => portalModifiers[modifier]), keysymName(key)].join("+");
}

/** Calls a method whose answer is the signal of a request; settles with what that holds. */
async function request(
  bus: SessionBus,
  member: string,
  signature: string,
  args: (token: string) => readonly unknown[],
): Promise<Results> {
  const token = `framework_${crypto.randomUUID().replaceAll("-", "")}`;
  const handle = `${portalPath}/request/${bus.uniqueName.slice(1).replaceAll(".", "_")}/${token}`;
  const { promise, resolve, reject } = Promise.withResolvers<Results>();
  // Listening comes first: an answer may be there before the call has returned.
  const stop = bus.listen(
    { sender: portalName, path: handle, interface: "org.freedesktop.portal.Request", member: "Response" },
    ([code, results]) =>
      code === 0 ? resolve(results as Results) : reject(new Error("the user did not allow it")),
  );
  const stopWatching = bus.watchOwner(portalName, (isOwned) => {
    if (!isOwned) reject(new Error("the desktop's portal went away"));
  });
  const method = { name: portalName, path: portalPath, interface: shortcutsInterface, member };
  bus.call(method, signature, args(token), patience).catch(reject);
  try {
    return await promise;
  } finally {
    stop();
    stopWatching();
  }
}
