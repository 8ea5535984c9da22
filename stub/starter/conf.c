/* runtime.conf: UTF-8 lines "key=value", each ended by a line feed. One key is one fact, unknown keys are for others, and
 * three keys may come again and again: address, flag and unset. */
#include "conf.h"
#include <string.h>

static int is_hexadecimal(const char *text, size_t length) {
  return strlen(text) == length && strspn(text, "0123456789abcdef") == length;
}

static const char *parse_size(uint64_t *size, const char *text) {
  size_t length = strlen(text);
  if (length == 0 || length > 15 || strspn(text, "0123456789") != length) return "a size is no number";
  *size = 0;
  for (; *text; text++) *size = *size * 10 + (uint64_t)(*text - '0');
  return NULL;
}

/* It becomes the name of a folder. */
static int is_key(const char *text) {
  static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+-";
  size_t length = strlen(text);
  return length > 0 && length <= 100 && text[0] != '.' && text[length - 1] != '.' && strspn(text, allowed) == length;
}

static const char *set_once(const char **field, const char *value) {
  if (*field) return "a key stands there twice";
  *field = value;
  return NULL;
}

static const char *add(struct conf_list *list, const char *value) {
  if (list->count == CONF_LIST_MAX) return "a key stands there too often";
  list->items[list->count++] = value;
  return NULL;
}

struct texts {
  const char *format, *archive_size, *executable_size;
};

static const char *take(struct conf *conf, struct texts *texts, const char *key, const char *value) {
  if (!strcmp(key, "format")) return set_once(&texts->format, value);
  if (!strcmp(key, "name")) return set_once(&conf->name, value);
  if (!strcmp(key, "version")) return set_once(&conf->version, value);
  if (!strcmp(key, "key")) return set_once(&conf->key, value);
  if (!strcmp(key, "archive-sha512")) return set_once(&conf->archive_sha512, value);
  if (!strcmp(key, "archive-size")) return set_once(&texts->archive_size, value);
  if (!strcmp(key, "member")) return set_once(&conf->member, value);
  if (!strcmp(key, "executable-sha256")) return set_once(&conf->executable_sha256, value);
  if (!strcmp(key, "executable-size")) return set_once(&texts->executable_size, value);
  if (!strcmp(key, "address")) return add(&conf->addresses, value);
  if (!strcmp(key, "flag")) return add(&conf->flags, value);
  if (!strcmp(key, "unset")) return add(&conf->unset, value);
  return NULL;
}

static const char *check(struct conf *conf, const struct texts *texts) {
  const char *problem = NULL;
  if (!texts->format || strcmp(texts->format, "1")) return "it has another format than 1";
  if (!conf->name || !*conf->name) return "name is missing";
  if (!conf->version || !*conf->version) return "version is missing";
  if (!conf->key || !is_key(conf->key)) return "key is missing, or no name of a folder";
  if (!conf->member || !*conf->member || strlen(conf->member) > 99) return "member is missing, or too long";
  if (!conf->archive_sha512 || !is_hexadecimal(conf->archive_sha512, 128)) return "archive-sha512 is missing, or no sum";
  if (!conf->executable_sha256 || !is_hexadecimal(conf->executable_sha256, 64))
    return "executable-sha256 is missing, or no sum";
  if (texts->archive_size) problem = parse_size(&conf->archive_size, texts->archive_size);
  if (!problem && !texts->executable_size) problem = "executable-size is missing";
  if (!problem) problem = parse_size(&conf->executable_size, texts->executable_size);
  if (!problem && conf->executable_size == 0) problem = "executable-size is 0";
  return problem;
}

const char *conf_parse(struct conf *conf, char *text, size_t length) {
  struct texts texts = {0};
  memset(conf, 0, sizeof *conf);
  if (length == 0) return "it is empty";
  if (length > CONF_SIZE_MAX) return "it is too long";
  /* Also what was cut off in the middle of a line. */
  if (text[length - 1] != '\n') return "its last line has no end";
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if ((byte < 0x20 && byte != '\n') || byte == 0x7f) return "it holds a control character";
  }
  text[length] = 0;
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    char *equals = strchr(line, '=');
    if (!equals) return "a line has no \"=\"";
    *equals = 0;
    const char *problem = take(conf, &texts, line, equals + 1);
    if (problem) return problem;
  }
  return check(conf, &texts);
}
