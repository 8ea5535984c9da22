/**
 * The processor that this executable is for, not the computer's: it determines how structs are
 * passed to functions, and which of a runtime's libraries can be loaded.
 */
export const processor = process.arch === "arm64" ? "arm64" : "x64";
