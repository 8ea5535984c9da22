#pragma once

enum {
  EPERM = 1,
  ENOENT = 2,
  EINTR = 4,
  EEXIST = 17,
  ENOTDIR = 20,
  ENOSPC = 28,
  EWOULDBLOCK = 35,
  ENOTSUP = 45,
  ELOOP = 62,
  EOPNOTSUPP = 102,
};

int *__error(void);
#define errno (*__error())
