import { createWriteStream, type WriteStream } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Header } from "./protocol.ts";

/** The way back to a page that asked for something. */
export interface Responder {
  begin(status: number, reason: string, headers: readonly Header[]): void;
  /** `taken` is called when there is room for more. */
  send(bytes: Uint8Array, taken: () => void): void;
  end(bytes: Uint8Array): void;
  /** Gives no answer. */
  refuse(): void;
  /** The page went first. */
  whenGone(task: () => void): void;
}

/** For a request that came over a connection. */
export class HttpResponder implements Responder {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  begin(status: number, reason: string, headers: readonly Header[]): void {
    this.#response.writeHead(status, reason, headers.flat());
    this.#response.flushHeaders();
  }

  send(bytes: Uint8Array, taken: () => void): void {
    if (this.#response.write(bytes)) taken();
    else this.#response.once("drain", taken);
  }

  end(bytes: Uint8Array): void {
    this.#response.end(bytes);
  }

  refuse(): void {
    // An answer that is destroyed still has a beginning.
    this.#response.socket?.destroy();
  }

  whenGone(task: () => void): void {
    this.#response.on("close", task);
  }
}

/** The work of the toolkit's thread on the answer to a scheme request. */
export interface SchemeEnd {
  begin(status: number, reason: string, headers: readonly Header[]): void;
  refuse(): void;
}

/** For a request to a scheme, whose content goes through a pipe that the engine reads. */
export class SchemeResponder implements Responder {
  readonly #end: SchemeEnd;
  readonly #content: WriteStream;

  /** @param file the pipe's end to write to, which is closed here */
  constructor(file: number, end: SchemeEnd) {
    this.#end = end;
    this.#content = createWriteStream("", { fd: file });
    this.#content.on("error", () => {}); // "close" follows
  }

  begin(status: number, reason: string, headers: readonly Header[]): void {
    this.#end.begin(status, reason, headers);
  }

  send(bytes: Uint8Array, taken: () => void): void {
    this.#content.write(bytes, taken);
  }

  end(bytes: Uint8Array): void {
    this.#content.end(bytes);
  }

  refuse(): void {
    this.#end.refuse();
    this.#content.destroy();
  }

  whenGone(task: () => void): void {
    this.#content.on("close", task);
  }
}
