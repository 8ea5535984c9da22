import { FrameworkError } from "../../../contract/errors.ts";
import { baseLibrary } from "../../ffi/base-library.ts";
import type { Address } from "../../ffi/signature.ts";

// macOS has no such file: its loader finds this name in the shared cache.
const loader = baseLibrary("/usr/lib/libSystem.B.dylib", {
  dlopen: { args: ["ptr", "i32"], returns: "ptr" },
  // The handle is a number here: one is negative.
  dlsym: { args: ["i64", "ptr"], returns: "ptr" },
  dlerror: { args: [], returns: "cstring" },
});

const RTLD_LAZY = 1;
// Searches all open libraries.
const RTLD_DEFAULT = -2;

const cString = (text: string): Uint8Array => Buffer.from(`${text}\0`);

/**
 * Opens one of the system's frameworks, with its dependencies. It stays open. @throws
 * FrameworkError `unavailable`
 */
export function openFramework(name: string): void {
  const file = `/System/Library/Frameworks/${name}.framework/${name}`;
  if (loader().dlopen(cString(file), RTLD_LAZY) !== null) return;
  const reason = String(loader().dlerror());
  throw new FrameworkError(
    "unavailable",
    `Cannot load "${file}" (${reason}): want macOS 13 or newer`,
  );
}

/**
 * The address of an exported function or variable of an open library. @throws FrameworkError
 * `unavailable`
 */
export function findSymbol(name: string): Address {
  const address = loader().dlsym(RTLD_DEFAULT, cString(name));
  if (address !== null) return Number(address);
  throw new FrameworkError("unavailable", `Cannot find "${name}": want macOS 13 or newer`);
}
