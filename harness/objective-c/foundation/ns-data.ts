import type { Address, Memory } from "../../../src/native/ffi/signature.ts";
import type { Range } from "../../../src/native/macos/objc/signature.ts";
import { addressOfBytes, bytesOf, fill } from "../bytes.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSObject } from "../ns-object.ts";
import { refuse } from "../violations.ts";

export class NSData extends NSObject {
  /** Stays where it is for as long as the object lives. */
  content: Uint8Array = new Uint8Array();

  static of(content: Uint8Array): NSData {
    const made = new this();
    made.content = content;
    return made;
  }

  static "+data"(): NSData {
    return new this();
  }

  static "+dataWithBytes:length:"(bytes: Memory, length: number): NSData {
    return this.of(bytesOf(bytes, length));
  }

  "-initWithBytes:length:"(bytes: Memory, length: number): void {
    this.content = bytesOf(bytes, length);
  }

  "-bytes"(): Address {
    return addressOfBytes(this.content);
  }

  "-length"(): number {
    return this.content.length;
  }

  #part({ location, length }: Range): Uint8Array {
    if (location + length > this.content.length)
      refuse("An exception: a range is beyond the end of data");
    return this.content.subarray(location, location + length);
  }

  "-getBytes:range:"(into: Memory, range: Range): void {
    fill(into, this.#part(range));
  }
}

defineStandInClasses({ NSData });
