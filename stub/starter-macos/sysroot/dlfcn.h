#pragma once

enum { RTLD_NOW = 2, RTLD_GLOBAL = 8 };

void *dlopen(const char *, int);
void *dlsym(void *, const char *);
