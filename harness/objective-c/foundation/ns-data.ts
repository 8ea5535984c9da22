import type { Address, Memory } from "../../../src/native/ffi/signature.ts";
import { addressOfBytes, bytesOf } from "../bytes.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSObject } from "../ns-object.ts";

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
}

defineStandInClasses({ NSData });
