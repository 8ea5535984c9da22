#pragma once

#include <sys/types.h>

int posix_spawn(pid_t *, const char *, const void *, const void *, char *const *, char *const *);
