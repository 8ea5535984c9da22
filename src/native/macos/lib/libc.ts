import { library } from "../library.ts";

/** The C library. */
export const libc = library("libSystem.dylib", {
  // (number, handler) → the previous handler
  signal: "ip>n",
  poll: "pui>i", // (pollfd[], count, milliseconds)
  _exit: "i>v",
  unsetenv: "s>i",
});
