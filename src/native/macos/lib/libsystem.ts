import { declare } from "../../ffi/library.ts";
import { findSymbol } from "../objc/loader.ts";

const file = "libSystem.dylib";

/**
 * The C library on any thread, no runtime of Objective-C around it. None of these takes as many arguments as it is given:
 * Apple's arm64 has such ones on the stack, where a call of ours puts none.
 */
export const libsystem = declare({
  file,
  find: findSymbol,
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
export const libsystemX64 = declare({
  file,
  find: findSymbol,
  signatures: { fstatat$INODE64: "ippi>i" },
});
