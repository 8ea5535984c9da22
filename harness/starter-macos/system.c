/* What of libSystem Linux does not have. */
#include "../../stub/starter-macos/sysroot/CommonCrypto/CommonDigest.h"
#include "../../stub/starter-macos/sysroot/sys/acl.h"
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#undef dlopen

/* It ends without tidying up, and objects that were let go of stay. */
const char *__asan_default_options(void) { return "detect_leaks=0"; }

int _NSGetExecutablePath(char *path, uint32_t *room) {
  ssize_t length = readlink("/proc/self/exe", path, *room - 1);
  if (length < 0) return -1;
  path[length] = 0;
  return 0;
}

/* All but libz is in this program. */
void *stand_in_dlopen(const char *path, int flags) {
  return dlopen(strstr(path, "/libz.") ? "libz.so.1" : NULL, flags);
}

/* STAND_IN_RIGHTS is "<path>:<list>" with the list of rights of one file: `allow`, `deny`, or both with a comma between. */
acl_t acl_get_fd_np(int file, acl_type_t type) {
  (void)type;
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  const char *rights = getenv("STAND_IN_RIGHTS");
  if (length > 0 && rights && !strncmp(rights, path, (size_t)length) && rights[length] == ':')
    return (acl_t)strdup(rights + length + 1);
  errno = ENOENT;
  return NULL;
}

int acl_get_entry(acl_t list, int which, acl_entry_t *entry) {
  static char *rest;
  char *one = strtok_r(which == ACL_FIRST_ENTRY ? (char *)list : NULL, ",", &rest);
  *entry = (acl_entry_t)one;
  return one ? 0 : -1;
}

int acl_get_tag_type(acl_entry_t entry, acl_tag_t *tag) {
  *tag = strcmp((char *)entry, "deny") ? ACL_EXTENDED_ALLOW : ACL_EXTENDED_DENY;
  return 0;
}

int acl_free(void *list) {
  free(list);
  return 0;
}

int fclonefileat(int from, int folder, const char *name, unsigned flags) {
  (void)flags;
  if (getenv("STAND_IN_OLD_DISK")) {
    errno = ENOTSUP;
    return -1;
  }
  struct stat state;
  int to = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (to < 0 || fstat(from, &state)) return -1;
  off_t at = 0;
  while (at < state.st_size && sendfile(to, from, &at, (size_t)(state.st_size - at)) > 0) continue;
  fchmod(to, state.st_mode);
  close(to);
  return at == state.st_size ? 0 : -1;
}

/* Sums are GLib's. */
enum { GLIB_SHA256 = 2, GLIB_SHA512 = 3 };

static void *glib(const char *name) {
  static void *library;
  if (!library) library = dlopen("libglib-2.0.so.0", RTLD_NOW);
  void *found = library ? dlsym(library, name) : NULL;
  if (!found) abort();
  return found;
}

static int take(void *sum, const void *bytes, CC_LONG length) {
  ((void (*)(void *, const void *, ptrdiff_t))glib("g_checksum_update"))(sum, bytes, length);
  return 1;
}

static int end(void *sum, unsigned char *digest, size_t length) {
  ((void (*)(void *, unsigned char *, size_t *))glib("g_checksum_get_digest"))(sum, digest, &length);
  ((void (*)(void *))glib("g_checksum_free"))(sum);
  return 1;
}

static void *sum_in(const void *context) {
  void *sum;
  memcpy(&sum, context, sizeof sum);
  return sum;
}

static int open_sum(void *context, int kind) {
  void *sum = ((void *(*)(int))glib("g_checksum_new"))(kind);
  memcpy(context, &sum, sizeof sum);
  return 1;
}

int CC_SHA256_Init(CC_SHA256_CTX *sum) { return open_sum(sum, GLIB_SHA256); }
int CC_SHA512_Init(CC_SHA512_CTX *sum) { return open_sum(sum, GLIB_SHA512); }
int CC_SHA256_Update(CC_SHA256_CTX *sum, const void *bytes, CC_LONG length) { return take(sum_in(sum), bytes, length); }
int CC_SHA512_Update(CC_SHA512_CTX *sum, const void *bytes, CC_LONG length) { return take(sum_in(sum), bytes, length); }
int CC_SHA256_Final(unsigned char *digest, CC_SHA256_CTX *sum) { return end(sum_in(sum), digest, 32); }
int CC_SHA512_Final(unsigned char *digest, CC_SHA512_CTX *sum) { return end(sum_in(sum), digest, 64); }

int pthread_cond_timedwait_relative_np(pthread_cond_t *changed, pthread_mutex_t *mutex, const struct timespec *time) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += time->tv_sec;
  return pthread_cond_timedwait(changed, mutex, &end);
}
