#define _GNU_SOURCE
#include "unpack.h"
#include "../starter/archive.h"
#include "bytes.h"
#include "store.h"
#include "system.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct unpacked {
  int file;
  void *sum;
  int has_failed; /* the disk */
};

static const char *write_part(void *context, const void *bytes, size_t length) {
  struct unpacked *unpacked = context;
  sum_take(unpacked->sum, bytes, length);
  for (size_t at = 0; at < length;) {
    ssize_t written = write(unpacked->file, (const char *)bytes + at, length - at);
    if (written <= 0) {
      unpacked->has_failed = 1;
      return strerror(written ? errno : ENOSPC);
    }
    at += (size_t)written;
  }
  return NULL;
}

static const char *take_all(struct archive *archive, void *gunzip) {
  static unsigned char bytes[1 << 16];
  while (!archive->is_done) {
    ptrdiff_t got = gunzip_read(gunzip, bytes, sizeof bytes);
    if (got < 0) return "the archive must be whole";
    if (got == 0) return "the archive must hold the runtime";
    const char *problem = archive_take(archive, bytes, (size_t)got);
    if (problem) return problem;
  }
  return NULL;
}

static const char *write_runtime(void *gunzip, const struct conf *conf, int file, int *is_wrong) {
  struct unpacked unpacked = {file, sum_open(sum_sha256), 0};
  struct archive archive = {conf->member, conf->executable_size, .write = write_part, .context = &unpacked};
  char text[SUM_TEXT];
  const char *problem = take_all(&archive, gunzip);
  sum_close(unpacked.sum, text);
  if (!problem && strcmp(text, conf->executable_sha256))
    problem = "the runtime must be the one that the app was made for";
  *is_wrong = problem && !unpacked.has_failed;
  return problem;
}

const char *unpack(const struct conf *conf, int archive, int folder, int *is_wrong) {
  *is_wrong = 0;
  unlinkat(folder, unpacked_name, 0);
  int file = openat(folder, unpacked_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return strerror(errno);
  void *gunzip = gunzip_open(archive);
  const char *problem = write_runtime(gunzip, conf, file, is_wrong);
  gunzip_close(gunzip);
  if (!problem && (fchmod(file, 0755) || file_sync(file))) problem = strerror(errno);
  close(file);
  if (!problem && renameat(folder, unpacked_name, folder, runtime_name)) problem = strerror(errno);
  if (problem) unlinkat(folder, unpacked_name, 0);
  else file_sync(folder);
  return problem;
}
