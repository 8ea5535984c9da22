import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import * as net from "node:net";
import type { AddressInfo } from "node:net";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server of this machine that has one file. */
export class RuntimeServer implements AsyncDisposable {
  /** The ranges that were asked for, `null` for the whole file. */
  readonly asked: (string | null)[] = [];
  readonly address: string;
  /** How it answers now. */
  answer: Answer;
  readonly #server: Server;

  private constructor(server: Server, answer: Answer) {
    this.#server = server;
    this.answer = answer;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bun.tgz`;
  }

  static async of(file: Uint8Array, port = 0): Promise<RuntimeServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const made = new RuntimeServer(server, serving(file));
    server.on("request", (request, response) => {
      made.asked.push(request.headers.range ?? null);
      made.answer(request, response);
    });
    return made;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** Answers with the file, or with its end. */
export function serving(file: Uint8Array): Answer {
  return ({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    const rest = file.subarray(from);
    const range = `bytes ${from}-${file.length - 1}/${file.length}`;
    response.writeHead(from === 0 ? 200 : 206, {
      "content-length": String(rest.length),
      ...(from === 0 ? {} : { "content-range": range }),
    });
    response.end(rest);
  };
}

/** Begins to answer with the file, and breaks off, or says nothing more, after so many bytes. */
export function servingPart(file: Uint8Array, length: number, then: "break" | "silence"): Answer {
  return (_, response) => {
    response.writeHead(200, { "content-length": String(file.length) });
    response.write(file.subarray(0, length), () => {
      if (then === "break") response.destroy();
    });
  };
}

/** Answers with the beginning of something, and goes on with a byte of it every second. */
export class TricklingServer implements AsyncDisposable {
  readonly address: string;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();

  private constructor(server: net.Server) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bun.tgz`;
  }

  static async of(beginning: string, trickle: (socket: net.Socket) => void): Promise<TricklingServer> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const made = new TricklingServer(server);
    server.on("connection", (socket) => {
      made.#sockets.add(socket);
      socket.write(beginning);
      const timer = setInterval(() => trickle(socket), 1000);
      socket.on("error", () => {}).on("close", () => clearInterval(timer));
    });
    return made;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
