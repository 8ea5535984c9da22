#pragma once

#include <stdint.h>

typedef struct DIR DIR;

struct dirent {
  uint64_t d_ino, d_seekoff;
  uint16_t d_reclen, d_namlen;
  uint8_t d_type;
  char d_name[1024];
};

int closedir(DIR *);
#ifdef __x86_64__
DIR *fdopendir(int) __asm__("_fdopendir$INODE64");
struct dirent *readdir(DIR *) __asm__("_readdir$INODE64");
#else
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
#endif
