#pragma once

#include <sys/types.h>

#define WIFEXITED(status) (((status) & 0177) == 0)
#define WEXITSTATUS(status) ((status) >> 8 & 0xff)

enum { WNOHANG = 1 };

pid_t waitpid(pid_t, int *, int);
