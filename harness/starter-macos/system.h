/* What the starter's source calls otherwise than Linux. */
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>

#define st_mtimespec st_mtim
#define F_FULLFSYNC 51 /* no number of Linux' */
#define dlopen stand_in_dlopen

void *stand_in_dlopen(const char *path, int flags);
