#define _GNU_SOURCE
#include "unpack.h"
#include "../starter/archive.h"
#include "toolkit.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  sha256 = 2, /* G_CHECKSUM_SHA256 */
  gzip = 1,   /* G_ZLIB_COMPRESSOR_FORMAT_GZIP */
};

struct unpacked {
  int file;
  void *sum;
};

static const char *write_part(void *context, const void *bytes, size_t length) {
  const struct unpacked *unpacked = context;
  network.g_checksum_update(unpacked->sum, bytes, (ptrdiff_t)length);
  for (size_t at = 0; at < length;) {
    ssize_t written = write(unpacked->file, (const char *)bytes + at, length - at);
    if (written <= 0) return strerror(written ? errno : ENOSPC);
    at += (size_t)written;
  }
  return NULL;
}

static const char *take_all(struct archive *archive, void *stream) {
  static unsigned char bytes[1 << 16];
  while (!archive->is_done) {
    ptrdiff_t got = network.g_input_stream_read(stream, bytes, sizeof bytes, NULL, NULL);
    if (got < 0) return "the archive must be whole";
    if (got == 0) return "the archive must hold the runtime";
    const char *problem = archive_take(archive, bytes, (size_t)got);
    if (problem) return problem;
  }
  return NULL;
}

static const char *write_runtime(void *stream, const struct conf *conf, int file) {
  struct unpacked unpacked = {file, network.g_checksum_new(sha256)};
  struct archive archive = {conf->member, conf->executable_size, .write = write_part, .context = &unpacked};
  const char *problem = take_all(&archive, stream);
  if (!problem && strcmp(network.g_checksum_get_string(unpacked.sum), conf->executable_sha256))
    problem = "the runtime must be the one that the app was made for";
  network.g_checksum_free(unpacked.sum);
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
