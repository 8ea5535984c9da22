import type { Pointer } from "bun:ffi";
import { FrameworkError } from "../../contract/errors.ts";
import { baseLibrary } from "../ffi/base-library.ts";
import { declare, type Library } from "../ffi/library.ts";
import type { Address } from "../ffi/signature.ts";
import { wide } from "./wide-text.ts";

// Every process has it open.
const loader = baseLibrary("kernel32.dll", {
  LoadLibraryExW: { args: ["ptr", "ptr", "u32"], returns: "ptr" },
  GetProcAddress: { args: ["ptr", "ptr"], returns: "ptr" },
  GetLastError: { args: [], returns: "u32" },
});

// Only in Windows' own folder: not beside the app, not in the current directory, not along PATH.
const LOAD_LIBRARY_SEARCH_SYSTEM32 = 0x800;
// An absolute path, with its dependencies in its own folder.
const LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR = 0x100;
const LOAD_LIBRARY_SEARCH_DEFAULT_DIRS = 0x1000;

/** Opens a library by its absolute path. It stays open. @throws FrameworkError `unavailable` */
export function openLibraryAt(path: string): Address {
  return openBy(path, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
}

/**
 * Opens one of Windows' own libraries, in the version of the thread's activation context. It stays
 * open.
 */
export function openSystemLibrary(file: string): Address {
  return openBy(file, LOAD_LIBRARY_SEARCH_SYSTEM32);
}

function openBy(file: string, flags: number): Address {
  const handle = loader().LoadLibraryExW(wide(file), null, flags);
  if (handle !== null) return Number(handle);
  const reason = loader().GetLastError();
  throw new FrameworkError(
    "unavailable",
    `Cannot load "${file}" (Windows error ${reason}): want Windows 10 or newer`,
  );
}

/**
 * The address of a function in an open library, by its name or its ordinal; `null`: it has none.
 */
export function functionIn(library: Address, name: string | number): Address | null {
  const which = typeof name === "number" ? (name as Pointer) : Buffer.from(`${name}\0`);
  const address = loader().GetProcAddress(library as Pointer, which);
  return address === null ? null : Number(address);
}

/** Declares functions of one of Windows' own libraries (see `declare`). */
export function library<const T extends Readonly<Record<string, string>>>(
  file: string,
  signatures: T,
): Library<T> {
  let handle: Address | undefined;
  const find = (name: string): Address => {
    handle ??= openSystemLibrary(file);
    const address = functionIn(handle, name);
    if (address !== null) return address;
    throw new FrameworkError(
      "unavailable",
      `Cannot find "${name}" in "${file}": want Windows 10 or newer`,
    );
  };
  return declare({ file, signatures, find });
}

/** Whether this Windows has a function that older versions lack. */
export function isThere(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof FrameworkError) return false;
    throw error;
  }
}
