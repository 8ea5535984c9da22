import { addressOfFunction } from "../../src/native/ffi/library.ts";
import { library } from "../../src/native/linux/library.ts";
import { libcPackages } from "../../src/native/linux/lib/packages.ts";
import { defineSymbol } from "./symbols.ts";

// The functions in the C libraries of both systems.
const libc = library("libc.so.6", libcPackages, {
  getpid: ">i",
  _exit: "i>v",
  free: "n>v",
  poll: "pui>i",
});

for (const name of ["getpid", "_exit", "free", "poll"] as const)
  defineSymbol(name, () => addressOfFunction(libc, name));
