import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { Server } from "bun";
import { removeFile } from "../../disk/write.ts";

/**
 * The address of a server that answers every client, but only the tool should reach: a socket in a
 * folder of this user. Bun's servers support none on Windows. There it is one of the sixteen
 * million loopback addresses, at any port: a page of another site cannot guess it. Other users of
 * the machine can look it up.
 */
export class PrivatePlace implements Disposable {
  readonly #socket: string | null;
  readonly #hostname = ["127", ...Array.from({ length: 3 }, () => randomInt(1, 255))].join(".");
  #port = 0;

  /**
   * @param folder a folder that only this user can enter; `null`: there are no sockets in folders
   */
  constructor(folder: string | null, name: string) {
    this.#socket = folder === null ? null : join(folder, name);
  }

  /** Starts a server here. */
  serve<Data>(
    start: (
      place: { readonly unix: string } | { readonly hostname: string; readonly port: 0 },
    ) => Server<Data>,
  ): Server<Data> {
    if (this.#socket !== null) return start({ unix: this.#socket });
    const server = start({ hostname: this.#hostname, port: 0 });
    this.#port = server.port ?? 0;
    return server;
  }

  /** For a connection of `node:net`. */
  get connection(): { readonly path: string } | { readonly host: string; readonly port: number } {
    return this.#socket === null
      ? { host: this.#hostname, port: this.#port }
      : { path: this.#socket };
  }

  /** Requests a path from the server, as a client of `host` would. */
  async fetch(host: string, path: string, request: BunFetchRequestInit): Promise<Response> {
    if (this.#socket !== null)
      return await fetch(`http://${host}${path}`, { ...request, unix: this.#socket });
    const headers = new Headers(request.headers);
    headers.set("host", host);
    return await fetch(`http://${this.#hostname}:${this.#port}${path}`, { ...request, headers });
  }

  webSocket(path: string): WebSocket {
    return new WebSocket(
      this.#socket === null
        ? `ws://${this.#hostname}:${this.#port}${path}`
        : `ws+unix://${this.#socket}:${path}`,
    );
  }

  [Symbol.dispose](): void {
    if (this.#socket !== null) removeFile(this.#socket);
  }
}
