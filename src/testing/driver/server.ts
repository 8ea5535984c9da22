import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handlePrompt } from "./commands/prompts.ts";
import { settle } from "./commands/navigation.ts";
import { DriverError } from "./errors.ts";
import { isRecord, type Parameters } from "./parameters.ts";
import { findRoute } from "./routes.ts";
import type { Session } from "./session.ts";
import { Sessions } from "./sessions.ts";

/** A W3C WebDriver server for apps. Disposing of it ends it and the apps of its sessions. */
export interface DriverServer extends AsyncDisposable {
  readonly port: number;
}

export interface DriverOptions {
  /** `0`: any free port. */
  readonly port: number;
  /** The app for a client that names none. */
  readonly folder: string;
}

/** Starts a server that only programs on this machine can reach. */
export async function startDriver({ port, folder }: DriverOptions): Promise<DriverServer> {
  const sessions = new Sessions(folder);
  const server = createServer((request, response) => void respond(sessions, request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await sessions[Symbol.asyncDispose]();
    },
  };
}

async function respond(
  sessions: Sessions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let status = 200;
  let value: unknown;
  try {
    checkSender(request);
    const body = await readBody(request);
    value = await answer(sessions, request.method ?? "GET", pathOf(request), body);
  } catch (thrown) {
    const error = DriverError.from(thrown);
    const { code, message, stack = "", data } = error;
    status = error.status;
    value = { error: code, message, stacktrace: stack, ...(data !== null && { data }) };
  }
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-cache",
  });
  response.end(JSON.stringify({ value: value ?? null }));
}

function pathOf({ url = "/" }: IncomingMessage): string {
  const [path = ""] = url.split("?");
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * A page of any site may send requests to this machine, and a session starts programs: requests of
 * browsers and for foreign host names get no answer.
 */
function checkSender({ headers }: IncomingMessage): void {
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(host);
  if (isLocal && headers.origin === undefined) return;
  throw new DriverError(
    "unknown error",
    `Cannot answer: "${headers.origin ?? host}" is not a program of this machine`,
  );
}

async function readBody(request: IncomingMessage): Promise<Parameters> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  if (request.method !== "POST") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body)) return body;
  } catch (cause) {
    throw new DriverError("invalid argument", "Cannot read the body: want JSON", { cause });
  }
  throw new DriverError("invalid argument", "Cannot read the body: want an object");
}

async function answer(
  sessions: Sessions,
  method: string,
  path: string,
  body: Parameters,
): Promise<unknown> {
  if (path === "/status" && method === "GET")
    return { ready: true, message: "ready for a session" };
  if (path === "/session" && method === "POST") return await sessions.start(body);
  const [, id, rest] = /^\/session\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (id === undefined)
    throw new DriverError("unknown command", `Cannot run "${path}": there is no such command`);
  if (rest === undefined) {
    if (method !== "DELETE") throw new DriverError("unknown method", `Cannot ${method} "${path}"`);
    sessions.find(id);
    return await sessions.end(id);
  }
  const { route, parts } = findRoute(method, rest);
  const session = sessions.find(id);
  if (route.minds !== "no prompt") await beforeCommand(session);
  try {
    return await route.run(session, { given: body, part: (name) => parts.get(name) ?? "" });
  } finally {
    if (method === "DELETE" && rest === "/window") await endIfClosed(sessions, session);
  }
}

async function beforeCommand(session: Session): Promise<void> {
  await session.windowInfo();
  await handlePrompt(session);
  await settle(session);
}

/** Ends the session if the app has closed its last window, because the app ends then. */
async function endIfClosed(sessions: Sessions, session: Session): Promise<void> {
  const windows = await session.windows().catch(() => []);
  if (windows.length === 0) await sessions.end(session.id);
}
