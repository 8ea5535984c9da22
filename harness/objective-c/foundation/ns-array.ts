import type { Memory } from "../../../src/native/ffi/signature.ts";
import { bytesOf } from "../bytes.ts";
import { classAt, defineStandInClasses } from "../classes.ts";
import { NSObject, objectAt, StrongList } from "../ns-object.ts";
import { refuse } from "../violations.ts";

/** The objects whose addresses are in memory of the app. */
export function objectsIn(memory: Memory, count: number, what: string): NSObject[] {
  const bytes = bytesOf(memory, count * 8);
  const addresses = new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
  if (addresses.length < count) return refuse(`${what} reads beyond the memory that it was given`);
  return Array.from(addresses, (address, index) => {
    const entry = classAt(Number(address));
    return entry === undefined
      ? objectAt(Number(address), `Object ${index} of ${what}`)
      : ClassItem.of(entry.name);
  });
}

/** A class in an array: the classes to read from a pasteboard. */
export class ClassItem extends NSObject {
  className = "";

  static of(name: string): ClassItem {
    return Object.assign(new this(), { className: name });
  }
}

export class NSArray<T extends NSObject = NSObject> extends NSObject {
  readonly list = new StrongList<T>(this);

  static of<T extends NSObject>(items: readonly T[]): NSArray<T> {
    const made = new this<T>();
    made.list.items = items;
    return made;
  }

  get items(): readonly T[] {
    return this.list.items;
  }

  static "+array"(): NSArray {
    return this.of([]);
  }

  static "+arrayWithObject:"(object: NSObject): NSArray {
    return this.of([object]);
  }

  static "+arrayWithObjects:count:"(objects: Memory, count: number): NSArray {
    return this.of(objectsIn(objects, count, "arrayWithObjects:count:"));
  }

  "-initWithObjects:count:"(objects: Memory, count: number): void {
    this.list.items = objectsIn(objects, count, "initWithObjects:count:") as T[];
  }

  "-count"(): number {
    return this.items.length;
  }

  "-objectAtIndex:"(index: number): T {
    return (
      this.items[index] ?? refuse(`"objectAtIndex:" ${index} of an array of ${this.items.length}`)
    );
  }

  "-firstObject"(): T | null {
    return this.items[0] ?? null;
  }

  "-lastObject"(): T | null {
    return this.items.at(-1) ?? null;
  }

  "-containsObject:"(object: NSObject): boolean {
    return this.items.some((item) => item["-isEqual:"](object));
  }

  "-copy"(): NSArray<T> {
    return this;
  }
}

export class NSMutableArray<T extends NSObject = NSObject> extends NSArray<T> {
  "-addObject:"(object: T): void {
    this.list.add(object);
  }

  "-removeAllObjects"(): void {
    this.list.items = [];
  }
}

defineStandInClasses({ NSArray, NSMutableArray });
