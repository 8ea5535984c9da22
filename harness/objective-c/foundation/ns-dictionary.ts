import type { Memory } from "../../../src/native/ffi/signature.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSObject, StrongList } from "../ns-object.ts";
import { NSArray, objectsIn } from "./ns-array.ts";

export class NSDictionary extends NSObject {
  readonly keys = new StrongList<NSObject>(this);
  readonly values = new StrongList<NSObject>(this);

  static of(entries: readonly (readonly [key: NSObject, value: NSObject])[]): NSDictionary {
    const made = new this();
    made.keys.items = entries.map(([key]) => key);
    made.values.items = entries.map(([, value]) => value);
    return made;
  }

  get(key: NSObject): NSObject | null {
    const place = this.keys.items.findIndex((other) => other["-isEqual:"](key));
    return this.values.items[place] ?? null;
  }

  static "+dictionary"(): NSDictionary {
    return this.of([]);
  }

  static "+dictionaryWithObject:forKey:"(value: NSObject, key: NSObject): NSDictionary {
    return this.of([[key, value]]);
  }

  static "+dictionaryWithObjects:forKeys:count:"(
    values: Memory,
    keys: Memory,
    count: number,
  ): NSDictionary {
    const made = objectsIn(values, count, "dictionaryWithObjects:forKeys:count:");
    return this.of(
      objectsIn(keys, count, "dictionaryWithObjects:forKeys:count:").map((key, index) => [
        key,
        made[index] as NSObject,
      ]),
    );
  }

  static "+dictionaryWithObjects:forKeys:"(values: NSArray, keys: NSArray): NSDictionary {
    return this.of(keys.items.map((key, index) => [key, values["-objectAtIndex:"](index)]));
  }

  "-count"(): number {
    return this.keys.items.length;
  }

  "-objectForKey:"(key: NSObject): NSObject | null {
    return this.get(key);
  }

  "-allKeys"(): NSArray {
    return NSArray.of(this.keys.items);
  }
}

export class NSMutableDictionary extends NSDictionary {
  "-setObject:forKey:"(value: NSObject, key: NSObject): void {
    this["-removeObjectForKey:"](key);
    this.keys.add(key);
    this.values.add(value);
  }

  "-removeObjectForKey:"(key: NSObject): void {
    const place = this.keys.items.findIndex((other) => other["-isEqual:"](key));
    if (place < 0) return;
    this.keys.items = this.keys.items.toSpliced(place, 1);
    this.values.items = this.values.items.toSpliced(place, 1);
  }
}

defineStandInClasses({ NSDictionary, NSMutableDictionary });
