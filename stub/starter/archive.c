/* A tar archive is blocks of 512 bytes: a header, then the file filled up with zeros, and so on.
 *
 *     0  name          100 bytes, ended by NUL where it is shorter
 *   124  size          12 bytes, octal
 *   156  kind          "0" or NUL: an ordinary file
 *   257  "ustar"
 *   345  what comes before the name and a "/"     155 bytes
 *
 * Source: POSIX, pax interchange format. */
#include "archive.h"
#include <string.h>

enum { BLOCK = 512 };

/* Returns 0 for what is no octal number. */
static int parse_octal(uint64_t *number, const unsigned char *text, size_t length) {
  size_t at = 0;
  *number = 0;
  for (; at < length && text[at] >= '0' && text[at] <= '7'; at++) *number = *number * 8 + (uint64_t)(text[at] - '0');
  return at > 0 && (at == length || text[at] == 0 || text[at] == ' ');
}

static int has_name(const struct archive *archive) {
  char name[155 + 1 + 100 + 1];
  size_t length = 0;
  const char *header = (const char *)archive->header;
  if (!memcmp(header + 257, "ustar", 5) && header[345]) {
    length = strnlen(header + 345, 155);
    memcpy(name, header + 345, length);
    name[length++] = '/';
  }
  size_t last = strnlen(header, 100);
  memcpy(name + length, header, last);
  name[length + last] = 0;
  return !strcmp(name, archive->member);
}

static const char *take_header(struct archive *archive) {
  const unsigned char *header = archive->header;
  archive->in_header = 0;
  if (!header[0]) return "the archive must hold the runtime";
  if (!parse_octal(&archive->left, header + 124, 12)) return "the archive must be a tar archive";
  archive->filling = (BLOCK - archive->left % BLOCK) % BLOCK;
  archive->is_wanted = has_name(archive);
  if (!archive->is_wanted) return NULL;
  if (header[156] != '0' && header[156] != 0) return "the runtime must be a file";
  if (archive->left != archive->size) return "the runtime must have the size that the app was made for";
  return NULL;
}

static const char *take_part(struct archive *archive, const unsigned char *bytes, size_t length, size_t *part) {
  *part = length;
  if (archive->left > 0) {
    if (*part > archive->left) *part = (size_t)archive->left;
    archive->left -= *part;
    archive->is_done = archive->is_wanted && archive->left == 0;
    if (archive->is_wanted) return archive->write(archive->context, bytes, *part);
    archive->skipped += *part;
  } else if (archive->filling > 0) {
    if (*part > archive->filling) *part = (size_t)archive->filling;
    archive->filling -= *part;
  } else {
    if (*part > BLOCK - archive->in_header) *part = BLOCK - archive->in_header;
    memcpy(archive->header + archive->in_header, bytes, *part);
    archive->in_header += *part;
    archive->skipped += *part;
    if (archive->in_header == BLOCK) return take_header(archive);
  }
  return NULL;
}

const char *archive_take(struct archive *archive, const unsigned char *bytes, size_t length) {
  for (size_t part; length > 0 && !archive->is_done; bytes += part, length -= part) {
    const char *problem = take_part(archive, bytes, length, &part);
    if (problem) return problem;
    /* A few readable files lie beside a runtime, and a small archive can hold endless zeros. */
    if (archive->skipped > (uint64_t)16 << 20) return "the archive must hold less before the runtime";
  }
  return NULL;
}
