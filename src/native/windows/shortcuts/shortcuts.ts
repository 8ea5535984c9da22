import { FrameworkError } from "../../../contract/errors.ts";
import type { UiCallArgs } from "../../../contract/ui/index.ts";
import type { Events } from "../../platform.ts";
import { hiddenWindow, onMessage } from "../hidden-window.ts";
import { kernel32 } from "../lib/kernel32.ts";
import { user32 } from "../lib/user32.ts";
import { virtualKey } from "./virtual-keys.ts";

type Registration = UiCallArgs<"shortcut.register">;

const WM_HOTKEY = 0x312;
/** A held key is reported once. */
const MOD_NOREPEAT = 0x4000;
const ERROR_HOTKEY_ALREADY_REGISTERED = 1409;
/** A program's own ids end before this one. */
const numbersEnd = 0xc000;

/** The global key combinations of the app. */
export class Shortcuts {
  readonly #events: Events;
  /** By Windows' ids for them. */
  readonly #ids = new Map<number, number>();

  constructor(events: Events) {
    this.#events = events;
  }

  register({ id, accelerator, text }: Registration): void {
    const refuse = (reason: string): FrameworkError =>
      new FrameworkError("unavailable", `Cannot register the shortcut "${text}": ${reason}`);
    const key = virtualKey(accelerator);
    if (key === null) throw refuse("this keyboard has no such key");
    onMessage(WM_HOTKEY, (number) => {
      const pressed = this.#ids.get(number);
      if (pressed !== undefined) this.#events.emit("shortcut.pressed", { id: pressed });
      return 0;
    });
    const number = this.#freeNumber();
    if (number === undefined) throw refuse("the app has as many as Windows counts");
    if (
      user32.RegisterHotKey(hiddenWindow(), number, key.modifiers | MOD_NOREPEAT, key.code) === 0
    ) {
      const error = kernel32.GetLastError();
      throw refuse(
        error === ERROR_HOTKEY_ALREADY_REGISTERED
          ? "another program has it"
          : `RegisterHotKey failed (Windows error ${error})`,
      );
    }
    this.#ids.set(number, id);
  }

  /** Releases it. Has no effect when it is not held. */
  unregister(id: number): void {
    for (const [number, held] of this.#ids) {
      if (held !== id) continue;
      this.#ids.delete(number);
      user32.UnregisterHotKey(hiddenWindow(), number);
    }
  }

  releaseAll(): void {
    for (const id of this.#ids.values()) this.unregister(id);
  }

  #freeNumber(): number | undefined {
    let number = 1;
    while (this.#ids.has(number)) number++;
    return number < numbersEnd ? number : undefined;
  }
}
