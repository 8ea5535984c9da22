import type { Range } from "../../../src/native/macos/objc/signature.ts";
import { bytesOf, fill } from "../bytes.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSObject } from "../ns-object.ts";
import { refuse } from "../violations.ts";
import type { Memory } from "../../../src/native/ffi/signature.ts";

const utf8 = 4;

export class NSString extends NSObject {
  text = "";

  static of(text: string): NSString {
    const made = new this();
    made.text = text;
    return made;
  }

  override get detail(): string {
    return ` ${JSON.stringify(this.text.slice(0, 40))}`;
  }

  static "+string"(): NSString {
    return this.of("");
  }

  static "+stringWithUTF8String:"(text: string): NSString {
    return this.of(text);
  }

  "-initWithBytes:length:encoding:"(bytes: Memory, length: number, encoding: number): null | void {
    if (encoding !== utf8) return refuse(`The stand-in knows no encoding ${encoding}`);
    try {
      this.text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        bytesOf(bytes, length),
      );
    } catch {
      return null;
    }
  }

  "-UTF8String"(): string {
    // As C reads it.
    return this.text.toWellFormed().split("\0", 1)[0] ?? "";
  }

  "-length"(): number {
    return this.text.length;
  }

  "-getCharacters:range:"(into: Memory, { location, length }: Range): void {
    if (location + length > this.text.length)
      refuse("An exception: a range is beyond the end of a string");
    fill(into, Buffer.from(this.text.slice(location, location + length), "utf16le"));
  }

  "-copy"(): NSString {
    return this;
  }

  "-description"(): NSString {
    return this;
  }

  override "-isEqual:"(other: NSObject | null): boolean {
    return other instanceof NSString && other.text === this.text;
  }

  "-isEqualToString:"(other: NSString): boolean {
    return other.text === this.text;
  }
}

defineStandInClasses({ NSString });
