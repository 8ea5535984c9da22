import type { System } from "../contract/target.ts";

/** The system of the machine that tests run on, and their apps with them. */
export const machine: System =
  process.platform === "win32" ? "windows" : process.platform === "darwin" ? "macos" : "linux";
