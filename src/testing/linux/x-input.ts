import { xConnection, type XConnection } from "./x-connection.ts";

// The pointer and the keyboard of a display, by the extension XTEST: for programs they are a real
// mouse and real keys.
//
//   FakeInput   u8 extension, u8 2, u16 9, u8 type, u8 detail, 2 unused, u32 delay, u32 root, 8 unused, i16 x, i16 y, 8 unused
//
// Source: X Test Extension Protocol, version 2.2
const kinds = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const;

/** Keys that are no characters, by their names in the DOM. Source: keysymdef.h */
const keysyms: Readonly<Record<string, number>> = {
  Backspace: 0xff08,
  Tab: 0xff09,
  Enter: 0xff0d,
  Pause: 0xff13,
  Escape: 0xff1b,
  Home: 0xff50,
  ArrowLeft: 0xff51,
  ArrowUp: 0xff52,
  ArrowRight: 0xff53,
  ArrowDown: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  Cancel: 0xff69,
  Help: 0xff6a,
  Insert: 0xff63,
  ContextMenu: 0xff67,
  Shift: 0xffe1,
  Control: 0xffe3,
  CapsLock: 0xffe5,
  Alt: 0xffe9,
  Meta: 0xffeb,
  Delete: 0xffff,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, 0xffbe + index]),
  ),
};

const buttons = { left: 1, middle: 2, right: 3 } as const;
export type PointerButton = keyof typeof buttons;

interface Key {
  readonly code: number;
  readonly needsShift: boolean;
}

/** The pointer and the keyboard of a display. */
export class XInput {
  readonly #connection: XConnection;
  readonly #extension: number;
  readonly #keys: ReadonlyMap<number, Key>;
  #isShiftDown = false;

  private constructor(connection: XConnection, extension: number, keys: ReadonlyMap<number, Key>) {
    this.#connection = connection;
    this.#extension = extension;
    this.#keys = keys;
  }

  /** @param display such as `:99` */
  static async open(display: string): Promise<XInput> {
    const connection = await xConnection(display);
    const extension = await connection.extension("XTEST");
    if (extension === null)
      throw new Error(`Cannot move the pointer of "${display}": its server must have XTEST`);
    const keys = new Map<number, Key>();
    for (const [code, [plain = 0, shifted = 0]] of await connection.keyboard()) {
      if (plain !== 0 && !keys.has(plain)) keys.set(plain, { code, needsShift: false });
      if (shifted !== 0 && !keys.has(shifted)) keys.set(shifted, { code, needsShift: true });
    }
    return new XInput(connection, extension, keys);
  }

  /** Moves the pointer to pixels of the screen. */
  async move(x: number, y: number): Promise<void> {
    await this.#fake(kinds.motion, 0, x, y);
  }

  async button(name: PointerButton, isDown: boolean): Promise<void> {
    await this.#fake(isDown ? kinds.buttonPress : kinds.buttonRelease, buttons[name]);
  }

  /** Turns the wheel by notches; positive is down and to the right. */
  async wheel(x: number, y: number): Promise<void> {
    const turn = async (button: number): Promise<void> => {
      await this.#fake(kinds.buttonPress, button);
      await this.#fake(kinds.buttonRelease, button);
    };
    for (let left = Math.abs(y); left > 0; left--) await turn(y > 0 ? 5 : 4);
    for (let left = Math.abs(x); left > 0; left--) await turn(x > 0 ? 7 : 6);
  }

  /** Whether the keyboard has a key for this name of the DOM. */
  has(name: string): boolean {
    return this.#keys.has(keysymOf(name));
  }

  /** Presses a key or releases it. @param name as `KeyboardEvent.key` */
  async key(name: string, isDown: boolean): Promise<void> {
    const key = this.#keys.get(keysymOf(name));
    if (key === undefined) throw new Error(`Cannot press "${name}": the keyboard has no such key`);
    const addsShift = key.needsShift && !this.#isShiftDown;
    const shift = this.#keys.get(keysyms["Shift"] ?? 0)?.code ?? 0;
    if (addsShift && isDown) await this.#fake(kinds.keyPress, shift);
    await this.#fake(isDown ? kinds.keyPress : kinds.keyRelease, key.code);
    if (addsShift && !isDown) await this.#fake(kinds.keyRelease, shift);
    if (name === "Shift") this.#isShiftDown = isDown;
  }

  async #fake(type: number, detail: number, x = 0, y = 0): Promise<void> {
    const body = Buffer.alloc(32);
    body[0] = type;
    body[1] = detail;
    body.writeUInt32LE(type === kinds.motion ? this.#connection.root : 0, 8);
    body.writeInt16LE(Math.round(x), 20);
    body.writeInt16LE(Math.round(y), 22);
    await this.#connection.tell(this.#extension, 2, body);
  }
}

function keysymOf(name: string): number {
  const named = keysyms[name];
  if (named !== undefined) return named;
  const code = name.codePointAt(0) ?? 0;
  // A name without a key, or a character of several parts.
  if (name.length !== String.fromCodePoint(code).length) return 0;
  // Latin-1 has the numbers of its characters, all others those of Unicode behind a mark.
  return code <= 0xff ? code : 0x01000000 + code;
}
