import { Socket } from "node:net";
import { createClient, messageType, type MessageBus } from "dbus-native";

/**
 * Connects to a D-Bus and waits until it has said hello: a connection closed before that never
 * ends.
 */
export async function connectBus(address: string): Promise<MessageBus> {
  const bus = createClient({ busAddress: address, plainValues: true, returnBigInt: false });
  await bus.getId();
  const { stream } = bus.connection;
  // A test that has ended does not wait for it.
  if (stream instanceof Socket) stream.unref();
  return bus;
}

/** A connection of one's own to the bus of a session. */
export function connectSessionBus({ env }: { readonly env: Readonly<Record<string, string>> }) {
  return connectBus(env["DBUS_SESSION_BUS_ADDRESS"] ?? "");
}

/** Takes a name that nobody else may have. */
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
  /** Default: everybody who listens. */
  readonly destination?: string;
}

export function sendSignal(bus: MessageBus, signal: Signal): void {
  bus.connection.message({ type: messageType.signal, serial: bus.serial++, ...signal });
}
