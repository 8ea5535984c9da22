import { FrameworkError } from "../../../contract/errors.ts";
import type { UiCallArgs } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import type { Events } from "../../platform.ts";
import { carbon } from "../lib/carbon.ts";
import { hotKey } from "./key-codes.ts";

type Registration = UiCallArgs<"shortcut.register">;

/** A four-character code, as Carbon names things. */
const fourLetters = (name: string): number => Buffer.from(name).readUInt32BE();

/** Identifies our hot keys in a process. */
const signature = fourLetters("frmw");
const kEventClassKeyboard = fourLetters("keyb");
const kEventHotKeyPressed = 5;
const kEventParamDirectObject = fourLetters("----");
const typeEventHotKeyID = fourLetters("hkid");
const noErr = 0;
const eventNotHandledErr = -9874;
const eventHotKeyExistsErr = -9878;

// By Carbon's id: the handler of a press, and the reference for the release.
const taken = new Map<number, { readonly pressed: () => void; readonly reference: number }>();
let lastNumber = 0;
let isListening = false;

const heard = callback("ppn>i", (_next, event) => {
  // EventHotKeyID: signature, number
  const id = new Uint32Array(new ArrayBuffer(8));
  const failed = carbon.GetEventParameter(
    event,
    kEventParamDirectObject,
    typeEventHotKeyID,
    null,
    id.byteLength,
    null,
    id,
  );
  const [owner, number = 0] = id;
  const key = failed === noErr && owner === signature ? taken.get(number) : undefined;
  key?.pressed();
  return key === undefined ? eventNotHandledErr : noErr;
});

/** The global key combinations of the app. */
export class Shortcuts {
  readonly #events: Events;
  readonly #numbers = new Map<number, number>();

  constructor(events: Events) {
    this.#events = events;
  }

  register({ id, accelerator, text }: Registration): void {
    const refuse = (reason: string): FrameworkError =>
      new FrameworkError("unavailable", `Cannot register the shortcut "${text}": ${reason}`);
    const key = hotKey(accelerator);
    if (key === null) throw refuse("this keyboard has no such key");
    listen();
    const number = ++lastNumber;
    const reference = new BigUint64Array(new ArrayBuffer(8));
    // EventHotKeyID is passed as one word, its first half below the second.
    const name = number * 2 ** 32 + signature;
    const target = carbon.GetEventDispatcherTarget();
    const error = carbon.RegisterEventHotKey(key.code, key.modifiers, name, target, 0, reference);
    if (error === eventHotKeyExistsErr) throw refuse("another program has it");
    if (error !== noErr) throw refuse(`macOS does not give it away (error ${error})`);
    const pressed = (): void => this.#events.emit("shortcut.pressed", { id });
    taken.set(number, { pressed, reference: Number(reference[0]) });
    this.#numbers.set(id, number);
  }

  /** Releases it. Has no effect when it is not held. */
  unregister(id: number): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#numbers.delete(id);
    const { reference } = taken.get(number) ?? {};
    taken.delete(number);
    if (reference !== undefined) carbon.UnregisterEventHotKey(reference);
  }

  releaseAll(): void {
    for (const id of this.#numbers.keys()) this.unregister(id);
  }
}

function listen(): void {
  if (isListening) return;
  // EventTypeSpec: class, kind
  const types = new Uint32Array([kEventClassKeyboard, kEventHotKeyPressed]);
  const error = carbon.InstallEventHandler(
    carbon.GetEventDispatcherTarget(),
    heard(),
    1,
    types,
    null,
    null,
  );
  if (error !== noErr)
    throw new FrameworkError("unavailable", `Cannot hear shortcuts: macOS says error ${error}`);
  isListening = true;
}
