import { createClient, type MessageBus } from "dbus-native";

/** Connects to a D-Bus and waits until it has said hello: a connection closed before that never ends. */
export async function connectBus(address: string): Promise<MessageBus> {
  const bus = createClient({ busAddress: address, returnBigInt: false });
  await bus.getId();
  return bus;
}
