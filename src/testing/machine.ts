import type { System } from "../contract/target.ts";

/** The system of the machine for the tests and their apps. */
export const machine: System =
  process.platform === "win32" ? "windows" : process.platform === "darwin" ? "macos" : "linux";
