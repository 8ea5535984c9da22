#pragma once

#include <stddef.h>
#include <time.h>

typedef struct {
  long kind;
  char room[56];
} pthread_mutex_t;

typedef struct {
  long kind;
  char room[40];
} pthread_cond_t;

typedef struct pthread *pthread_t;

#define PTHREAD_MUTEX_INITIALIZER {0x32aaaba7, {0}}
#define PTHREAD_COND_INITIALIZER {0x3cb0b1bb, {0}}

int pthread_cond_broadcast(pthread_cond_t *);
int pthread_cond_timedwait_relative_np(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
