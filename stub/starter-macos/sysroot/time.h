#pragma once

#include <sys/types.h>

typedef long time_t;

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

enum { CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 6 };

int clock_gettime(int, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
