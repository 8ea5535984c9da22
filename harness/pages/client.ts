import { connect, type Socket } from "node:net";
import { frame, frameReader, type Command, type Event } from "./protocol.ts";

/** A host's connection to the program that shows pages. */
export interface PagesConnection extends Disposable {
  send(command: Command, bytes?: Uint8Array): void;
}

/** Connects to the program on its port; `ended` is called when it goes first. */
export async function connectToPages(
  port: number,
  receive: (event: Event, bytes: Uint8Array) => void,
  ended: (reason: string) => void,
): Promise<PagesConnection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect(port, "127.0.0.1", () => resolve(opening));
    opening.once("error", reject);
  });
  socket.setNoDelay(true);
  let isClosed = false;
  socket.on(
    "data",
    frameReader<Event>((event, bytes) => receive(event, bytes)),
  );
  socket.on("error", (error) => ended(error.message));
  socket.on("close", () => {
    if (!isClosed) ended("the program that shows pages is gone");
  });
  return {
    send: (command, bytes) => void socket.write(frame(command, bytes)),
    [Symbol.dispose]() {
      isClosed = true;
      socket.destroy();
    },
  };
}
