import { runtime } from "../objc/runtime.ts";
import { NSNumber } from "../lib/foundation.ts";
import type { Identified } from "../objc/signature.ts";
import { nsString } from "../objc/text.ts";

/**
 * Sets a private setting of WebKit by its name. Has no effect in a version that lacks it, where the
 * call would raise an exception.
 */
export function setPrivate(object: Identified, key: string, value: boolean): void {
  const setter = `_set${key[0]?.toUpperCase()}${key.slice(1)}:`;
  if (!(runtime().send(object.address, "respondsToSelector:", ":>B", [setter]) as boolean)) return;
  runtime().send(object.address, "setValue:forKey:", "n@>v", [
    NSNumber.send("numberWithBool:", value),
    nsString(key),
  ]);
}
