import { declare, type Library } from "../ffi/library.ts";
import { runtime } from "./objc/runtime.ts";

/**
 * Declares C functions of one of Apple's frameworks (see `declare`): the runtime has opened it, and
 * finds them.
 */
export function library<const T extends Readonly<Record<string, string>>>(
  file: string,
  signatures: T,
): Library<T> {
  return declare({ file, signatures, find: (name) => runtime().symbol(name) });
}
