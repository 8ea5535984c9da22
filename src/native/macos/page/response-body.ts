import { closeSync, fstatSync } from "node:fs";
import type { Body } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { needsStream, openPart, pastTheEnd, readBytes, readPart } from "../../page/file-part.ts";
import type { PageView } from "../../page/page-view.ts";
import { releaseStream, acquireStream } from "../../page/file-streams.ts";
import { NSData } from "../lib/foundation.ts";
import { soon } from "../loop.ts";
import { withPool } from "../objc/pool.ts";

// WebKit forwards data at once, however slow the web process is, and queues the rest. So after each
// stretch sending pauses until all was received, and no more of a file is read than that.

const piece = 1024 * 1024;
const longestStretch = 2 * 1024 * 1024;

/** Receives the bytes of an answer. */
export interface BytesTaker {
  /** A part of them, as a borrowed NSData. */
  readonly take: (data: Address) => void;
  readonly finish: () => void;
  /** The bytes end too early. */
  readonly fail: (reason: string) => void;
}

/** The source of a body's bytes. */
interface Source extends Disposable {
  readonly length: number;
  /** An NSData of a part, owned by the surrounding pool. */
  read(offset: number, length: number): Address;
}

/** The bytes of an answer in transit to a page. */
export class ResponseBody implements Disposable {
  readonly #source: Source;
  readonly #view: PageView;
  /** Whether it is one of the files that are sent in turns. */
  readonly #takesTurn: boolean;
  #hasTurn = false;
  #isOpen = true;
  #sent = 0;

  /** Takes ownership of the body. Throws when it cannot be read. */
  constructor(body: Body, view: PageView) {
    this.#source = sourceOf(body);
    this.#view = view;
    this.#takesTurn = needsStream(body);
  }

  send(to: BytesTaker): void {
    if (!this.#takesTurn) return this.#sendStretch(to);
    acquireStream(this.#view, () => {
      this.#hasTurn = true;
      // It may have been cancelled while it waited.
      if (this.#isOpen) this.#sendStretch(to);
      else this.#endTurn();
    });
  }

  #sendStretch(to: BytesTaker): void {
    if (!this.#isOpen) return;
    const { length } = this.#source;
    const end = Math.min(length, this.#sent + longestStretch);
    try {
      while (this.#sent < end) this.#sendPiece(to, Math.min(piece, end - this.#sent));
    } catch (error) {
      return to.fail(error instanceof Error ? error.message : String(error));
    }
    if (this.#sent === length) to.finish();
    else this.#view.whenCaughtUp(() => soon(() => this.#sendStretch(to)));
  }

  #sendPiece({ take }: BytesTaker, length: number): void {
    withPool(() => take(this.#source.read(this.#sent, length)));
    this.#sent += length;
  }

  #endTurn(): void {
    if (this.#hasTurn) releaseStream(this.#view);
    this.#hasTurn = false;
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#source[Symbol.dispose]();
    this.#endTurn();
  }
}

function sourceOf(body: Body): Source {
  if (body.kind === "bytes") return bytesSource(body.bytes);
  const { offset, length } = body;
  if (body.kind === "pack") return packSource(body.descriptor, body);
  // Any other file may be truncated at any time, and accessing the rest of a map would kill the
  // process.
  if (!needsStream(body)) return bytesSource(readPart(body));
  const file = openPart(body);
  return {
    length,
    read: (at, wanted) => dataOf(readBytes(file, { offset: offset + at, length: wanted })),
    [Symbol.dispose]: () => closeSync(file),
  };
}

function bytesSource(bytes: Uint8Array): Source {
  return {
    length: bytes.length,
    read: (offset, length) => dataOf(bytes.subarray(offset, offset + length)),
    [Symbol.dispose]() {},
  };
}

function dataOf(bytes: Uint8Array): Address {
  return NSData.send("dataWithBytes:length:", bytes, bytes.length);
}

// The assets of a built app lie behind its executable, which cannot be written to while it runs: it
// cannot be truncated.
function packSource(
  descriptor: number,
  part: { readonly offset: number; readonly length: number },
): Source {
  const { size } = fstatSync(descriptor);
  if (part.offset + part.length > size) throw pastTheEnd("the pack", part, size);
  return {
    length: part.length,
    read: (at, wanted) =>
      dataOf(readBytes(descriptor, { offset: part.offset + at, length: wanted })),
    [Symbol.dispose]() {},
  };
}
