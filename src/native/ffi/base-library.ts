import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/**
 * Functions of the library whose own functions open all others. Bun opens it when the first of them
 * is needed. It is the only one opened so: Bun's `dlopen` also searches beside the app and in the
 * current directory, and fails as a whole when one function of a table is missing.
 */
export function baseLibrary<const T extends Readonly<Record<string, FFIFunction>>>(
  file: string,
  functions: T,
): () => Library<T>["symbols"] {
  let opened: Library<T>["symbols"] | undefined;
  return () => (opened ??= dlopen(file, functions).symbols);
}
