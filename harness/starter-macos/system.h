/* What the starter's source calls otherwise than Linux. */
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#define st_mtimespec st_mtim
#define F_FULLFSYNC 51 /* no number of Linux' */
#define dlopen stand_in_dlopen

void *stand_in_dlopen(const char *path, int flags);
int pthread_cond_timedwait_relative_np(pthread_cond_t *changed, pthread_mutex_t *mutex, const struct timespec *time);
