import type { Accelerator } from "../../../contract/patterns/accelerator.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import { sessionBus, type SessionBus } from "../dbus/gdbus.ts";
import { Variant } from "../dbus/gvariant.ts";
import { closeObject, portal, requestPortal, type PortalResults } from "../dbus/portal-request.ts";
import { later } from "../loop.ts";
import { keysymName, portalModifiers } from "./keysyms.ts";

// org.freedesktop.portal.GlobalShortcuts: the desktop asks its user, and may assign another key
// combination than the wanted one. A session takes shortcuts only once, and desktops keep them by
// the app and the shortcut's name, for all sessions of the app: so one session has all shortcuts,
// and each change opens another. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html
//
// KDE gives a shortcut with a known name the keys that it has, and reports a press to every session
// of the app. GNOME does the first, too, and forgets shortcuts that the latest session lacks: it
// would ask for them again. Sources: globalshortcuts.cpp of xdg-desktop-portal-kde,
// cc-global-shortcut-dialog.c of gnome-control-center.

const shortcutsInterface = "org.freedesktop.portal.GlobalShortcuts";
const sessionInterface = "org.freedesktop.portal.Session";
const noParent = "";
/** Milliseconds for further shortcuts, which the user is asked about in the same dialog. */
const collecting = 50;

interface Shortcut {
  /** Desktops keep it permanently, so it is the same in each run. */
  readonly name: string;
  readonly text: string;
  /** `null`: it is bound. */
  pending: PromiseWithResolvers<void> | null;
}

export class PortalShortcuts {
  readonly #pressed: (id: number) => void;
  readonly #shortcuts = new Map<number, Shortcut>();
  #endSession: (() => Promise<void>) | null = null;
  #isWatching = false;
  #isBinding = false;
  #isOutdated = false;

  constructor(pressed: (id: number) => void) {
    this.#pressed = pressed;
  }

  /**
   * @throws FrameworkError `unavailable` when there is no such portal, or the user declines
   */
  async register(id: number, accelerator: Accelerator, text: string): Promise<void> {
    try {
      const pending = Promise.withResolvers<void>();
      this.#shortcuts.set(id, { name: trigger(accelerator), text, pending });
      this.#changed();
      await pending.promise;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new FrameworkError("unavailable", `Cannot register the shortcut "${text}": ${reason}`, {
        cause,
      });
    }
  }

  unregister(id: number): void {
    // One that the user is asked about is given back after the answer.
    if (this.#shortcuts.get(id)?.pending !== null) return;
    this.#shortcuts.delete(id);
    this.#changed();
  }

  #changed(): void {
    this.#isOutdated = true;
    if (!this.#isBinding) void this.#bindAll();
  }

  async #bindAll(): Promise<void> {
    this.#isBinding = true;
    while (this.#isOutdated) {
      await new Promise<void>((resolve) => void later(collecting, resolve));
      this.#isOutdated = false;
      await this.#bind();
    }
    this.#isBinding = false;
  }

  /** Replaces the session by one with all current shortcuts. */
  async #bind(): Promise<void> {
    const shortcuts = [...this.#shortcuts];
    const asked = shortcuts.filter(([, { pending }]) => pending !== null);
    const refuse = (id: number, { pending }: Shortcut, reason: unknown): void => {
      this.#shortcuts.delete(id);
      pending?.reject(reason);
    };
    await this.#closeSession();
    if (shortcuts.length === 0) return;
    try {
      const given = await this.#openSession(shortcuts.map(([, shortcut]) => shortcut));
      for (const [id, shortcut] of asked) {
        if (given.has(shortcut.name)) {
          shortcut.pending?.resolve();
          shortcut.pending = null;
        } else refuse(id, shortcut, new Error("the desktop did not give it"));
      }
      if (this.#shortcuts.size === 0) await this.#closeSession();
    } catch (error) {
      for (const [id, shortcut] of asked) refuse(id, shortcut, error);
      // Those that the user has allowed before.
      if (asked.length > 0 && asked.length < shortcuts.length) await this.#bind();
    }
  }

  /** Settles with the names of the shortcuts that the desktop gives. */
  async #openSession(wanted: readonly Shortcut[]): Promise<ReadonlySet<unknown>> {
    const bus = sessionBus();
    this.#watchPortal(bus);
    const { session_handle: session } = await request("CreateSession", "a{sv}", (token) => [
      { handle_token: token, session_handle_token: token },
    ]);
    if (typeof session !== "string") throw new Error("the desktop opened no session for it");
    const stop = this.#listen(bus, session);
    this.#endSession = (): Promise<void> => {
      stop();
      return closeObject(bus, session, sessionInterface);
    };
    try {
      const { shortcuts } = await request("BindShortcuts", "oa(sa{sv})sa{sv}", (token) => [
        session,
        wanted.map(({ name, text }) => [
          name,
          {
            description: new Variant("s", text),
            preferred_trigger: new Variant("s", name),
          },
        ]),
        noParent,
        { handle_token: token },
      ]);
      return new Set(Array.isArray(shortcuts) ? shortcuts.map(([name]: [unknown]) => name) : []);
    } catch (error) {
      await this.#closeSession();
      throw error;
    }
  }

  /** A portal that was started anew knows no session, and no longer asks about these shortcuts. */
  #watchPortal(bus: SessionBus): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    bus.watchOwner(portal.name, (isOwned) => {
      if (isOwned && this.#endSession !== null) this.#changed();
    });
  }

  async #closeSession(): Promise<void> {
    const end = this.#endSession;
    this.#endSession = null;
    await end?.();
  }

  #listen(bus: SessionBus, session: string): () => void {
    const { name: sender, path } = portal;
    return bus.listen(
      { sender, path, interface: shortcutsInterface, member: "Activated" },
      ([of, name]) => {
        if (of !== session) return;
        for (const [id, shortcut] of this.#shortcuts)
          if (shortcut.name === name && shortcut.pending === null) this.#pressed(id);
      },
    );
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
