#pragma once

#include <stddef.h>

_Noreturn void abort(void);
void *calloc(size_t, size_t);
void free(void *);
char *getenv(const char *);
void *malloc(size_t);
char *realpath(const char *, char *) __asm__("_realpath$DARWIN_EXTSN");
unsigned long long strtoull(const char *, char **, int);
