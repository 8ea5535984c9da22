import type { Pointer } from "bun:ffi";
import { FrameworkError } from "../../contract/errors.ts";
import { baseLibrary } from "../ffi/base-library.ts";
import { declare, type Library } from "../ffi/library.ts";
import type { Address } from "../ffi/signature.ts";

/** The name of the package that provides a library, for each package naming scheme. */
export interface Packages {
  readonly debian: string;
  readonly fedora: string;
  readonly arch: string;
}

const loader = baseLibrary("libc.so.6", {
  dlopen: { args: ["ptr", "i32"], returns: "ptr" },
  dlsym: { args: ["ptr", "ptr"], returns: "ptr" },
  dlerror: { args: [], returns: "cstring" },
});

const RTLD_LAZY = 1;
const cString = (text: string): Uint8Array => Buffer.from(`${text}\0`);

function openFile(file: string, packages: Packages): Address {
  const handle = loader().dlopen(cString(file), RTLD_LAZY);
  if (handle !== null) return Number(handle);
  const reason = String(loader().dlerror());
  throw new FrameworkError(
    "unavailable",
    `Cannot load "${file}" (${reason}): install ${named(packages)}`,
  );
}

function named({ debian, fedora, arch }: Packages): string {
  return `${debian} (Debian, Ubuntu), ${fedora} (Fedora) or ${arch} (Arch)`;
}

/**
 * Declares functions of a library that the system's loader finds, and the packages that provide it
 * (see `declare`).
 */
export function library<const T extends Readonly<Record<string, string>>>(
  file: string,
  packages: Packages,
  signatures: T,
): Library<T> {
  let handle: Address | undefined;
  const find = (name: string): Address => {
    handle ??= openFile(file, packages);
    const address = loader().dlsym(handle as Pointer, cString(name));
    if (address !== null) return Number(address);
    throw new FrameworkError(
      "unavailable",
      `Cannot find "${name}" in "${file}": install a newer ${named(packages)}`,
    );
  };
  return declare({ file, signatures, find });
}
