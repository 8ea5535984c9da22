import { Variant, type MessageBus } from "dbus-native";
import { connectSessionBus, ownName } from "./bus.ts";
import type { Session } from "./display.ts";
import { portalName, portalPath, requestInterface, requestPath, respondLater } from "./portal.ts";
import { waitFor } from "./wait.ts";

// The part of a desktop portal that shows file dialogs, simulated by the test. A call answers at
// once with the path of a request. The user's choice follows as a signal of that request. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html

/** The portal's answer to the next call. */
export type PortalAnswer =
  /** The user chose these. */
  | { readonly kind: "choose"; readonly uris: readonly string[]; readonly filter?: PortalFilter }
  /** The user cancelled. */
  | { readonly kind: "cancel" }
  /** The dialog ended in some other way. */
  | { readonly kind: "end" }
  /** The call itself fails. */
  | { readonly kind: "fail"; readonly message: string }
  /** The call succeeds, and nothing is ever chosen. */
  | { readonly kind: "never" }
  /** Not even the call is answered. */
  | { readonly kind: "hang" };

/** A name, and globs (0) or MIME types (1). */
export type PortalFilter = readonly [
  name: string,
  patterns: readonly (readonly [kind: 0 | 1, pattern: string])[],
];

export interface PortalCall {
  readonly method: "OpenFile" | "SaveFile";
  /** `x11:` and the window's number in hexadecimal. */
  readonly parent: string;
  readonly title: string;
  /** Without `handle_token`; byte strings as text without their closing NUL. */
  readonly options: Readonly<Record<string, unknown>>;
}

interface Arguments {
  readonly parent: string;
  readonly title: string;
  readonly options: Record<string, unknown>;
}

const chooser = "org.freedesktop.portal.FileChooser";

export class MockPortal implements AsyncDisposable {
  /** Every call so far, in order. */
  readonly calls: PortalCall[] = [];
  /** Paths of the requests that the app itself has closed. */
  readonly closed: string[] = [];
  /** Answers for the coming calls, in order; when there is none, the user cancels. */
  readonly answers: PortalAnswer[] = [];
  private readonly bus: MessageBus;

  constructor(bus: MessageBus) {
    this.bus = bus;
  }

  /** Waits for the call with this place in the order, counted from 0. */
  async call(place: number): Promise<PortalCall> {
    return waitFor(`call ${place} of the portal`, () => this.calls[place], {
      state: () => `  so far: ${JSON.stringify(this.calls)}`,
    });
  }

  /** Puts the portal on the bus. */
  async serve(): Promise<void> {
    const methods = {
      OpenFile: this.method("OpenFile"),
      SaveFile: this.method("SaveFile"),
    };
    const signature: [string, string, string[], string[]] = [
      "ssa{sv}",
      "o",
      ["parent", "title", "options"],
      ["handle"],
    ];
    this.bus.exportInterface({ ...methods, version: 3 }, portalPath, {
      name: chooser,
      methods: { OpenFile: signature, SaveFile: signature },
      properties: { version: { type: "u", access: "read" } },
    });
    await ownName(this.bus, portalName);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bus.close();
  }

  private method(method: PortalCall["method"]) {
    return (
      parent: string,
      title: string,
      options: Record<string, unknown>,
      message: { sender?: string },
    ) => this.receive(method, { parent, title, options }, message.sender ?? "");
  }

  private receive(
    method: PortalCall["method"],
    args: Arguments,
    sender: string,
  ): Promise<string> | string {
    const { handle_token: token, ...options } = args.options;
    const shown = Object.entries(options).map(([key, value]) => [
      key,
      Buffer.isBuffer(value) ? byteText(value) : value,
    ]);
    this.calls.push({
      method,
      parent: args.parent,
      title: args.title,
      options: Object.fromEntries(shown),
    });

    const answer = this.answers.shift() ?? { kind: "cancel" };
    if (answer.kind === "hang") return new Promise(() => {});
    if (answer.kind === "fail") throw new Error(answer.message);

    const handle = requestPath(sender, token);
    this.bus.exportInterface({ Close: () => this.closed.push(handle) && null }, handle, {
      name: requestInterface,
      methods: { Close: ["", "", [], []] },
    });
    if (answer.kind !== "never") this.respond(handle, sender, answer);
    return handle;
  }

  private respond(handle: string, sender: string, answer: PortalAnswer): void {
    const code = { choose: 0, cancel: 1 }[answer.kind as string] ?? 2;
    const chosen: { uris: readonly string[]; filter?: PortalFilter } =
      answer.kind === "choose" ? answer : { uris: [] };
    const results = {
      // Present even when there is none, as real portals do: GTK 3 reads a wild pointer otherwise.
      uris: new Variant("as", chosen.uris),
      ...(chosen.filter === undefined
        ? {}
        : { current_filter: new Variant("(sa(us))", chosen.filter) }),
    };
    respondLater(this.bus, handle, sender, [code, results]);
  }
}

/** D-Bus carries file names, which need not be valid text, as bytes that end with NUL. */
function byteText(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/\0$/, "");
}

export async function startMockPortal(session: Session): Promise<MockPortal> {
  const bus = await connectSessionBus(session);
  const portal = new MockPortal(bus);
  await portal.serve();
  return portal;
}
