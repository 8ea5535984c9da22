import type { Address } from "../../src/native/ffi/signature.ts";
import { newAddress } from "./addresses.ts";
import { defineStandInClasses, isKind, nameOf, respondsTo, type AnyClass } from "./classes.ts";
import { lend } from "./pools.ts";
import { note, refuse } from "./violations.ts";

const living = new Map<Address, NSObject>();
const freed = new Map<Address, string>();

/** The object at an address that a send or an argument names. */
export function objectAt(address: Address, what: string): NSObject {
  const object = living.get(address);
  if (object !== undefined) return object;
  const name = freed.get(address);
  return refuse(
    name === undefined ? `${what} is no object: ${address}` : `${what} was freed before: a ${name}`,
  );
}

/** Objects that the app holds, in the order in which they were made. */
export function heldObjects(): NSObject[] {
  return [...living.values()].filter(({ owned }) => owned > 0);
}

/** All that is there. */
export const livingObjects = (): NSObject[] => [...living.values()];

/** An object that releases others when it goes away. */
interface Holding {
  dispose(): void;
}

/**
 * The root of all classes of the stand-in. A class has Apple's name. An instance method is a method
 * with the name "-" and the selector, and a class method is a static one with "+":
 * `"-setTitle:"(title: NSString)`. Arguments and results are objects of these classes, `Block`s,
 * `null` for nil, and plain values. The innermost pool lends the result of a method, or the app
 * owns it, as the family of its selector says. The classes here count references only by `Strong`
 * and `StrongList`.
 */
export class NSObject {
  readonly address: Address = newAddress();
  /** References of the app's: by `alloc`, `copy`, `retain`. */
  owned = 0;
  /** References of other objects here. */
  kept = 0;
  /** References of pools. */
  loans = 0;
  /** Only sends of `init…` are allowed before. */
  isReady = true;
  /** The last actions by which the app became an owner, for the report of unreleased objects. */
  readonly holdings: Holding[] = [];
  #isFreed = false;

  constructor() {
    living.set(this.address, this);
  }

  get name(): string {
    return nameOf(this.constructor as AnyClass);
  }

  get isFreed(): boolean {
    return this.#isFreed;
  }

  /** Ends the loan of a pool. */
  endLoan(): void {
    this.loans--;
    this.freeIfUnused();
  }

  freeIfUnused(): void {
    if (this.#isFreed || this.owned + this.kept + this.loans > 0) return;
    this.#isFreed = true;
    this.dealloc();
    living.delete(this.address);
    freed.set(this.address, this.name);
    for (const holding of this.holdings) holding.dispose();
  }

  /** The class's action at the end of an object. */
  dealloc(): void {}

  /** A readable description for a report. */
  get detail(): string {
    return "";
  }

  static "+alloc"(): NSObject {
    const made = new this();
    made.isReady = false;
    return made;
  }

  static "+new"(): NSObject {
    return new this();
  }

  static "+class"(): typeof NSObject {
    return this;
  }

  "-init"(): void {}

  "-retain"(): this {
    this.owned++;
    return this;
  }

  "-release"(): void {
    this.giveUp("release");
    this.freeIfUnused();
  }

  "-autorelease"(): this {
    this.giveUp("autorelease");
    lend(this);
    return this;
  }

  /** Takes a reference away from the app, which must have one. */
  giveUp(how: string): void {
    if (this.owned === 0) refuse(`"${how}" of a ${this.name} that the app does not own`);
    this.owned--;
  }

  "-retainCount"(): number {
    return this.owned + this.kept + this.loans;
  }

  "-respondsToSelector:"(selector: string): boolean {
    return respondsTo(this, selector);
  }

  "-isKindOfClass:"(kind: AnyClass): boolean {
    return isKind(this, kind);
  }

  "-class"(): AnyClass {
    return this.constructor as AnyClass;
  }

  "-isEqual:"(other: NSObject | null): boolean {
    return this === other;
  }

  "-hash"(): number {
    return this.address;
  }
}

/** A reference that an object has to another. */
export class Strong<T extends NSObject> implements Holding {
  #value: T | null = null;

  constructor(owner: NSObject) {
    owner.holdings.push(this);
  }

  get value(): T | null {
    return this.#value;
  }

  set value(next: T | null) {
    const before = this.#value;
    if (next !== null) next.kept++;
    this.#value = next;
    if (before === null) return;
    before.kept--;
    before.freeIfUnused();
  }

  dispose(): void {
    this.value = null;
  }
}

/** References that an object has to others, in order. */
export class StrongList<T extends NSObject> implements Holding {
  #items: T[] = [];

  constructor(owner: NSObject) {
    owner.holdings.push(this);
  }

  get items(): readonly T[] {
    return this.#items;
  }

  set items(next: readonly T[]) {
    const before = this.#items;
    for (const item of next) item.kept++;
    this.#items = [...next];
    for (const item of before) {
      item.kept--;
      item.freeIfUnused();
    }
  }

  add(item: T, place = this.#items.length): void {
    this.items = [...this.#items.slice(0, place), item, ...this.#items.slice(place)];
  }

  remove(item: T): void {
    const place = this.#items.indexOf(item);
    if (place >= 0) this.items = this.#items.toSpliced(place, 1);
  }

  dispose(): void {
    this.items = [];
  }
}

/** A reference that does not hold, and is nil when its object has gone. */
export class Weak<T extends NSObject> {
  #value: T | null = null;

  get value(): T | null {
    if (this.#value?.isFreed === true) this.#value = null;
    return this.#value;
  }

  set value(next: T | null) {
    this.#value = next;
  }
}

/**
 * A reference that does not hold, and that Apple does not clear: the app has to, before the object
 * goes.
 */
export class Unsafe<T extends NSObject> {
  readonly #what: string;
  #value: T | null = null;

  constructor(what: string) {
    this.#what = what;
  }

  get value(): T | null {
    if (this.#value?.isFreed === true) {
      note(`${this.#what} was freed while it was still set: a ${this.#value.name}`);
      this.#value = null;
    }
    return this.#value;
  }

  set value(next: T | null) {
    this.#value = next;
  }
}

defineStandInClasses({ NSObject });
