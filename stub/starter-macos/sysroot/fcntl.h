#pragma once

#include <sys/types.h>

enum {
  O_RDONLY = 0,
  O_WRONLY = 1,
  O_RDWR = 2,
  O_NONBLOCK = 4,
  O_NOFOLLOW = 0x100,
  O_CREAT = 0x200,
  O_EXCL = 0x800,
  O_DIRECTORY = 0x100000,
  O_CLOEXEC = 0x1000000,
};

enum { AT_FDCWD = -2, AT_SYMLINK_NOFOLLOW = 0x20, AT_REMOVEDIR = 0x80 };
enum { F_FULLFSYNC = 51 };

int fcntl(int, int, ...);
int open(const char *, int, ...);
int openat(int, const char *, int, ...);
