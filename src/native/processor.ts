/**
 * The processor that this very executable is for, not the computer's: how structs are given to
 * functions, and which of a runtime's libraries can be loaded, follow from it.
 */
export const processor = process.arch === "arm64" ? "arm64" : "x64";
