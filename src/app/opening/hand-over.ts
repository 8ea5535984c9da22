import { connect, type Socket } from "node:net";
import * as v from "valibot";
import type { OpenRequest } from "./open-request.ts";

// The protocol between a second instance and the first: the request is one line of JSON, the reply
// one word.

/** The request to the first instance. */
export interface HandedOver extends OpenRequest {
  /** The activation token that the desktop gave the second instance; `null`: none. */
  readonly token: string | null;
}

/**
 * `ending`: the first instance is shutting down, and the sender replaces it. `failing`: so it will
 * when its user has closed the dialog of an error.
 */
export type Reply = "taken" | "ending" | "failing";

const replies: ReadonlyMap<string, Reply> = new Map([
  ["taken\n", "taken"],
  ["failing\n", "failing"],
]);

/** `silent`: no reply in time. `away`: the socket cannot be reached. */
export type Outcome = Reply | "silent" | "away";

/** The total length of arguments on Linux. */
const maxText = 4 * 1024 * 1024;

const handedOver = v.strictObject({
  args: v.array(v.string()),
  cwd: v.string(),
  names: v.array(v.string()),
  isAddress: v.boolean(),
  token: v.nullable(v.string()),
});

/** Reads one request and replies to it. Anything else closes the connection. */
export function answerRequest(socket: Socket, answer: (request: HandedOver) => Reply): void {
  let text = "";
  socket.setEncoding("utf8");
  socket.on("error", () => {});
  socket.on("data", (part: string) => {
    text += part;
    const end = text.indexOf("\n");
    if (end === -1) {
      if (text.length > maxText) socket.destroy();
      return;
    }
    const request = readRequest(text.slice(0, end));
    if (request === null) socket.destroy();
    else socket.end(`${answer(request)}\n`);
  });
}

function readRequest(line: string): HandedOver | null {
  try {
    return v.parse(handedOver, JSON.parse(line));
  } catch {
    return null;
  }
}

/** @param patience milliseconds for the answer */
export async function handOver(
  name: string,
  request: HandedOver,
  patience: number,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const socket = connect(name);
  const timer = setTimeout(() => resolve("silent"), patience);
  let reply = "";
  socket.setEncoding("utf8");
  socket.on("connect", () => socket.write(`${JSON.stringify(request)}\n`));
  socket.on("data", (part: string) => {
    reply += part;
    if (reply.endsWith("\n")) resolve(replies.get(reply) ?? "ending");
  });
  socket.on("error", () => resolve("away"));
  socket.on("close", () => resolve("away"));
  const outcome = await promise;
  clearTimeout(timer);
  socket.destroy();
  return outcome;
}
