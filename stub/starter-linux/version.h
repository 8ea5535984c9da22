/* The first version of glibc for each processor: its symbols are in every later one. */
#pragma once

#ifdef __x86_64__
#define OLD_GLIBC "GLIBC_2.2.5"
#else
#define OLD_GLIBC "GLIBC_2.17"
#endif
