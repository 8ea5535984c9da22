import { ptr } from "bun:ffi";
import { callback } from "../../ffi/callback.ts";
import { textAt, type Address } from "../../ffi/signature.ts";
import { checkBusAnswers } from "./frozen-bus.ts";
import { fromVariant, toVariant, type Variant } from "./gvariant.ts";
import { Held } from "../../ffi/held.ts";
import { gio } from "../lib/gio.ts";
import { glib } from "../lib/glib.ts";
import { gobject } from "../lib/gobject.ts";
import { checked } from "../memory.ts";

/** A method of an object on the bus. */
export interface Method {
  readonly name: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

/** The filter of a subscription; an absent field matches anything. */
export interface SignalMatch {
  readonly sender: string;
  readonly path?: string;
  readonly interface: string;
  readonly member: string;
  readonly firstArgument?: string;
}

/** An object that others on the bus can call. */
export interface BusObject {
  readonly path: string;
  readonly interface: string;
  /** Its description, as introspection shows it. */
  readonly xml: string;
  /**
   * The implementation of each method, with its results as one tuple; undefined without results. It
   * must not throw.
   */
  readonly methods: Readonly<Record<string, (args: readonly unknown[]) => Variant | void>>;
  /** Reads each property. It must not throw. */
  readonly properties: Readonly<Record<string, () => Variant>>;
}

const calls = new Held<(source: Address, result: Address) => void>("D-Bus calls");
const listeners = new Held<(args: readonly unknown[]) => void>("D-Bus listeners");

const answered = callback("ppL>v", (source, result, number) =>
  calls.take(number)?.(source, result),
);

const signalled = callback(
  "pnnnnpL>v",
  (_bus, _sender, _path, _interface, _member, args, number) => {
    listeners.get(number)?.(fromVariant(args) as unknown[]);
  },
);

const objects = new Held<BusObject>("D-Bus objects");

const called = callback(
  "pnnnpppL>v",
  (_bus, _sender, _path, _interface, member, args, invocation, number) => {
    const name = textAt(member);
    const method = objects.get(number)?.methods[name];
    if (method === undefined) {
      const error = "org.freedesktop.DBus.Error.UnknownMethod";
      return gio.g_dbus_method_invocation_return_dbus_error(
        invocation,
        error,
        `There is no method "${name}"`,
      );
    }
    const result = method(fromVariant(args) as unknown[]);
    const answer = result === undefined ? null : toVariant(result.signature, result.value);
    gio.g_dbus_method_invocation_return_value(invocation, answer);
  },
);

const asked = callback("pnnnppL>n", (_bus, _sender, _path, _interface, property, error, number) => {
  const name = textAt(property);
  const read = objects.get(number)?.properties[name];
  if (read !== undefined) {
    const { signature, value } = read();
    return toVariant(signature, value);
  }
  // struct GError must be set if there is no value, or GLib ends the process.
  glib.g_set_error_literal(
    error,
    glib.g_quark_from_string("framework"),
    0,
    `There is no property "${name}"`,
  );
  return 0;
});

const G_BUS_TYPE_SESSION = 2;
const G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT = 1;
const G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION = 8;
const G_DBUS_CALL_FLAGS_NONE = 0;
const G_DBUS_SIGNAL_FLAGS_NONE = 0;

/** The user's session bus. */
export class SessionBus {
  readonly #address: Address;

  constructor(address: Address) {
    this.#address = address;
  }

  /** Our own name on the bus: `:1.42`. */
  get uniqueName(): string {
    return gio.g_dbus_connection_get_unique_name(this.#address) ?? "";
  }

  /** Calls a method; rejects with the error of the other side or the bus, and after the timeout. */
  call(
    method: Method,
    signature: string,
    args: readonly unknown[],
    timeout: number,
  ): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      const number = calls.add((source, result) => {
        try {
          const answer = checked((error) =>
            gio.g_dbus_connection_call_finish(source, result, error),
          );
          if (answer === null)
            return reject(new Error(`Cannot call "${method.member}": want an answer`));
          resolve(fromVariant(answer) as unknown[]);
          glib.g_variant_unref(answer);
        } catch (error) {
          reject(error);
        }
      });
      gio.g_dbus_connection_call(
        this.#address,
        method.name,
        method.path,
        method.interface,
        method.member,
        toVariant(`(${signature})`, args),
        null,
        G_DBUS_CALL_FLAGS_NONE,
        timeout,
        null,
        answered(),
        number,
      );
    });
  }

  /**
   * Runs `task` when a name on the bus gains or loses its owner, until the returned function is
   * called.
   */
  watchOwner(name: string, task: (isOwned: boolean) => void): () => void {
    const bus = "org.freedesktop.DBus";
    const match = { sender: bus, interface: bus, member: "NameOwnerChanged", firstArgument: name };
    return this.listen(match, ([, , owner]) => task(owner !== ""));
  }

  /** Puts an object on the bus, until the returned function is called. */
  export(object: BusObject): () => void {
    const node = checked((error) => gio.g_dbus_node_info_new_for_xml(object.xml, error));
    const description =
      node === null ? null : gio.g_dbus_node_info_lookup_interface(node, object.interface);
    if (node === null || description === null)
      throw new Error(`Cannot describe "${object.interface}": want it in the XML`);
    // struct GDBusInterfaceVTable { method_call, get_property, set_property, padding[8] }, copied
    // by GLib
    const functions = new BigUint64Array(11);
    functions[0] = BigInt(called());
    functions[1] = BigInt(asked());
    const number = objects.add(object);
    const registration = checked((error) =>
      gio.g_dbus_connection_register_object(
        this.#address,
        object.path,
        description,
        ptr(functions),
        number,
        null,
        error,
      ),
    );
    // The registration keeps its own reference to the node.
    gio.g_dbus_node_info_unref(node);
    return () => {
      if (objects.take(number) !== undefined)
        gio.g_dbus_connection_unregister_object(this.#address, registration);
    };
  }

  /** Sends a signal of an object to all subscribers. */
  emit(
    { path, interface: of }: BusObject,
    member: string,
    signature = "",
    args: readonly unknown[] = [],
  ): void {
    const values = toVariant(`(${signature})`, args);
    checked((error) =>
      gio.g_dbus_connection_emit_signal(this.#address, null, path, of, member, values, error),
    );
  }

  /** Runs `task` for each matching signal, until the returned function is called. */
  listen(match: SignalMatch, task: (args: readonly unknown[]) => void): () => void {
    const number = listeners.add(task);
    const subscription = gio.g_dbus_connection_signal_subscribe(
      this.#address,
      match.sender,
      match.interface,
      match.member,
      match.path ?? null,
      match.firstArgument ?? null,
      G_DBUS_SIGNAL_FLAGS_NONE,
      signalled(),
      number,
      null,
    );
    return () => {
      if (listeners.take(number) !== undefined)
        gio.g_dbus_connection_signal_unsubscribe(this.#address, subscription);
    };
  }
}

/** A connection to the session bus that its caller opened for itself, and closes. */
export class OwnSessionBus extends SessionBus {
  readonly #own: Address;

  constructor(address: Address) {
    super(address);
    this.#own = address;
  }

  /** All clients of the bus see it disappear. */
  [Symbol.dispose](): void {
    // The bus may have closed it already, which is no failure here.
    gio.g_dbus_connection_close_sync(this.#own, null, null);
    gobject.g_object_unref(this.#own);
  }
}

/** Opens another connection to the session bus. Throws when there is none. */
export function openSessionBus(): OwnSessionBus {
  // It may have stopped since the app began.
  checkBusAnswers();
  const place = checked((error) =>
    gio.g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, null, error),
  );
  if (place === null) throw new Error("Cannot find the session bus: want one");
  const flags =
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
  const address = checked((error) =>
    gio.g_dbus_connection_new_for_address_sync(textAt(place), flags, null, null, error),
  );
  glib.g_free(place);
  if (address === null) throw new Error("Cannot open the session bus: want one");
  return new OwnSessionBus(address);
}

/** The session bus, which GLib opens once. Throws when there is none. */
export function sessionBus(): SessionBus {
  const address = checked((error) => gio.g_bus_get_sync(G_BUS_TYPE_SESSION, null, error));
  if (address === null) throw new Error("Cannot open the session bus: want one");
  // By default GLib ends the process when the bus disconnects.
  gio.g_dbus_connection_set_exit_on_close(address, false);
  return new SessionBus(address);
}
