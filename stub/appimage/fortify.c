/* Debian's libzstd.a was compiled with checks that call these functions of glibc; musl has no such functions. */
#include <stdlib.h>
#include <string.h>

void *__memcpy_chk(void *to, const void *from, size_t length, size_t room) {
  if (length > room) abort();
  return memcpy(to, from, length);
}

void *__memmove_chk(void *to, const void *from, size_t length, size_t room) {
  if (length > room) abort();
  return memmove(to, from, length);
}

void *__memset_chk(void *to, int byte, size_t length, size_t room) {
  if (length > room) abort();
  return memset(to, byte, length);
}
