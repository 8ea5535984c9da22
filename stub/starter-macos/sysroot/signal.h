#pragma once

#include <sys/types.h>

enum { SIGKILL = 9 };

int kill(pid_t, int);
