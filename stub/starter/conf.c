/* runtime.conf: UTF-8 lines "key=value", each ended by a line feed. One key is one fact, unknown keys are for others, and
 * three keys may come again and again: address, flag and unset. */
#include "conf.h"
#include <string.h>

static int is_hexadecimal(const char *text, size_t length) {
  return text && strlen(text) == length && strspn(text, "0123456789abcdef") == length;
}

/* The name of a folder, and of nothing beside it; Windows takes dots from the end of names. */
static int is_folder_name(const char *text) {
  static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+-";
  size_t length = text ? strlen(text) : 0;
  if (length == 0 || length > CONF_FOLDER_NAME_MAX || text[0] == '.' || text[length - 1] == '.') return 0;
  return strspn(text, allowed) == length;
}

static int is_plain_text(const char *text, size_t length) {
  for (const char *at = text; at < text + length; at++)
    if (((unsigned char)*at < ' ' && *at != '\n') || *at == 127) return 0;
  return 1;
}

static int is_utf8(const char *text, size_t length) {
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

static const char *set_once(const char **field, const char *value) {
  if (*field) return "must name every key once";
  *field = value;
  return NULL;
}

static const char *set_size(uint64_t *field, const char *value) {
  if (*field) return "must name every key once";
  for (; *value >= '0' && *value <= '9' && *field <= CONF_BYTES_MAX; value++)
    *field = *field * 10 + (uint64_t)(*value - '0');
  return *value || *field == 0 || *field > CONF_BYTES_MAX ? "must give sizes as numbers of bytes" : NULL;
}

static const char *add(struct conf_list *list, const char *value) {
  if (list->count == CONF_LIST_MAX) return "must have fewer lines of one key";
  list->items[list->count++] = value;
  return NULL;
}

static const char *take(struct conf *conf, const char **format, const char *key, const char *value) {
  if (!strcmp(key, "format")) return set_once(format, value);
  if (!strcmp(key, "name")) return set_once(&conf->name, value);
  if (!strcmp(key, "version")) return set_once(&conf->version, value);
  if (!strcmp(key, "key")) return set_once(&conf->key, value);
  if (!strcmp(key, "archive-sha512")) return set_once(&conf->archive_sha512, value);
  if (!strcmp(key, "archive-size")) return set_size(&conf->archive_size, value);
  if (!strcmp(key, "member")) return set_once(&conf->member, value);
  if (!strcmp(key, "executable-sha256")) return set_once(&conf->executable_sha256, value);
  if (!strcmp(key, "executable-size")) return set_size(&conf->executable_size, value);
  if (!strcmp(key, "address")) return add(&conf->addresses, value);
  if (!strcmp(key, "flag")) return add(&conf->flags, value);
  if (!strcmp(key, "unset")) return add(&conf->unset, value);
  return NULL;
}

static const char *check(const struct conf *conf, const char *format) {
  if (!format || strcmp(format, "1")) return "must be of format 1";
  if (!conf->name || !*conf->name) return "must give the app's name";
  if (!is_folder_name(conf->version) || !is_folder_name(conf->key)) return "must give a version and a key";
  if (!conf->member || !*conf->member || strlen(conf->member) > CONF_MEMBER_MAX)
    return "must give the member of the archive";
  if (!is_hexadecimal(conf->archive_sha512, 128) || !is_hexadecimal(conf->executable_sha256, 64))
    return "must give both hashes";
  if (!conf->executable_size) return "must give the size of the executable";
  return NULL;
}

const char *conf_parse(struct conf *conf, char *text, size_t length) {
  const char *format = NULL;
  memset(conf, 0, sizeof *conf);
  if (length > CONF_SIZE_MAX) return "must be shorter";
  /* It may have been cut off in the middle of a line. */
  if (length == 0 || text[length - 1] != '\n') return "must end with a whole line";
  if (!is_plain_text(text, length)) return "must be plain lines of text";
  if (!is_utf8(text, length)) return "must be UTF-8";
  text[length] = 0;
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    char *equals = strchr(line, '=');
    if (!equals) return "must be lines of key=value";
    *equals = 0;
    const char *problem = take(conf, &format, line, equals + 1);
    if (problem) return problem;
  }
  return check(conf, format);
}
