import { connect, type Socket } from "node:net";
import { within } from "../process/wait.ts";

// A small client of the X protocol: in a test most time went into starting xprop and xwininfo, for
// each window at each query. The server answers in order, so that each reply belongs to the oldest
// pending request.
//
//   request   u8 number, u8 detail, u16 length in words of four bytes, …
//   reply     u8 1, u8 detail, u16 sequence, u32 words behind the first 32 bytes, …
//   error     u8 0, u8 code, …; 32 bytes
//   event     u8 from 2 on, …; 32 bytes
//
// Source: X Window System Protocol, X11R7.7, appendix B
const requestOf = {
  attributes: 3,
  geometry: 14,
  internAtom: 16,
  atomName: 17,
  property: 20,
  translate: 40,
  inputFocus: 43,
  extension: 98,
  keyboard: 101,
};

/** An error reply: usually the window is closed. */
export class XError extends Error {}

/** A property's bytes, and the bits of each item. */
export interface XProperty {
  readonly format: number;
  readonly bytes: Buffer;
}

interface Waiting {
  readonly resolve: (reply: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** A connection to a display, which ends with it. */
export class XConnection {
  readonly root: number;
  readonly #socket: Socket;
  readonly #waiting: Waiting[];
  readonly #atoms = new Map<string, Promise<number>>();
  readonly #names = new Map<number, Promise<string>>();

  private constructor(socket: Socket, waiting: Waiting[], root: number) {
    this.#socket = socket;
    this.#waiting = waiting;
    this.root = root;
  }

  /** @param display such as `:99` */
  static async open(display: string): Promise<XConnection> {
    const path = `/tmp/.X11-unix/X${/^:(\d+)/.exec(display)?.[1]}`;
    const socket = connect({ path });
    // An ended test does not wait for it.
    socket.unref();
    const waiting: Waiting[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    waiting.push({ resolve, reject });
    let received = Buffer.alloc(0);
    let isOpen = false;
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk as Buffer]);
      for (;;) {
        if (received.length < (isOpen ? 32 : 8)) return;
        const words = isOpen
          ? received[0] === 1
            ? received.readUInt32LE(4)
            : 0
          : received.readUInt16LE(6);
        const length = (isOpen ? 32 : 8) + words * 4;
        if (received.length < length) return;
        const message = received.subarray(0, length);
        received = received.subarray(length);
        const isEvent = isOpen && (message[0] ?? 0) > 1;
        if (isEvent) continue;
        const one = waiting.shift();
        if (message[0] === 1) one?.resolve(message);
        else one?.reject(new XError(`X error ${message[1]}`));
        isOpen = true;
      }
    });
    const end = (cause?: unknown): void => {
      for (const one of waiting.splice(0))
        one.reject(new Error(`The connection to the display "${display}" ended`, { cause }));
    };
    socket.on("error", end);
    socket.on("close", () => end());
    // Little-endian, version 11.0, without the name and data of an authorization.
    socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    const setup = await within(`the display "${display}"`, promise);
    // The vendor's name, padded to words, and formats of 8 bytes precede the first screen.
    const vendor = setup.readUInt16LE(24);
    return new XConnection(
      socket,
      waiting,
      setup.readUInt32LE(40 + Math.ceil(vendor / 4) * 4 + (setup[29] ?? 0) * 8),
    );
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** `null` if the window has none of this name. */
  async property(window: number, name: string): Promise<XProperty | null> {
    const atom = await this.#atom(name);
    // Of any type, from its beginning, and up to 4 MB.
    const reply = await this.#ask(requestOf.property, 0, [window, atom, 0, 0, 1 << 20]);
    const format = reply[1] ?? 0;
    return format === 0
      ? null
      : { format, bytes: reply.subarray(32, 32 + (reply.readUInt32LE(16) * format) / 8) };
  }

  /** The numbers of a property; empty without such a property. */
  async numbers(window: number, name: string): Promise<number[]> {
    const property = await this.property(window, name);
    if (property === null || property.format !== 32) return [];
    return Array.from({ length: property.bytes.length / 4 }, (_, index) =>
      property.bytes.readUInt32LE(index * 4),
    );
  }

  /** The names in a property of names. */
  async names(window: number, name: string): Promise<string[]> {
    const atoms = await this.numbers(window, name);
    return await Promise.all(atoms.map((atom) => this.#nameOf(atom)));
  }

  /** Whether the window and all its parents are shown. */
  async isViewable(window: number): Promise<boolean> {
    return (await this.#ask(requestOf.attributes, 0, [window]))[26] === 2;
  }

  /** The content area of a window, in pixels of the screen. */
  async area(window: number): Promise<{ x: number; y: number; width: number; height: number }> {
    const geometry = await this.#ask(requestOf.geometry, 0, [window]);
    const place = await this.#ask(requestOf.translate, 0, [window, this.root, 0]);
    return {
      x: place.readInt16LE(12),
      y: place.readInt16LE(14),
      width: geometry.readUInt16LE(16),
      height: geometry.readUInt16LE(18),
    };
  }

  /** The number of an extension; `null`: the server does not have it. */
  async extension(name: string): Promise<number | null> {
    const text = Buffer.alloc(4 + Math.ceil(name.length / 4) * 4);
    text.writeUInt16LE(name.length);
    text.write(name, 4, "latin1");
    const reply = await this.#send(requestOf.extension, 0, text);
    return reply[8] === 1 ? (reply[9] ?? 0) : null;
  }

  /** The meaning of each key, by its number: alone, and with Shift. */
  async keyboard(): Promise<ReadonlyMap<number, readonly number[]>> {
    const [first, count] = [8, 248];
    const reply = await this.#send(requestOf.keyboard, 0, Buffer.from([first, count, 0, 0]));
    const perKey = reply[1] ?? 0;
    return new Map(
      Array.from({ length: count }, (_, key) => {
        const at = (column: number): number => reply.readUInt32LE(32 + (key * perKey + column) * 4);
        return [first + key, [at(0), perKey > 1 ? at(1) : 0]];
      }),
    );
  }

  /** Sends a request without a reply, and waits until the server has handled it. */
  async tell(number: number, detail: number, body: Buffer): Promise<void> {
    const head = Buffer.from([number, detail, 0, 0]);
    head.writeUInt16LE(1 + body.length / 4, 2);
    this.#socket.write(Buffer.concat([head, body]));
    await this.#send(requestOf.inputFocus, 0, Buffer.alloc(0));
  }

  #atom(name: string): Promise<number> {
    const known = this.#atoms.get(name) ?? this.#intern(name);
    this.#atoms.set(name, known);
    return known;
  }

  async #intern(name: string): Promise<number> {
    const text = Buffer.alloc(Math.ceil(name.length / 4) * 4);
    text.write(name, "latin1");
    const length = Buffer.alloc(4);
    length.writeUInt16LE(name.length);
    const reply = await this.#send(requestOf.internAtom, 0, Buffer.concat([length, text]));
    return reply.readUInt32LE(8);
  }

  #nameOf(atom: number): Promise<string> {
    const known =
      this.#names.get(atom) ??
      this.#ask(requestOf.atomName, 0, [atom]).then((reply) =>
        reply.toString("latin1", 32, 32 + reply.readUInt16LE(8)),
      );
    this.#names.set(atom, known);
    return known;
  }

  #ask(number: number, detail: number, words: readonly number[]): Promise<Buffer> {
    const body = Buffer.alloc(words.length * 4);
    for (const [index, word] of words.entries()) body.writeUInt32LE(word, index * 4);
    return this.#send(number, detail, body);
  }

  #send(number: number, detail: number, body: Buffer): Promise<Buffer> {
    if (!this.isOpen) return Promise.reject(new Error("The display has ended"));
    const head = Buffer.from([number, detail, 0, 0]);
    head.writeUInt16LE(1 + body.length / 4, 2);
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#waiting.push({ resolve, reject });
    this.#socket.write(Buffer.concat([head, body]));
    return within("an answer of the X server", promise);
  }
}

const connections = new Map<string, Promise<XConnection>>();

/** The connection of this process to a display. */
export async function xConnection(display: string): Promise<XConnection> {
  const open = await connections.get(display)?.catch(() => null);
  if (open?.isOpen === true) return open;
  const opened = XConnection.open(display);
  connections.set(display, opened);
  return await opened;
}
