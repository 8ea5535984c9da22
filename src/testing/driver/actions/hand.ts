import type { MouseInput } from "../../page-input.ts";
import type { Session } from "../session.ts";
import { isSpecial, keyOf } from "./keys.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
}

const buttons = ["left", "middle", "right"] as const;

/** Moves the pointer, and presses keys and buttons. The page receives trusted events. */
export class Hand {
  readonly #session: Session;
  #place: ReturnType<Session["place"]> | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  async move(source: string, to: Place): Promise<void> {
    this.#session.inputState.positions.set(source, to);
    await this.#mouse({ type: "mouseMoved", ...to });
  }

  async button(source: string, button: number, isDown: boolean): Promise<void> {
    const { inputState } = this.#session;
    const held = { source, kind: "button", name: String(button) } as const;
    if (inputState.isHeld(held) === isDown) return;
    if (isDown) inputState.press(held);
    else inputState.release(held);
    const at = inputState.positions.get(source) ?? { x: 0, y: 0 };
    const type = isDown ? "mousePressed" : "mouseReleased";
    await this.#mouse({ type, ...at, button: buttons[button] ?? "left" });
  }

  async wheel(at: Place, deltaX: number, deltaY: number): Promise<void> {
    await this.#mouse({ type: "mouseWheel", ...at, deltaX, deltaY });
  }

  /** @param character the character as the client sends it */
  async key(source: string, character: string, isDown: boolean): Promise<void> {
    const { inputState, input } = this.#session;
    const key = keyOf(character);
    const held = { source, kind: "key", name: character } as const;
    if (isDown) inputState.press(held);
    else if (inputState.isHeld(held)) inputState.release(held);
    else return;
    if (!input.has(key.key)) return await this.#insert(character, isDown);
    await input.key(await this.#shown(), { type: isDown ? "keyDown" : "keyUp", ...key });
  }

  /** Types a character that has no key, as an input method does. */
  async #insert(character: string, isDown: boolean): Promise<void> {
    if (isDown && !isSpecial(character)) await this.#session.onContext("type", character);
  }

  /** Releases all held keys and buttons, the last one first. */
  async releaseAll(): Promise<void> {
    for (const { kind, source, name } of this.#session.inputState.held)
      if (kind === "key") await this.key(source, name, false);
      else await this.button(source, Number(name), false);
  }

  async #mouse(input: MouseInput): Promise<void> {
    await this.#session.input.mouse(await this.#shown(), input);
  }

  /** The window does not move while a command runs. */
  #shown(): ReturnType<Session["place"]> {
    return (this.#place ??= this.#session.place());
  }
}
