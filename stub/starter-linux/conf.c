#define _GNU_SOURCE
#include "conf.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { longest = 1 << 16 };

/* A package of the runtime has less than this, and sums of sizes stay far from where numbers end. */
static const uint64_t largest = UINT64_C(1) << 32;

static int is_number(const char *text, uint64_t *number) {
  uint64_t sum = 0;
  if (!*text) return 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return 0;
    sum = sum * 10 + (uint64_t)(*text - '0');
    if (sum > largest) return 0;
  }
  *number = sum;
  return sum > 0;
}

static int is_hex(const char *text, size_t length) {
  return text && strlen(text) == length && strspn(text, "0123456789abcdef") == length;
}

/* The name of a folder, and of nothing beside it. */
static int is_folder_name(const char *text) {
  static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+_-";
  return text && *text && *text != '.' && strlen(text) <= 100 && strspn(text, allowed) == strlen(text);
}

static int is_utf8(const char *text, uint64_t length) {
  const unsigned char *at = (const unsigned char *)text, *end = at + length;
  while (at < end) {
    unsigned char first = *at++;
    int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
    if (more < 0 || end - at < more) return 0;
    /* Too long for what they say, half of a pair, or past the last one. */
    if ((first == 0xe0 && *at < 0xa0) || (first == 0xed && *at > 0x9f)) return 0;
    if ((first == 0xf0 && *at < 0x90) || (first == 0xf4 && *at > 0x8f)) return 0;
    for (; more > 0; more--)
      if ((*at++ & 0xc0) != 0x80) return 0;
  }
  return 1;
}

static int add(values list, const char *value) {
  for (int at = 0; at < most_values; at++) {
    if (list[at]) continue;
    list[at] = value;
    return 1;
  }
  return 0;
}

static int set(const char **place, const char *value) {
  if (*place) return 0;
  *place = value;
  return 1;
}

static const char *read_line(struct conf *conf, const char **format, const char *key, const char *value) {
  struct {
    const char *key;
    const char **place;
    const char **list;
    uint64_t *number;
  } fields[] = {
      {"format", format, NULL, NULL},
      {"name", &conf->name, NULL, NULL},
      {"version", &conf->version, NULL, NULL},
      {"key", &conf->key, NULL, NULL},
      {"archive-sha512", &conf->archive_sha512, NULL, NULL},
      {"archive-size", NULL, NULL, &conf->archive_size},
      {"member", &conf->member, NULL, NULL},
      {"executable-sha256", &conf->executable_sha256, NULL, NULL},
      {"executable-size", NULL, NULL, &conf->executable_size},
      {"address", NULL, conf->addresses, NULL},
      {"flag", NULL, conf->flags, NULL},
      {"unset", NULL, conf->unset, NULL},
  };
  for (size_t at = 0; at < sizeof fields / sizeof *fields; at++) {
    if (strcmp(fields[at].key, key)) continue;
    if (fields[at].list) return add(fields[at].list, value) ? NULL : "must have fewer lines of one key";
    if (fields[at].place) return set(fields[at].place, value) ? NULL : "must name every key once";
    if (*fields[at].number) return "must name every key once";
    return is_number(value, fields[at].number) ? NULL : "must give sizes as numbers of bytes";
  }
  return NULL; /* of a newer format, or a note */
}

const char *conf_parse(struct conf *conf, char *text, uint64_t length) {
  memset(conf, 0, sizeof *conf);
  for (uint64_t at = 0; at < length; at++)
    if (((unsigned char)text[at] < ' ' && text[at] != '\n') || text[at] == 127) return "must be plain lines of text";
  if (!is_utf8(text, length)) return "must be UTF-8";
  text[length] = 0;
  const char *format = NULL;
  for (char *line = text, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    if (!*line) continue;
    char *value = strchr(line, '=');
    if (!value) return "must be lines of key=value";
    *value++ = 0;
    const char *problem = read_line(conf, &format, line, value);
    if (problem) return problem;
  }
  if (!format || strcmp(format, "1")) return "must be of format 1";
  if (!conf->name || !*conf->name) return "must give the app's name";
  if (!is_folder_name(conf->version) || !is_folder_name(conf->key)) return "must give a version and a key";
  if (!conf->member || !*conf->member) return "must give the member of the archive";
  if (!is_hex(conf->archive_sha512, 128) || !is_hex(conf->executable_sha256, 64)) return "must give both hashes";
  if (!conf->executable_size) return "must give the size of the executable";
  return NULL;
}

const char *conf_read(struct conf *conf, const char *path) {
  static char text[longest + 1];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return "must be there";
  size_t length = 0;
  ssize_t got = -1;
  while (length < sizeof text && (got = read(file, text + length, sizeof text - length)) > 0) length += (size_t)got;
  close(file);
  if (got < 0) return "must be a file";
  if (length > longest) return "must be shorter";
  return conf_parse(conf, text, length);
}
