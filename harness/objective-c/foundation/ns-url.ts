import { pathToFileURL } from "node:url";
import { defineStandInClasses } from "../classes.ts";
import { NSObject } from "../ns-object.ts";
import { NSString } from "./ns-string.ts";

export class NSURL extends NSObject {
  href = "";

  static of(address: string): NSURL {
    const made = new this();
    made.href = address;
    return made;
  }

  static ofFile(path: string): NSURL {
    return this.of(pathToFileURL(path).href);
  }

  get parsed(): URL | null {
    return URL.parse(this.href);
  }

  /** The path of a file's address. */
  get file(): string | null {
    const { parsed } = this;
    return parsed?.protocol === "file:" ? decodeURIComponent(parsed.pathname) : null;
  }

  override get detail(): string {
    return ` ${this.href}`;
  }

  static "+URLWithString:"(text: NSString): NSURL | null {
    return isAddress(text.text) ? this.of(text.text) : null;
  }

  static "+fileURLWithPath:"(path: NSString): NSURL {
    return this.ofFile(path.text);
  }

  static "+fileURLWithPath:isDirectory:"(path: NSString, isFolder: boolean): NSURL {
    return this.ofFile(isFolder && !path.text.endsWith("/") ? `${path.text}/` : path.text);
  }

  "-initWithString:"(text: NSString): void | null {
    if (!isAddress(text.text)) return null;
    this.href = text.text;
  }

  "-absoluteString"(): NSString {
    return NSString.of(this.href);
  }

  "-isFileURL"(): boolean {
    return this.file !== null;
  }

  "-filePathURL"(): NSURL | null {
    return this.file === null ? null : this;
  }

  // Without the slash at the end that marks a folder.
  "-path"(): NSString | null {
    const path =
      this.file ?? (this.parsed === null ? null : decodeURIComponent(this.parsed.pathname));
    return path === null ? null : NSString.of(path.length > 1 ? path.replace(/\/$/, "") : path);
  }

  "-scheme"(): NSString | null {
    return this.parsed === null ? null : NSString.of(this.parsed.protocol.slice(0, -1));
  }

  "-host"(): NSString | null {
    const host = this.parsed?.hostname ?? "";
    return host === "" ? null : NSString.of(host);
  }

  "-lastPathComponent"(): NSString | null {
    const path = this["-path"]();
    return path === null ? null : NSString.of(path.text.split("/").at(-1) ?? "");
  }
}

// RFC 3986 has no room for spaces and characters beyond ASCII, and Foundation before macOS 14 gives
// nil for them.
function isAddress(text: string): boolean {
  // Brackets belong around an IPv6 address alone, and a percent sign before a number.
  const others = text.replace(/^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?)\[[0-9a-f:.]+\]/i, "$1");
  return /^(?:[\w!#$&'()*+,\-./:;=?@~]|%[0-9a-f]{2})+$/i.test(others);
}

defineStandInClasses({ NSURL });
