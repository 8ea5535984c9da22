import { library } from "../library.ts";

/** The C library. */
export const libc = library("libSystem.dylib", {
  // (number, handler) → the handler before
  signal: "ip>n",
  poll: "pui>i", // (pollfd[], how many, milliseconds)
  _exit: "i>v",
  unsetenv: "s>i",
});
