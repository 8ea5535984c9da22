import { declare } from "../../ffi/library.ts";
import { findSymbol } from "../objc/loader.ts";

const file = "libSystem.dylib";

/**
 * The C library on any thread, no runtime of Objective-C around it. None of these takes as many
 * arguments as it is given: Apple's arm64 has such ones on the stack, where a call of ours puts
 * none.
 */
export const libsystem = declare({
  file,
  find: findSymbol,
  signatures: {
    // () → where the thread has the number of its last error
    __error: ">p",
    // (path, which, room, its size, options) → 0, -1; the same of what is open, and of a name in a
    // folder
    getattrlist: "pppLL>i",
    fgetattrlist: "ippLL>i",
    getattrlistat: "ipppLL>i",
    // (folder, which, room, its size, options) → how many entries, 0 at the end, -1
    getattrlistbulk: "ippLL>i",
    // (file, place, from where) → the place, -1
    lseek: "ili>l",
    mkdirat: "ipu>i",
    unlinkat: "ipi>i",
    renameat: "ipip>i",
    // (path, other path, what to do with what is there)
    renamex_np: "ppu>i",
    // (from, to, state, what) → 0, -1
    fcopyfile: "iinu>i",
    // (path, which) → the value, -1
    pathconf: "pi>l",
    // (room for a path, in and out: its size) → 0, -1
    _NSGetExecutablePath: "pp>i",
  },
});
