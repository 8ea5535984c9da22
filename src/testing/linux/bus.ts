import { Socket } from "node:net";
import { createClient, messageType, type MessageBus } from "dbus-native";

/** Connects to a D-Bus and waits for its hello: a connection closed before that never ends. */
export async function connectBus(address: string): Promise<MessageBus> {
  const bus = createClient({ busAddress: address, plainValues: true, returnBigInt: false });
  await bus.getId();
  const { stream } = bus.connection;
  // An ended test does not wait for it.
  if (stream instanceof Socket) stream.unref();
  return bus;
}

/** A separate connection to the bus of a session. */
export function connectSessionBus({ env }: { readonly env: Readonly<Record<string, string>> }) {
  return connectBus(env["DBUS_SESSION_BUS_ADDRESS"] ?? "");
}

/** Takes an exclusive name. */
export async function ownName(bus: MessageBus, name: string): Promise<void> {
  const owned = await bus.ownName(name);
  if (!owned.isPrimaryOwner) throw new Error(`Cannot own "${name}": the bus has one already`);
}

export interface Signal {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: unknown[];
  /** Default: all subscribers. */
  readonly destination?: string;
}

export function sendSignal(bus: MessageBus, signal: Signal): void {
  bus.connection.message({ type: messageType.signal, serial: bus.serial++, ...signal });
}
