import { toArrayBuffer, type Pointer } from "bun:ffi";
import { functionAt, type Address } from "../../../src/native/ffi/signature.ts";
import { newAddress } from "../addresses.ts";
import { defineFunctions } from "../symbols.ts";
import { refuse } from "../violations.ts";

const fourLetters = (name: string): number => Buffer.from(name).readUInt32BE();

const errors = { none: 0, invalid: -9879, exists: -9878, noParameter: -9870 } as const;
const pressedKind = 5;

interface HotKey {
  readonly code: number;
  readonly modifiers: number;
  /** EventHotKeyID as the app gave it. */
  readonly id: bigint;
}

const target = newAddress();
const hotKeys = new Map<Address, HotKey>();
/** Combinations that other programs have, as "code:modifiers". */
export const takenByOthers = new Set<string>();
let handler: Address | null = null;
let pressed: { readonly event: Address; readonly id: bigint } | null = null;

const memory = (address: Address, length: number): DataView =>
  new DataView(toArrayBuffer(address as Pointer, 0, length));

defineFunctions({
  GetEventDispatcherTarget: { signature: ">L", run: () => target },
  InstallEventHandler: {
    signature: "LpLpnn>i",
    run: (on: Address, run: Address, count: number, types: Address) => {
      const list = memory(types, 8);
      const isHotKey =
        list.getUint32(0, true) === fourLetters("keyb") && list.getUint32(4, true) === pressedKind;
      if (on !== target || count !== 1 || !isHotKey)
        refuse("A handler of Carbon's for something else than hot keys");
      if (handler !== null)
        refuse("A handler of hot keys beside another one: each press would be told twice");
      handler = run;
      return errors.none;
    },
  },
  RegisterEventHotKey: {
    signature: "uuLLup>i",
    run: (
      code: number,
      modifiers: number,
      id: number,
      on: Address,
      _options: number,
      out: Address,
    ) => {
      if (on !== target) refuse("A hot key for a target that is not the dispatcher's");
      if (takenByOthers.has(`${code}:${modifiers}`)) return errors.exists;
      const reference = newAddress();
      hotKeys.set(reference, { code, modifiers, id: BigInt(id) });
      memory(out, 8).setBigUint64(0, BigInt(reference), true);
      takenByOthers.add(`${code}:${modifiers}`);
      return errors.none;
    },
  },
  UnregisterEventHotKey: {
    signature: "L>i",
    run: (reference: Address) => {
      const key = hotKeys.get(reference);
      if (key === undefined) return refuse("A hot key was given back that is not held");
      hotKeys.delete(reference);
      takenByOthers.delete(`${key.code}:${key.modifiers}`);
      return errors.none;
    },
  },
  GetEventParameter: {
    signature: "LuunLnp>i",
    run: (
      event: Address,
      name: number,
      type: number,
      _type: Address,
      room: number,
      _size: Address,
      out: Address,
    ) => {
      const isAsked = name === fourLetters("----") && type === fourLetters("hkid") && room >= 8;
      if (pressed?.event !== event || !isAsked) return errors.noParameter;
      memory(out, 8).setBigUint64(0, pressed.id, true);
      return errors.none;
    },
  },
});

/** The number of hot keys that the app holds. */
export const heldHotKeys = (): number => hotKeys.size;

/** Presses keys as the user. Returns true if the app had the hot key. */
export function pressHotKey(code: number, modifiers: number): boolean {
  const key = [...hotKeys.values()].find(
    (held) => held.code === code && held.modifiers === modifiers,
  );
  if (key === undefined || handler === null) return false;
  pressed = { event: newAddress(), id: key.id };
  const result = functionAt(handler, "LLn>i")(newAddress(), pressed.event, null);
  pressed = null;
  return result === errors.none;
}
