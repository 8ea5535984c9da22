#include "../starter-unix/bytes.h"
#include "frameworks.h"
#include <CommonCrypto/CommonDigest.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct sum {
  enum sum_kind kind;
  union {
    CC_SHA256_CTX sha256;
    CC_SHA512_CTX sha512;
  };
};

void *sum_open(enum sum_kind kind) {
  struct sum *sum = malloc(sizeof *sum);
  if (!sum) abort();
  sum->kind = kind;
  if (kind == sum_sha256) CC_SHA256_Init(&sum->sha256);
  else CC_SHA512_Init(&sum->sha512);
  return sum;
}

void sum_take(void *of, const void *bytes, size_t length) {
  struct sum *sum = of;
  if (sum->kind == sum_sha256) CC_SHA256_Update(&sum->sha256, bytes, (CC_LONG)length);
  else CC_SHA512_Update(&sum->sha512, bytes, (CC_LONG)length);
}

void sum_close(void *of, char text[SUM_TEXT]) {
  struct sum *sum = of;
  unsigned char digest[64];
  size_t length = sum->kind == sum_sha256 ? 32 : 64;
  if (sum->kind == sum_sha256) CC_SHA256_Final(digest, &sum->sha256);
  else CC_SHA512_Final(digest, &sum->sha512);
  for (size_t at = 0; at < length; at++) snprintf(text + at * 2, 3, "%02x", digest[at]);
  free(sum);
}

struct gunzip {
  int file;
  int is_ended;
  struct z_stream stream;
  unsigned char packed[1 << 16];
};

enum { WITH_HEAD_OF_GZIP = 16, LARGEST_WINDOW = 15, NO_FLUSH = 0, OK = 0, STREAM_END = 1 };

void *gunzip_open(int file) {
  struct gunzip *gunzip = calloc(1, sizeof *gunzip);
  if (!gunzip) abort();
  gunzip->file = file;
  lseek(file, 0, SEEK_SET);
  gunzip->is_ended =
      frameworks.inflateInit2_(&gunzip->stream, WITH_HEAD_OF_GZIP + LARGEST_WINDOW, "1", sizeof gunzip->stream) != OK;
  return gunzip;
}

ptrdiff_t gunzip_read(void *of, void *bytes, size_t room) {
  struct gunzip *gunzip = of;
  struct z_stream *stream = &gunzip->stream;
  stream->next_out = bytes;
  stream->avail_out = (unsigned)room;
  while (!gunzip->is_ended && stream->avail_out == room) {
    if (!stream->avail_in) {
      ssize_t got = read(gunzip->file, gunzip->packed, sizeof gunzip->packed);
      if (got <= 0) return -1;
      stream->next_in = gunzip->packed;
      stream->avail_in = (unsigned)got;
    }
    int state = frameworks.inflate(stream, NO_FLUSH);
    if (state != OK && state != STREAM_END) return -1;
    gunzip->is_ended = state == STREAM_END;
  }
  return (ptrdiff_t)(room - stream->avail_out);
}

void gunzip_close(void *of) {
  struct gunzip *gunzip = of;
  frameworks.inflateEnd(&gunzip->stream);
  free(gunzip);
}
