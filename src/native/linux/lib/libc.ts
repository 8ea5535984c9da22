import { library } from "../library.ts";
import { libcPackages } from "./packages.ts";

/**
 * The C library: the eventfd that wakes the loop, waiting for it without the loop, pipes, sockets,
 * mapped memory, the name of the process, the locale, extended attributes of files, limits, and an
 * immediate exit.
 */
export const libc = library("libc.so.6", libcPackages, {
  eventfd: "ui>i", // (first value, flags)
  eventfd_read: "ip>i",
  eventfd_write: "iL>i",
  pipe2: "pi>i", // (int[2], flags)
  poll: "pLi>i", // (pollfd[], count, milliseconds)
  socket: "iii>i", // (family, type, protocol)
  connect: "ipu>i", // (socket, address, its length)
  send: "ipLi>l", // (socket, bytes, count, flags)
  close: "i>i",
  splice: "ipinLu>l", // (in, its offset, out, its offset, length, flags)
  madvise: "pLi>i", // (address, length, advice)
  prctl: "is>i", // (option, a text)
  setlocale: "im>m", // (category, new value) → value
  flistxattr: "ipL>l", // (file, buffer for names, its size) → bytes, -1
  fgetxattr: "ispL>l", // (file, name, buffer, its size) → bytes, -1
  fsetxattr: "ispLi>i", // (file, name, value, its size, flags)
  fremovexattr: "is>i", // (file, name)
  getrlimit: "ip>i", // (resource, buffer for a rlimit)
  setrlimit: "ip>i", // (resource, rlimit)
  _exit: "i>v",
});
