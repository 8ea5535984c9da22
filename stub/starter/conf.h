#pragma once

#include <stddef.h>
#include <stdint.h>

/* What is taken; src/contract/shipped/runtime-conf.ts has the same numbers for those who write it. */
enum {
  CONF_SIZE_MAX = 65536, /* of the whole file */
  CONF_LIST_MAX = 64,    /* lines of one key */
  CONF_FOLDER_NAME_MAX = 100,
  CONF_MEMBER_MAX = 99,
  CONF_HOST_MAX = 255, /* of an address */
  CONF_PATH_MAX = 2047
};

/* A package of the runtime has less than this, and sums of sizes stay far from where numbers end. */
#define CONF_BYTES_MAX UINT64_C(4294967296)

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
