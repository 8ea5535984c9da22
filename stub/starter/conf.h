#pragma once

#include <stddef.h>
#include <stdint.h>

enum { CONF_SIZE_MAX = 1 << 16, CONF_LIST_MAX = 64 };

struct conf_list {
  const char *items[CONF_LIST_MAX];
  size_t count;
};

/* What app/runtime.conf says; all texts are UTF-8 and lie in the text it was read from. */
struct conf {
  /* The app, as people call it. */
  const char *name;
  /* Of the runtime: its version, its folder in a store, and its executable's path in the archive. */
  const char *version, *key, *member;
  /* Sums as small hexadecimal digits. */
  const char *archive_sha512, *executable_sha256;
  /* 0: not known. */
  uint64_t archive_size;
  uint64_t executable_size;
  struct conf_list addresses, flags, unset;
};

/* Reads `length` bytes of `text`, behind which is room for one more; the text is cut into pieces.
 * Returns NULL, or what it must be. */
const char *conf_parse(struct conf *conf, char *text, size_t length);
