import type { Accelerator } from "../../../contract/patterns/accelerator.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import { sessionBus } from "../dbus/gdbus.ts";
import { Variant } from "../dbus/gvariant.ts";
import { closeObject, portal, requestPortal, type PortalResults } from "../dbus/portal-request.ts";
import { keysymName, portalModifiers } from "./keysyms.ts";

// org.freedesktop.portal.GlobalShortcuts: the desktop asks its user, and may assign another key
// combination than the wanted one. A session takes shortcuts only once, so each shortcut has a
// session of its own. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html

const shortcutsInterface = "org.freedesktop.portal.GlobalShortcuts";
const noParent = "";
/** The name of a session's only shortcut. */
const only = "shortcut";

export class PortalShortcuts {
  readonly #pressed: (id: number) => void;
  /** The function that ends each, by number. */
  readonly #bound = new Map<number, () => void>();

  constructor(pressed: (id: number) => void) {
    this.#pressed = pressed;
  }

  /**
   * @throws FrameworkError `unavailable` when there is no such portal, or the user declines
   */
  async register(id: number, accelerator: Accelerator, text: string): Promise<void> {
    try {
      this.#bound.set(id, await bind(accelerator, text, () => this.#pressed(id)));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new FrameworkError("unavailable", `Cannot register the shortcut "${text}": ${reason}`, {
        cause,
      });
    }
  }

  unregister(id: number): void {
    this.#bound.get(id)?.();
    this.#bound.delete(id);
  }
}

async function bind(
  accelerator: Accelerator,
  text: string,
  pressed: () => void,
): Promise<() => void> {
  const bus = sessionBus();
  const { session_handle: session } = await request("CreateSession", "a{sv}", (token) => [
    { handle_token: token, session_handle_token: token },
  ]);
  if (typeof session !== "string") throw new Error("the desktop opened no session for it");
  const stop = bus.listen(
    { sender: portal.name, path: portal.path, interface: shortcutsInterface, member: "Activated" },
    ([of]) => {
      if (of === session) pressed();
    },
  );
  const end = (): void => {
    stop();
    closeObject(bus, session, "org.freedesktop.portal.Session");
  };
  try {
    const wanted = {
      description: new Variant("s", text),
      preferred_trigger: new Variant("s", trigger(accelerator)),
    };
    const { shortcuts } = await request("BindShortcuts", "oa(sa{sv})sa{sv}", (token) => [
      session,
      [[only, wanted]],
      noParent,
      { handle_token: token },
    ]);
    if (!Array.isArray(shortcuts) || shortcuts.length === 0)
      throw new Error("the desktop did not give it");
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

/** Calls a method that the user answers; settles with the results. */
async function request(
  member: string,
  signature: string,
  args: (token: Variant) => readonly unknown[],
): Promise<PortalResults> {
  const results = await requestPortal({ interface: shortcutsInterface, member }, signature, args)
    .answer;
  if (results === null) throw new Error("the user did not allow it");
  return results;
}
