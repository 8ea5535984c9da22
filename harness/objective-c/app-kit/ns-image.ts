import { defineStandInClasses } from "../classes.ts";
import type { NSData } from "../foundation/ns-data.ts";
import type { NSString } from "../foundation/ns-string.ts";
import type { Size } from "../../../src/native/macos/objc/signature.ts";
import { NSObject } from "../ns-object.ts";

// The first bytes of the picture formats that macOS reads and apps use: PNG, JPEG, GIF, ICNS, ICO,
// TIFF, BMP.
const pictures = [
  "89504e47",
  "ffd8ff",
  "47494638",
  "69636e73",
  "00000100",
  "49492a00",
  "4d4d002a",
  "424d",
];

export class NSImage extends NSObject {
  bytes: Uint8Array = new Uint8Array();
  /** The name of a system image. */
  systemName = "";
  isTemplate = false;
  size: Size = { width: 32, height: 32 };

  "-initWithData:"(data: NSData): void | null {
    const start = Buffer.from(data.content.subarray(0, 4)).toString("hex");
    if (!pictures.some((picture) => start.startsWith(picture))) return null;
    this.bytes = data.content.slice();
  }

  static "+imageNamed:"(name: NSString): NSImage | null {
    const made = new this();
    made.systemName = name.text;
    return made;
  }

  "-setTemplate:"(isTemplate: boolean): void {
    this.isTemplate = isTemplate;
  }

  "-isTemplate"(): boolean {
    return this.isTemplate;
  }

  "-size"(): Size {
    return this.size;
  }

  "-setSize:"(size: Size): void {
    this.size = size;
  }
}

defineStandInClasses({ NSImage });
