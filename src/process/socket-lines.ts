import type { Socket } from "node:net";

/**
 * Calls `receive` with each line of a socket. Not `readline`: Bun's takes U+2028, which JSON leaves
 * as it is, for the end of a line, too.
 */
export function receiveLines(socket: Socket, receive: (line: string) => void): void {
  let rest: string[] = [];
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    const [first = "", ...others] = chunk.split("\n");
    rest.push(first);
    for (const next of others) {
      receive(rest.join(""));
      rest = [next];
    }
  });
}
