/* app/runtime.conf: which runtime the app needs, where it is got and how it is run. Lines of `key=value`. */
#pragma once

#include <stdint.h>

enum { most_values = 64 };

/* Values of a key that may come several times, ended by NULL. */
typedef const char *values[most_values + 1];

struct conf {
  const char *name;
  const char *version;
  const char *key;
  const char *archive_sha512;
  uint64_t archive_size; /* 0: not known */
  const char *member;
  const char *executable_sha256;
  uint64_t executable_size;
  values addresses;
  values flags;
  values unset;
};

/* Reads the `length` bytes at `text`, which must be followed by one more that is written to. What is read points into
 * it. Returns NULL, or what the file must be. */
const char *conf_parse(struct conf *conf, char *text, uint64_t length);

/* Reads the file. Returns NULL, or what it must be. */
const char *conf_read(struct conf *conf, const char *path);
