import { dlopen, type Pointer } from "bun:ffi";
import { FrameworkError } from "../../contract/errors.ts";
import { declare, type Library } from "../ffi/library.ts";
import type { Address } from "../ffi/signature.ts";

/** The name of the package that brings a library, for each way a system names its packages. */
export interface Packages {
  readonly debian: string;
  readonly fedora: string;
  readonly arch: string;
}

// Only the C library itself is opened by Bun's `dlopen`, because that one also looks into the current
// directory, and fails as a whole when one function of a table is missing.
function openLoader() {
  return dlopen("libc.so.6", {
    dlopen: { args: ["ptr", "i32"], returns: "ptr" },
    dlsym: { args: ["ptr", "ptr"], returns: "ptr" },
    dlerror: { args: [], returns: "cstring" },
  }).symbols;
}

let loader: ReturnType<typeof openLoader> | undefined;

function theLoader(): ReturnType<typeof openLoader> {
  loader ??= openLoader();
  return loader;
}

const RTLD_LAZY = 1;
const cString = (text: string): Uint8Array => Buffer.from(`${text}\0`);

function openFile(file: string, packages: Packages): Address {
  const handle = theLoader().dlopen(cString(file), RTLD_LAZY);
  if (handle !== null) return Number(handle);
  const reason = String(theLoader().dlerror());
  throw new FrameworkError("unavailable", `Cannot load "${file}" (${reason}): install ${named(packages)}`);
}

function named({ debian, fedora, arch }: Packages): string {
  return `${debian} (Debian, Ubuntu), ${fedora} (Fedora) or ${arch} (Arch)`;
}

/** Declares functions of a library that the system's loader finds, and the packages that bring it (see `declare`). */
export function library<const T extends Readonly<Record<string, string>>>(
  file: string,
  packages: Packages,
  signatures: T,
): Library<T> {
  let handle: Address | undefined;
  const find = (name: string): Address => {
    handle ??= openFile(file, packages);
    const address = theLoader().dlsym(handle as Pointer, cString(name));
    if (address !== null) return Number(address);
    throw new FrameworkError(
      "unavailable",
      `Cannot find "${name}" in "${file}": install a newer ${named(packages)}`,
    );
  };
  return declare({ file, signatures, find });
}
