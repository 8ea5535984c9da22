import { runtime } from "../objc/runtime.ts";
import { NSNumber } from "../lib/foundation.ts";
import type { Identified } from "../objc/signature.ts";
import { nsString } from "../objc/text.ts";

/**
 * Sets what WebKit has and Apple does not publish, by its name. Without effect in a version that
 * does not have it, where the call would be an exception.
 */
export function setPrivate(object: Identified, key: string, value: boolean): void {
  const setter = `_set${key[0]?.toUpperCase()}${key.slice(1)}:`;
  if (!(runtime().send(object.address, "respondsToSelector:", ":>B", [setter]) as boolean)) return;
  runtime().send(object.address, "setValue:forKey:", "n@>v", [
    NSNumber.send("numberWithBool:", value),
    nsString(key),
  ]);
}
