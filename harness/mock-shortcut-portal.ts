import { Variant, type MessageBus } from "dbus-native";
import { connectSessionBus, ownName, sendSignal } from "./bus.ts";
import type { Session } from "./display.ts";
import { nameInPath, portalName, portalPath, requestPath, respondLater } from "./portal.ts";
import { waitFor } from "./wait.ts";

// The part of a desktop portal that gives away key combinations, played by the test. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html

const shortcuts = "org.freedesktop.portal.GlobalShortcuts";

/** The user's answer about the next shortcut. */
export type ShortcutAnswer = "give" | "refuse" | "give nothing" | "never";

interface Bound {
  readonly session: string;
  /** Names and options, as they came. */
  readonly wanted: readonly (readonly [string, Record<string, unknown>])[];
  readonly app: string;
}

type Sender = { readonly sender?: string };

export class MockShortcutPortal implements AsyncDisposable {
  readonly bound: Bound[] = [];
  /** Sessions that the app has closed. */
  readonly closed: string[] = [];
  /** In order; when there is none, the user gives it. */
  readonly answers: ShortcutAnswer[] = [];
  private readonly bus: MessageBus;

  constructor(bus: MessageBus) {
    this.bus = bus;
  }

  async serve(): Promise<void> {
    const createSession = (options: Record<string, unknown>, { sender = "" }: Sender): string => {
      const session = `${portalPath}/session/${nameInPath(sender)}/${String(options["session_handle_token"])}`;
      this.bus.exportInterface({ Close: () => this.closed.push(session) && null }, session, {
        name: "org.freedesktop.portal.Session",
        methods: { Close: ["", "", [], []] },
      });
      return this.respond(sender, options, 0, { session_handle: new Variant("s", session) });
    };
    const bind = (
      session: string,
      wanted: Bound["wanted"],
      _parent: string,
      options: Record<string, unknown>,
      { sender = "" }: Sender,
    ): string => {
      this.bound.push({ session, wanted, app: sender });
      const answer = this.answers.shift() ?? "give";
      const given = answer === "give" ? wanted.map(([name]) => [name, {}]) : [];
      const results = { shortcuts: new Variant("a(sa{sv})", given) };
      return this.respond(
        sender,
        options,
        answer === "never" ? null : answer === "refuse" ? 1 : 0,
        results,
      );
    };
    this.bus.exportInterface({ CreateSession: createSession, BindShortcuts: bind }, portalPath, {
      name: shortcuts,
      methods: {
        CreateSession: ["a{sv}", "o", ["options"], ["handle"]],
        BindShortcuts: [
          "oa(sa{sv})sa{sv}",
          "o",
          ["session", "shortcuts", "parent", "options"],
          ["handle"],
        ],
      },
    });
    await ownName(this.bus, portalName);
  }

  /** Waits for the shortcut with this place in the order, counted from 0. */
  async shortcut(place: number): Promise<Bound> {
    return waitFor(`shortcut ${place}`, () => this.bound[place]);
  }

  /** Presses a bound shortcut, by its name. */
  press({ session, app }: Bound, name: string): void {
    sendSignal(this.bus, {
      path: portalPath,
      interface: shortcuts,
      member: "Activated",
      destination: app,
      signature: "osta{sv}",
      body: [session, name, 1n, {}],
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bus.close();
  }

  private respond(
    sender: string,
    options: Record<string, unknown>,
    code: number | null,
    results: Record<string, unknown>,
  ): string {
    const handle = requestPath(sender, options["handle_token"]);
    if (code !== null) respondLater(this.bus, handle, sender, [code, results]);
    return handle;
  }
}

export async function startMockShortcutPortal(session: Session): Promise<MockShortcutPortal> {
  const portal = new MockShortcutPortal(await connectSessionBus(session));
  await portal.serve();
  return portal;
}
