import { FrameworkError, type AppConnection } from "framework/app";
import type { CloseFrame, SentMessage } from "./message.ts";
import { proxyFor } from "./proxy.ts";

export interface ConnectionOptions {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly maxMessageSize: number;
  readonly maxWriteBufferSize: number;
  /** `null`: that of the environment. */
  readonly proxy: string | null;
  readonly way: AppConnection;
  readonly emit: (message: SentMessage) => void;
  readonly onEnd: () => void;
  /** Aborted when the page closes. */
  readonly signal: AbortSignal;
}

/** The messages that a page may send. */
type Outgoing =
  | { readonly type: "Text"; readonly data: string }
  | { readonly type: "Binary" | "Ping" | "Pong"; readonly data: Uint8Array }
  | { readonly type: "Close"; readonly data: CloseFrame | null };

/** The time limit for the server to accept a connection, in milliseconds. */
const patience = 30_000;
/** The time limit for the server to answer a close frame, in milliseconds. */
const closing = 5000;

// The scope decides about the host of the address, so no other may be named; the runtime does the
// handshake.
const ownHeaders =
  /^(?:host|content-length|transfer-encoding|connection|upgrade|te|trailer|sec-websocket-(?:key|version|extensions|accept))$/i;

/** The maximum content of a control frame. Source: RFC 6455, 5.5 */
const maxControlBytes = 125;

/** One open WebSocket of a page. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #url: string;
  readonly #options: ConnectionOptions;
  /** The error in the server's data. */
  #problem: CloseFrame | null = null;
  #closing: Timer | undefined;

  private constructor(socket: WebSocket, url: string, options: ConnectionOptions) {
    this.#socket = socket;
    this.#url = url;
    this.#options = options;
    const { emit, onEnd, signal } = options;
    const end = (): void => this.#close({ code: 1001, reason: "the page went away" });
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) =>
      this.#hear(data),
    );
    for (const [event, type] of [
      ["ping", "Ping"],
      ["pong", "Pong"],
    ] as const)
      // These events are no part of the standard, and missing in the types of Bun.
      socket.addEventListener(event as "message", ({ data }: MessageEvent<ArrayBuffer>) =>
        emit({ type, data: base64(data) }),
      );
    socket.addEventListener("close", ({ code, reason }) => {
      signal.removeEventListener("abort", end);
      clearTimeout(this.#closing);
      onEnd();
      // 1005: without a code; 1006: without a close frame.
      emit({
        type: "Close",
        data: this.#problem ?? (code === 1005 || code === 1006 ? null : { code, reason }),
      });
    });
  }

  /** @throws FrameworkError when the server does not accept the connection */
  static async open(url: string, options: ConnectionOptions): Promise<Connection> {
    const socket = openSocket(url, options);
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const fail = (code: "network" | "timed-out" | "closed", reason: string): void =>
      reject(new FrameworkError(code, `Cannot connect to "${url}": ${reason}`));
    const leave = (): void => (fail("closed", "the page went away"), socket.terminate());
    const timer = setTimeout(() => {
      fail("timed-out", `the server did not take it within ${patience} ms`);
      socket.terminate();
    }, patience);
    // From the first moment on: messages may come with the answer.
    socket.addEventListener("open", () => resolve(new Connection(socket, url, options)), {
      once: true,
    });
    socket.addEventListener(
      "error",
      (event) =>
        fail(
          "network",
          (event as ErrorEvent).message.replace(/^WebSocket connection to .*? failed: /, ""),
        ),
      { once: true },
    );
    socket.addEventListener("close", () => fail("network", "the server closed it"), { once: true });
    options.signal.addEventListener("abort", leave, { once: true });
    try {
      if (options.signal.aborted) leave();
      return await promise;
    } finally {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", leave);
    }
  }

  /** @throws FrameworkError */
  send({ type, data }: Outgoing): void {
    const socket = this.#socket;
    const { maxWriteBufferSize } = this.#options;
    const refuse = (code: "too-long" | "bad-argument" | "closed", reason: string): FrameworkError =>
      new FrameworkError(code, `Cannot send to "${this.#url}": ${reason}`);
    if (type === "Close") {
      const { code, reason } = data ?? { code: 1000, reason: "" };
      if (code !== 1000 && !(Number.isInteger(code) && code >= 3000 && code <= 4999))
        throw refuse(
          "bad-argument",
          `a page closes with 1000, or a code of 3000 to 4999, and not with ${code}`,
        );
      if (Buffer.byteLength(reason) > maxControlBytes - 2)
        throw refuse("bad-argument", `a reason holds at most ${maxControlBytes - 2} bytes`);
      this.#close({ code, reason });
      return;
    }
    if (socket.readyState !== WebSocket.OPEN) throw refuse("closed", "the connection is closing");
    if (type !== "Text" && type !== "Binary" && data.length > maxControlBytes)
      throw refuse("bad-argument", `a ${type} holds at most ${maxControlBytes} bytes`);
    if (socket.bufferedAmount + Buffer.byteLength(data) > maxWriteBufferSize)
      throw refuse("too-long", `more than ${maxWriteBufferSize} bytes would wait to be sent`);
    if (type === "Ping") socket.ping(data as Uint8Array<ArrayBuffer>);
    else if (type === "Pong") socket.pong(data as Uint8Array<ArrayBuffer>);
    else socket.send(data as string | Uint8Array<ArrayBuffer>);
  }

  /** Without an answer Bun itself keeps the connection for 35 seconds. */
  #close({ code, reason }: CloseFrame): void {
    this.#socket.close(code, reason);
    this.#closing ??= setTimeout(() => this.#socket.terminate(), closing);
  }

  #hear(data: string | ArrayBuffer): void {
    const { maxMessageSize, emit } = this.#options;
    if (this.#problem !== null) return;
    if (Buffer.byteLength(data) > maxMessageSize) {
      this.#problem = { code: 1009, reason: `a message has more than ${maxMessageSize} bytes` };
      this.#socket.terminate();
      return;
    }
    emit(
      typeof data === "string" ? { type: "Text", data } : { type: "Binary", data: base64(data) },
    );
  }
}

function openSocket(url: string, { headers, proxy: given, way }: ConnectionOptions): WebSocket {
  const own = headers.find(([name]) => ownHeaders.test(name));
  if (own !== undefined)
    throw new FrameworkError(
      "bad-argument",
      `Cannot connect to "${url}": the header "${own[0]}" is set by the framework`,
    );
  const address = new URL(url);
  if (address.hash !== "")
    throw new FrameworkError(
      "bad-argument",
      `Cannot connect to "${url}": the address of a WebSocket has no fragment, remove "${address.hash}"`,
    );
  const proxy = given ?? proxyFor(address, process.env);
  const serverName = address.hostname.replace(/^\[|\]$|\.$/g, "");
  const [first] = way.addresses ?? [];
  const sent: Record<string, string> = Object.fromEntries(headers);
  // The name was judged by its addresses, so the connection uses one of them; a proxy would resolve
  // it again.
  if (first !== undefined && proxy === null) {
    sent["host"] = address.host;
    address.hostname = first.includes(":") ? `[${first}]` : first;
  }
  const socket = new WebSocket(address, {
    headers: sent,
    ...(proxy !== null && { proxy }),
    ...(address.protocol === "wss:" && { tls: { ca: [...way.ca], serverName } }),
  } as Bun.WebSocketOptions);
  socket.binaryType = "arraybuffer";
  return socket;
}

function base64(bytes: ArrayBuffer): string {
  return new Uint8Array(bytes).toBase64();
}
