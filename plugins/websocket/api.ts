/**
 * The page half: WebSockets that the app opens, with headers and without the page's policy and
 * origin.
 *
 * Needs `plugins.websocket.allowlist.connect`, and the address in `framework.allowlist.http.scope`.
 */
import { listen, type UnlistenFn } from "framework/api/event";
import { invoke } from "framework/api/invoke";
import type { Message, SentMessage } from "./message.ts";

export type { CloseFrame, Message, MessageKind } from "./message.ts";

export interface ConnectionConfig {
  /** Names and values for the request that opens the connection. */
  headers?: Headers | Record<string, string> | [name: string, value: string][];
  /** The maximum size of a server's message in bytes. Default: 64 MiB. */
  maxMessageSize?: number;
  /** The maximum of bytes that wait to be sent. Default: 64 MiB. */
  maxWriteBufferSize?: number;
}

/** A connection. It ends with the page. */
export default class WebSocket {
  readonly id: number;
  private readonly listeners = new Set<(message: Message) => void>();
  /** The messages before the first listener. */
  private early: Message[] | null = [];

  private constructor(id: number) {
    this.id = id;
  }

  /**
   * Opens a connection, and rejects when the server does not accept it.
   *
   * @example
   * const headers = { authorization: `Bearer ${token}` };
   * const socket = await WebSocket.connect("wss://example.com/live", { headers });
   * socket.addListener((message) => console.log(message.type, message.data));
   * await socket.send("hello");
   */
  static async connect(url: string, config: ConnectionConfig = {}): Promise<WebSocket> {
    const { headers, maxMessageSize, maxWriteBufferSize } = config;
    const socket = new WebSocket(++lastId);
    const unlisten = await listen<SentMessage>(`websocket://message/${socket.id}`, ({ payload }) =>
      socket.hear(received(payload), unlisten),
    );
    try {
      await invoke("plugin:websocket|connect" as string, {
        id: socket.id,
        url,
        config: { headers: [...new Headers(headers)], maxMessageSize, maxWriteBufferSize },
      });
    } catch (error) {
      unlisten();
      throw error;
    }
    return socket;
  }

  /**
   * Calls back with each message, including those before the first listener. Returns a function
   * that removes the listener.
   */
  addListener(handler: (message: Message) => void): UnlistenFn {
    this.listeners.add(handler);
    const early = this.early ?? [];
    this.early = null;
    for (const message of early) run(handler, message);
    return () => void this.listeners.delete(handler);
  }

  /** Sends text, bytes, or a message. Resolves when it is passed to the system. */
  async send(message: Message | string | number[] | Uint8Array): Promise<void> {
    let sent: { type: string; data: unknown };
    if (typeof message === "string") sent = { type: "Text", data: message };
    else if (Array.isArray(message) || message instanceof Uint8Array)
      sent = { type: "Binary", data: message };
    else sent = message;
    // Other numbers are refused by the app half; an array of bytes would change them.
    if (Array.isArray(sent.data) && sent.data.every(isByte))
      sent = { ...sent, data: Uint8Array.from(sent.data) };
    await invoke("plugin:websocket|send" as string, { id: this.id, message: sent });
  }

  /** Ends the connection. */
  disconnect(): Promise<void> {
    return this.send({ type: "Close", data: { code: 1000, reason: "Disconnected by client" } });
  }

  private hear(message: Message, unlisten: UnlistenFn): void {
    if (message.type === "Close") unlisten();
    if (this.early !== null) this.early.push(message);
    else for (const listener of this.listeners) run(listener, message);
  }
}

/** An error in one listener does not stop the others. */
function run(listener: (message: Message) => void, message: Message): void {
  try {
    listener(message);
  } catch (error) {
    reportError(error);
  }
}

let lastId = 0;

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}

function received(message: SentMessage): Message {
  if (message.type === "Close" || message.type === "Text") return message as Message;
  return { type: message.type, data: Array.from(atob(message.data), (each) => each.charCodeAt(0)) };
}
