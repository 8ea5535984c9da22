import { library } from "../library.ts";
import { libcPackages } from "./packages.ts";

/**
 * The C library: the eventfd that wakes the loop, how it is waited for without the loop, pipes,
 * sockets, mapped memory, the name of the process, the language that is set, extended attributes of
 * files, limits, and the way out that waits for nothing.
 */
export const libc = library("libc.so.6", libcPackages, {
  eventfd: "ui>i", // (first value, flags)
  eventfd_read: "ip>i",
  eventfd_write: "iL>i",
  pipe2: "pi>i", // (int[2], flags)
  poll: "pLi>i", // (pollfd[], how many, milliseconds)
  socket: "iii>i", // (family, type, protocol)
  connect: "ipu>i", // (socket, address, its length)
  send: "ipLi>l", // (socket, bytes, how many, flags)
  close: "i>i",
  splice: "ipinLu>l", // (in, its place, out, its place, length, flags)
  madvise: "pLi>i", // (address, length, advice)
  prctl: "is>i", // (option, a text)
  setlocale: "im>m", // (which part, its new value) → its value
  flistxattr: "ipL>l", // (file, room for names, its size) → bytes, -1
  fgetxattr: "ispL>l", // (file, name, room, its size) → bytes, -1
  fsetxattr: "ispLi>i", // (file, name, value, its size, flags)
  fremovexattr: "is>i", // (file, name)
  getrlimit: "ip>i", // (which, room for a rlimit)
  setrlimit: "ip>i", // (which, rlimit)
  _exit: "i>v",
});
