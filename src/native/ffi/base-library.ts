import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/**
 * Functions of the library whose own functions open all others, which Bun opens when the first of
 * them is wanted. It is the only one: Bun's `dlopen` looks beside the app and in the current
 * directory, too, and fails as a whole when one function of a table is missing.
 */
export function baseLibrary<const T extends Readonly<Record<string, FFIFunction>>>(
  file: string,
  functions: T,
): () => Library<T>["symbols"] {
  let opened: Library<T>["symbols"] | undefined;
  return () => (opened ??= dlopen(file, functions).symbols);
}
