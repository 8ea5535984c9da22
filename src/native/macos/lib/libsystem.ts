import { declare } from "../../ffi/library.ts";
import { findSymbol } from "../objc/loader.ts";

const file = "libSystem.dylib";

/**
 * The C library on any thread, without the Objective-C runtime. None of these is called with
 * variadic arguments: Apple's arm64 passes those on the stack, where our calls put none.
 */
export const libsystem = declare({
  file,
  find: findSymbol,
  signatures: {
    // () → the address of the thread's last error code
    __error: ">p",
    // (path, attributes, buffer, its size, options) → 0, -1; the same for an open file, and for a
    // name in a folder
    getattrlist: "pppLL>i",
    fgetattrlist: "ippLL>i",
    getattrlistat: "ipppLL>i",
    // (folder, attributes, buffer, its size, options) → number of entries, 0 at the end, -1
    getattrlistbulk: "ippLL>i",
    // (file, offset, base) → the offset, -1
    lseek: "ili>l",
    mkdirat: "ipu>i",
    unlinkat: "ipi>i",
    renameat: "ipip>i",
    // (path, other path, mode for an existing entry)
    renamex_np: "ppu>i",
    // (from, to, state, parts) → 0, -1
    fcopyfile: "iinu>i",
    // (path, variable) → the value, -1
    pathconf: "pi>l",
    // (buffer for a path, in and out: its size) → 0, -1
    _NSGetExecutablePath: "pp>i",
  },
});
