import type { Session } from "./session.ts";
import { waitFor } from "./wait.ts";

// Source: the Wayland protocol, and "wlr virtual pointer" (version 1), with which a program acts as
// a mouse: https://wayland.app/protocols/wlr-virtual-pointer-unstable-v1. A message is the number
// of its object, its length and its opcode in one number, and its arguments in words of four bytes.

const display = 1;
const registry = 2;
const sync = 3;
const firstOwn = 4;
const manager = "zwlr_virtual_pointer_manager_v1";

/** Opcodes. */
const request = { sync: 0, getRegistry: 1, bind: 0, createPointer: 0 };
const pointerRequest = { moveTo: 1, button: 2, frame: 4 };
const event = { error: 0, global: 0 };

/** The number of Linux for the left button of a mouse. */
const leftButton = 0x110;

/** The screen of the sessions, in pixels. */
const screen = { width: 1280, height: 1024 };

/** A place on the screen, in pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** A mouse in a session with sway. Leaving the scope unplugs it. */
export class WaylandPointer implements Disposable {
  readonly #socket: Bun.Socket;
  readonly #pointer = firstOwn + 1;

  private constructor(socket: Bun.Socket) {
    this.#socket = socket;
  }

  static async plugIn(session: Session): Promise<WaylandPointer> {
    const names = Promise.withResolvers<number>();
    let rest: Buffer = Buffer.alloc(0);
    const read = (bytes: Buffer): void => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const length = rest.length < 8 ? Infinity : rest.readUInt16LE(6);
        if (rest.length < length) return;
        const [object, opcode] = [rest.readUInt32LE(0), rest.readUInt16LE(4)];
        const body = rest.subarray(8, length);
        if (object === display && opcode === event.error)
          names.reject(new Error(`The compositor refuses a request: ${textAt(body, 8)}`));
        if (object === registry && opcode === event.global && textAt(body, 4) === manager)
          names.resolve(body.readUInt32LE(0));
        // All globals were listed.
        if (object === sync) names.reject(new Error(`The compositor has no ${manager}`));
        rest = rest.subarray(length);
      }
    };
    const socket = await Bun.connect({
      unix: session.env["WAYLAND_DISPLAY"] ?? "",
      socket: { data: (_, bytes) => read(bytes) },
    });
    const pointer = new WaylandPointer(socket);
    pointer.#send(display, request.getRegistry, [registry]);
    pointer.#send(display, request.sync, [sync]);
    const name = await names.promise;
    pointer.#send(registry, request.bind, [name, manager, 1, firstOwn]);
    pointer.#send(firstOwn, request.createPointer, [0, pointer.#pointer]);
    return pointer;
  }

  /** Moves it to a place of the screen. */
  moveTo({ x, y }: Place): void {
    this.#act(pointerRequest.moveTo, [x, y, screen.width, screen.height]);
  }

  /**
   * Drags from one place to another. The app asks the compositor for the drag, so the pointer moves
   * a pixel to and fro until `hasBegun`, and it is released when the drag `isThere`.
   */
  async drag(
    from: Place,
    to: Place,
    { hasBegun, isThere }: { hasBegun: () => Promise<boolean>; isThere: () => Promise<boolean> },
  ): Promise<void> {
    this.moveTo(from);
    this.press();
    let offset = 0;
    await waitFor("the beginning of a drag", async () => {
      offset = 1 - offset;
      this.moveTo({ x: from.x + offset, y: from.y });
      return await hasBegun();
    });
    await waitFor("the end of a drag", async () => {
      this.moveTo(to);
      return await isThere();
    });
    this.release();
  }

  press(): void {
    this.#act(pointerRequest.button, [leftButton, 1]);
  }

  release(): void {
    this.#act(pointerRequest.button, [leftButton, 0]);
  }

  click(): void {
    this.press();
    this.release();
  }

  [Symbol.dispose](): void {
    this.#socket.end();
  }

  #act(opcode: number, args: readonly number[]): void {
    this.#send(this.#pointer, opcode, [Math.round(performance.now()), ...args]);
    this.#send(this.#pointer, pointerRequest.frame, []);
  }

  #send(object: number, opcode: number, args: readonly (number | string)[]): void {
    const body = Buffer.concat(
      args.map((arg) => (typeof arg === "string" ? text(arg) : word(arg))),
    );
    const head = Buffer.concat([word(object), word(((8 + body.length) << 16) | opcode)]);
    this.#socket.write(Buffer.concat([head, body]));
  }
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** A text: its length with the zero at its end, and itself, filled up to whole words. */
function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  return Buffer.concat([word(bytes.length), bytes, Buffer.alloc(-bytes.length & 3)]);
}

function textAt(body: Buffer, offset: number): string {
  return body.toString("utf8", offset + 4, offset + 4 + body.readUInt32LE(offset) - 1);
}
