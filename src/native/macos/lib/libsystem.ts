import { dlopen } from "bun:ffi";
import { declare } from "../../ffi/library.ts";
import type { Address } from "../../ffi/signature.ts";

const file = "/usr/lib/libSystem.B.dylib";
/** What is open in this process: all of libSystem is. */
const RTLD_DEFAULT = -2;

function openLoader() {
  return dlopen(file, { dlsym: { args: ["i64", "ptr"], returns: "ptr" } }).symbols;
}

let loader: ReturnType<typeof openLoader> | undefined;

function find(name: string): Address {
  loader ??= openLoader();
  const address = loader.dlsym(RTLD_DEFAULT, Buffer.from(`${name}\0`));
  if (address !== null) return Number(address);
  throw new Error(`Cannot find "${name}" in "${file}": want macOS 13 or newer`);
}

/**
 * The C library, for any thread. None of these takes a list of arguments that ends somewhere: Apple's arm64 has such ones
 * on the stack, where a call of ours puts none.
 */
export const libsystem = declare({
  file,
  find,
  signatures: {
    // () → where the thread has the number of its last error
    __error: ">p",
    // (path, which, room, its size, options) → 0, -1; the same of what is open
    getattrlist: "pppLL>i",
    fgetattrlist: "ippLL>i",
    // (folder, which, room, its size, options) → how many entries, 0 at the end, -1
    getattrlistbulk: "ippLL>i",
    // (file, place, from where) → the place, -1
    lseek: "ili>l",
    // (folder, path, room for a stat, flags) → 0, -1
    fstatat: "ippi>i",
    mkdirat: "ipu>i",
    unlinkat: "ipi>i",
    renameat: "ipip>i",
    // (path, which) → the value, -1
    pathconf: "pi>l",
    // (room for a path, in and out: its size) → 0, -1
    _NSGetExecutablePath: "pp>i",
  },
});

/** The same, as it is called where numbers of files once had 32 bits. */
export const libsystemX64 = declare({ file, find, signatures: { fstatat$INODE64: "ippi>i" } });
