/* A .tgz is a gzip stream of blocks of 512 bytes: a header, then the file filled up with zeros, and so on.
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
#include <zlib.h>

enum { BLOCK = 512, CHUNK = 1 << 16 };

struct unpacking {
  const char *member;
  uint64_t size;
  const struct archive_streams *streams;
  unsigned char header[BLOCK];
  size_t in_header;
  /* Of the file that is read just now, and of what fills it up. */
  uint64_t left, filling;
  /* Of all that is not wanted. */
  uint64_t skipped;
  int is_wanted, is_done;
};

/* 0 for what is no number, which then is no size that is wanted either. */
static uint64_t octal(const unsigned char *text, size_t length) {
  uint64_t number = 0;
  size_t i = 0;
  while (i < length && text[i] == ' ') i++;
  for (; i < length && text[i] >= '0' && text[i] <= '7'; i++) number = number * 8 + (uint64_t)(text[i] - '0');
  return i < length && text[i] != 0 && text[i] != ' ' ? 0 : number;
}

static int has_name(const struct unpacking *unpacking) {
  char name[155 + 1 + 100 + 1];
  size_t length = 0;
  const char *header = (const char *)unpacking->header;
  if (!memcmp(header + 257, "ustar", 5) && header[345]) {
    length = strnlen(header + 345, 155);
    memcpy(name, header + 345, length);
    name[length++] = '/';
  }
  size_t last = strnlen(header, 100);
  memcpy(name + length, header, last);
  name[length + last] = 0;
  return !strcmp(name, unpacking->member);
}

static const char *take_header(struct unpacking *unpacking) {
  const unsigned char *header = unpacking->header;
  unpacking->in_header = 0;
  unpacking->left = octal(header + 124, 12);
  unpacking->filling = (BLOCK - unpacking->left % BLOCK) % BLOCK;
  unpacking->is_wanted = has_name(unpacking);
  if (!unpacking->is_wanted) return NULL;
  if (header[156] != '0' && header[156] != 0) return "what is called like the executable is no file";
  if (unpacking->left != unpacking->size) return "the executable has another size";
  return NULL;
}

static const char *take(struct unpacking *unpacking, const unsigned char *bytes, size_t length) {
  while (length > 0 && !unpacking->is_done) {
    size_t part = length;
    if (unpacking->left > 0) {
      if (part > unpacking->left) part = (size_t)unpacking->left;
      unpacking->left -= part;
      if (!unpacking->is_wanted) unpacking->skipped += part;
      else if (!unpacking->streams->write(unpacking->streams->context, bytes, part)) return "it cannot be written";
      if (unpacking->is_wanted && unpacking->left == 0) unpacking->is_done = 1;
    } else if (unpacking->filling > 0) {
      if (part > unpacking->filling) part = (size_t)unpacking->filling;
      unpacking->filling -= part;
    } else {
      if (part > BLOCK - unpacking->in_header) part = BLOCK - unpacking->in_header;
      memcpy(unpacking->header + unpacking->in_header, bytes, part);
      unpacking->in_header += part;
      unpacking->skipped += part;
      const char *problem = unpacking->in_header == BLOCK ? take_header(unpacking) : NULL;
      if (problem) return problem;
    }
    /* A few readable files lie beside an executable, and a small archive can hold endless zeros. */
    if (unpacking->skipped > (uint64_t)16 << 20) return "too much lies before the executable";
    bytes += part;
    length -= part;
  }
  return NULL;
}

static const char *inflate_all(struct unpacking *unpacking, z_stream *stream) {
  static unsigned char packed[CHUNK], unpacked[CHUNK];
  int state = Z_OK;
  while (!unpacking->is_done && state != Z_STREAM_END) {
    if (stream->avail_in == 0) {
      long length = unpacking->streams->read(unpacking->streams->context, packed, sizeof packed);
      if (length < 0) return "it cannot be read";
      if (length == 0) return "it ends too early";
      stream->next_in = packed;
      stream->avail_in = (uInt)length;
    }
    stream->next_out = unpacked;
    stream->avail_out = sizeof unpacked;
    state = inflate(stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) return "it is no gzip archive";
    const char *problem = take(unpacking, unpacked, sizeof unpacked - stream->avail_out);
    if (problem) return problem;
  }
  return unpacking->is_done ? NULL : "the executable is not in it";
}

const char *archive_unpack(const char *member, uint64_t size, const struct archive_streams *streams) {
  struct unpacking unpacking = {.member = member, .size = size, .streams = streams};
  z_stream stream = {0};
  /* 16: with the head of gzip. */
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return "there is too little memory";
  const char *problem = inflate_all(&unpacking, &stream);
  inflateEnd(&stream);
  return problem;
}
