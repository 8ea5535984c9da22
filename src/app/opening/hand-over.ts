import { connect, type Socket } from "node:net";
import * as v from "valibot";
import type { OpenRequest } from "./open-request.ts";

// What a second start says to the first, and hears from it: a line of JSON, and one word.

/** What is asked of the first start. */
export interface HandedOver extends OpenRequest {
  /** By which the desktop knows the wish of the user; `null`: none. */
  readonly token: string | null;
}

/** `ending`: the first start is about to end, and this one takes its place. */
export type Reply = "taken" | "ending";

/** `silent`: it has not answered in time. `away`: nobody is there. */
export type Outcome = Reply | "silent" | "away";

/** Linux hands no program more. */
const mostText = 4 * 1024 * 1024;

const handedOver = v.strictObject({
  args: v.array(v.string()),
  cwd: v.string(),
  names: v.array(v.string()),
  isAddress: v.boolean(),
  token: v.nullable(v.string()),
});

/** Hears one request, and answers it. Whoever says something else is hung up on. */
export function answerRequest(socket: Socket, answer: (request: HandedOver) => Reply): void {
  let text = "";
  socket.setEncoding("utf8");
  socket.on("error", () => {});
  socket.on("data", (part: string) => {
    text += part;
    const end = text.indexOf("\n");
    if (end === -1) {
      if (text.length > mostText) socket.destroy();
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
export async function handOver(name: string, request: HandedOver, patience: number): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const socket = connect(name);
  const timer = setTimeout(() => resolve("silent"), patience);
  let reply = "";
  socket.setEncoding("utf8");
  socket.on("connect", () => socket.write(`${JSON.stringify(request)}\n`));
  socket.on("data", (part: string) => {
    reply += part;
    if (reply.endsWith("\n")) resolve(reply === "taken\n" ? "taken" : "ending");
  });
  socket.on("error", () => resolve("away"));
  socket.on("close", () => resolve("away"));
  const outcome = await promise;
  clearTimeout(timer);
  socket.destroy();
  return outcome;
}
