import type { Socket } from "node:net";
import type { Valve } from "./valve.ts";

/**
 * Reads up to the end of the first request's headers, and leaves the rest of the connection as it
 * is.
 */
export function readHead(
  socket: Socket,
): Promise<{ readonly head: string; readonly rest: Uint8Array }> {
  return new Promise((resolve, reject) => {
    let all: Buffer = Buffer.alloc(0);
    const take = (chunk: Buffer): void => {
      all = Buffer.concat([all, chunk]);
      const end = all.indexOf("\r\n\r\n");
      if (end < 0) return;
      socket.off("data", take);
      socket.pause();
      resolve({ head: all.toString("latin1", 0, end + 4), rest: all.subarray(end + 4) });
    };
    socket.on("data", take);
    socket.on("close", () => reject(new Error("Cannot read a request: its connection is closed")));
  });
}

/**
 * Forwards the data of each side, and first the data that `opened` returns. The page's data waits
 * while a gate holds it. When one side ends, the other one ends, too.
 */
export function join(
  page: Socket,
  there: Socket,
  gate: Valve | null,
  opened: () => Uint8Array,
): void {
  there.on("error", () => page.destroy());
  there.on("close", () => page.destroy());
  page.on("close", () => there.destroy());
  there.on("connect", () => {
    const send = (bytes: Uint8Array): void => {
      if (there.write(bytes)) return;
      page.pause();
      there.once("drain", () => page.resume());
    };
    const forward = (bytes: Uint8Array): void => {
      if (bytes.length === 0) return;
      if (gate === null) return send(bytes);
      gate.pass(
        null,
        () => send(bytes),
        () => page.destroy(),
      );
    };
    forward(opened());
    page.on("data", forward);
    there.pipe(page);
    page.resume();
  });
}
