/* What the system has for sums of bytes, and to unpack them. */
#pragma once

#include <stddef.h>

enum sum_kind { sum_sha256, sum_sha512 };

enum { SUM_TEXT = 128 + 1 };

void *sum_open(enum sum_kind kind);
void sum_take(void *sum, const void *bytes, size_t length);
/* Writes it as small hexadecimal digits. */
void sum_close(void *sum, char text[SUM_TEXT]);

/* Reads what gzip has packed, from the beginning of a file. */
void *gunzip_open(int file);
/* Returns how many bytes there are, 0 at the end, or less where it is not whole. */
ptrdiff_t gunzip_read(void *gunzip, void *bytes, size_t room);
void gunzip_close(void *gunzip);
