import { getOwn } from "../../../contract/get-own.ts";
import { WixError, type Place } from "./place.ts";
import type { Element } from "./source.ts";
import type { Value } from "./value.ts";

/** The handling of an element. */
export type Handler = (reader: ElementReader) => void;

/** Replaces the references of a value. */
export type Resolve = (value: Value, place: Place) => string;

/**
 * Reads an element completely: unread content is unsupported, and stops the build rather than being
 * left out.
 */
export function readElement(element: Element, resolve: Resolve, handler: Handler): void {
  const reader = new ElementReader(element, resolve);
  handler(reader);
  reader.end();
}

export class ElementReader {
  readonly element: Element;
  readonly #resolve: Resolve;
  readonly #unread: Set<string>;
  #hasReadText = false;
  #hasReadChildren = false;

  constructor(element: Element, resolve: Resolve) {
    this.element = element;
    this.#resolve = resolve;
    this.#unread = new Set(element.attributes.keys());
  }

  get name(): string {
    return this.element.name;
  }

  optional(name: string): string | null {
    this.#unread.delete(name);
    const value = this.element.attributes.get(name);
    return value === undefined ? null : this.#resolve(value, this.element.place);
  }

  required(name: string): string {
    const text = this.optional(name);
    if (text === null || text === "")
      throw this.error(`Cannot use <${this.name}>: it must have ${name}`);
    return text;
  }

  /** An id in the form for tables. */
  id(name = "Id"): string {
    return this.#checkedId(name, this.required(name));
  }

  optionalId(name: string): string | null {
    const text = this.optional(name);
    return text === null ? null : this.#checkedId(name, text);
  }

  isYes(name: string, fallback = false): boolean {
    const text = this.optional(name);
    return text === null
      ? fallback
      : this.#oneOf(name, text, { yes: true, no: false, true: true, false: false });
  }

  number(name: string, fallback: number): number {
    const text = this.optional(name);
    if (text === null) return fallback;
    if (/^-?\d{1,9}$/.test(text)) return Number(text);
    throw this.error(`Cannot use ${name} "${text}": it must be a number`);
  }

  choice<T>(name: string, choices: Readonly<Record<string, T>>, fallback?: T): T {
    const text = fallback === undefined ? this.required(name) : this.optional(name);
    return text === null && fallback !== undefined
      ? fallback
      : this.#oneOf(name, text ?? "", choices);
  }

  /** Attributes without effect here. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#unread.delete(name);
  }

  text(): string {
    this.#hasReadText = true;
    return this.#resolve(this.element.text, this.element.place).trim();
  }

  /** Passes each inner element to its handler. */
  children(handlers: Readonly<Record<string, Handler>>): void {
    this.#hasReadChildren = true;
    for (const child of this.element.children) {
      const handler = getOwn(handlers, child.name);
      if (handler === undefined) throw this.#unknown(child);
      readElement(child, this.#resolve, handler);
    }
  }

  end(): void {
    const [first] = this.#unread;
    if (first !== undefined)
      throw this.error(
        `Cannot use ${first} of <${this.name}>: it is none of those that can be compiled`,
      );
    const [child] = this.element.children;
    if (!this.#hasReadChildren && child !== undefined) throw this.#unknown(child);
    if (!this.#hasReadText && this.text() !== "")
      throw this.error(`Cannot use the text in <${this.name}>: it has none`);
  }

  error(message: string, options?: ErrorOptions): WixError {
    return new WixError(this.element.place, message, options);
  }

  #unknown({ name, place }: Element): WixError {
    return new WixError(
      place,
      `Cannot use <${name}> in <${this.name}>: it is none of those that can be compiled`,
    );
  }

  #checkedId(name: string, text: string): string {
    if (/^[a-z_][\w.]*$/i.test(text) && text.length <= 72) return text;
    throw this.error(
      `Cannot use ${name} "${text}": it may have up to 72 letters, digits, "_" and ".", and begins with a letter or "_"`,
    );
  }

  #oneOf<T>(name: string, text: string, choices: Readonly<Record<string, T>>): T {
    const found = Object.entries(choices).find(([key]) => key === text);
    if (found !== undefined) return found[1];
    throw this.error(
      `Cannot use ${name} "${text}" of <${this.name}>: use ${Object.keys(choices).join(", ")}`,
    );
  }
}
