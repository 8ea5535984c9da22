#define _GNU_SOURCE
#include "unpack.h"
#include "toolkit.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A tar archive: for each member a header, and its bytes filled up to whole blocks. */
enum { block_size = 512, chunk_size = 1 << 16 };

struct header {
  char name[100];
  char owner[24];
  char size[12]; /* octal */
  char time[12];
  char checksum[8];
  char kind;
  char link[100];
  char magic[88];
  char prefix[155]; /* of the name */
  char rest[12];
};
_Static_assert(sizeof(struct header) == block_size, "a header is a block");

enum {
  around = 256 << 20, /* what the archive unpacks to beside the runtime, at most */
  sha256 = 2,         /* G_CHECKSUM_SHA256 */
  gzip = 1,           /* G_ZLIB_COMPRESSOR_FORMAT_GZIP */
};

static int is_whole(void *stream, void *bytes, size_t length) {
  size_t got = 0;
  return network.g_input_stream_read_all(stream, bytes, length, &got, NULL, NULL) && got == length;
}

static int is_named(const struct header *header, const char *member) {
  char name[sizeof header->prefix + sizeof header->name + 2];
  int prefix = (int)strnlen(header->prefix, sizeof header->prefix);
  int length = (int)strnlen(header->name, sizeof header->name);
  snprintf(name, sizeof name, "%.*s%s%.*s", prefix, header->prefix, prefix ? "/" : "", length, header->name);
  return !strcmp(name, member);
}

/* Returns 0 for what is no octal number. */
static int size_of(const struct header *header, uint64_t *size) {
  *size = 0;
  size_t at = 0;
  for (; at < sizeof header->size && header->size[at] >= '0' && header->size[at] <= '7'; at++)
    *size = *size * 8 + (uint64_t)(header->size[at] - '0');
  return at > 0 && (at == sizeof header->size || header->size[at] == ' ' || !header->size[at]);
}

/* Reads up to the bytes of the wanted member. */
static const char *seek(void *stream, const struct conf *conf) {
  static char bytes[chunk_size];
  uint64_t left = conf->executable_size + around;
  for (;;) {
    struct header header;
    uint64_t size;
    if (!is_whole(stream, &header, sizeof header)) return "the archive must be whole";
    if (!*header.name) return "the archive must hold the runtime";
    if (!size_of(&header, &size)) return "the archive must be a tar archive";
    if (is_named(&header, conf->member)) {
      if (header.kind != '0' && header.kind) return "the runtime must be a file";
      return size == conf->executable_size ? NULL : "the runtime must have another size";
    }
    uint64_t filled = (size + block_size - 1) / block_size * block_size;
    if (filled > left) return "the archive must be smaller";
    left -= filled;
    for (uint64_t length; filled; filled -= length) {
      length = filled < chunk_size ? filled : chunk_size;
      if (!is_whole(stream, bytes, length)) return "the archive must be whole";
    }
  }
}

static const char *write_runtime(void *stream, const struct conf *conf, int file) {
  static char bytes[chunk_size];
  void *sum = network.g_checksum_new(sha256);
  const char *problem = seek(stream, conf);
  for (uint64_t left = conf->executable_size, length; !problem && left; left -= length) {
    length = left < chunk_size ? left : chunk_size;
    if (!is_whole(stream, bytes, length)) problem = "the archive must be whole";
    network.g_checksum_update(sum, bytes, (ptrdiff_t)length);
    for (uint64_t at = 0; !problem && at < length;) {
      ssize_t written = write(file, bytes + at, length - at);
      if (written <= 0) problem = strerror(written ? errno : ENOSPC);
      else at += (uint64_t)written;
    }
  }
  if (!problem && strcmp(network.g_checksum_get_string(sum), conf->executable_sha256))
    problem = "the runtime must be the one that the app was made for";
  network.g_checksum_free(sum);
  return problem;
}

const char *unpack(const struct conf *conf, int archive, int folder) {
  unlinkat(folder, unpacked_name, 0);
  int file = openat(folder, unpacked_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return strerror(errno);
  lseek(archive, 0, SEEK_SET);
  void *packed = network.g_unix_input_stream_new(archive, 0);
  void *decompressor = network.g_zlib_decompressor_new(gzip);
  void *stream = network.g_converter_input_stream_new(packed, decompressor);
  const char *problem = write_runtime(stream, conf, file);
  network.g_object_unref(stream);
  network.g_object_unref(decompressor);
  network.g_object_unref(packed);
  if (!problem && (fchmod(file, 0755) || fsync(file))) problem = strerror(errno);
  close(file);
  if (!problem && renameat(folder, unpacked_name, folder, runtime_name)) problem = strerror(errno);
  if (problem) unlinkat(folder, unpacked_name, 0);
  else fsync(folder);
  return problem;
}
