import { FrameworkError } from "../../../contract/errors.ts";
import { NSData } from "../lib/foundation.ts";
import { NSImage } from "../lib/appkit/image.ts";
import type { OwnedOf } from "../objc/object.ts";

/** Decodes a picture. @throws FrameworkError `bad-argument` when it is none */
export function readIcon(bytes: Uint8Array): OwnedOf<typeof NSImage> {
  const memory = bytes.length === 0 ? new Uint8Array(1) : bytes;
  const data = NSData.send("dataWithBytes:length:", memory, bytes.length);
  try {
    return NSImage.make("initWithData:", data);
  } catch (cause) {
    throw new FrameworkError(
      "bad-argument",
      `Cannot use a picture of ${bytes.length} bytes as an icon: want one in a format that macOS reads`,
      { cause },
    );
  }
}
