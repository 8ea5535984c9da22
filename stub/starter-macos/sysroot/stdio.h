#pragma once

#include <stdarg.h>
#include <stddef.h>

typedef struct FILE FILE;

extern FILE *__stderrp;
#define stderr __stderrp

int fprintf(FILE *, const char *, ...) __attribute__((format(printf, 2, 3)));
int fputs(const char *, FILE *);
int snprintf(char *, size_t, const char *, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *, size_t, const char *, va_list);
