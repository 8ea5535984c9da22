#pragma once

#include <sys/types.h>
#include <time.h>

struct stat {
  int32_t st_dev;
  mode_t st_mode;
  uint16_t st_nlink;
  uint64_t st_ino;
  uid_t st_uid, st_gid;
  int32_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  int64_t st_blocks;
  int32_t st_blksize;
  uint32_t st_flags, st_gen;
  int32_t st_lspare;
  int64_t st_qspare[2];
};

enum { S_IFMT = 0170000, S_IFDIR = 0040000, S_IFREG = 0100000, S_IXUSR = 0100, S_IWGRP = 020, S_IWOTH = 02 };

#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)

int fchmod(int, mode_t);
int mkdir(const char *, mode_t);
int mkdirat(int, const char *, mode_t);
int utimensat(int, const char *, const struct timespec[2], int);
#ifdef __x86_64__
int fstat(int, struct stat *) __asm__("_fstat$INODE64");
int fstatat(int, const char *, struct stat *, int) __asm__("_fstatat$INODE64");
#else
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
#endif
