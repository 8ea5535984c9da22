/**
 * C functions with the names, arguments and layouts of Apple's, over the calls of this machine.
 * `find_symbol` returns the address of each. Written from getattrlist(2), getattrlistbulk(2),
 * rename(2), pathconf(2) and copyfile(3) of macOS.
 */
export const libsystemInC = `
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

struct attrlist { uint16_t bitmapcount, reserved; uint32_t common, vol, dir, file, fork; };
struct reference { int32_t offset; uint32_t length; };

static int *apple_error(void) { return __errno_location(); }

static uint32_t kind(mode_t mode) { return S_ISREG(mode) ? 1 : S_ISDIR(mode) ? 2 : S_ISLNK(mode) ? 5 : 7; }

static char *put(char *at, const void *value, size_t size) { memcpy(at, value, size); return at + size; }

static int answer(const struct attrlist *list, const struct stat *found, const char *path, char *room, size_t size) {
  if (list->bitmapcount != 5 || list->vol || list->dir || list->file || list->fork) { errno = EINVAL; return -1; }
  char bytes[8192], *at = bytes + 4;
  if (list->common & 0x2) at = put(at, &(int32_t){found->st_dev}, 4);
  if (list->common & 0x8) at = put(at, &(uint32_t){kind(found->st_mode)}, 4);
  if (list->common & 0x02000000) at = put(at, &(uint64_t){found->st_ino}, 8);
  if (list->common & 0x08000000) {
    uint32_t length = strlen(path) + 1;
    at = put(at, &(struct reference){8, length}, 8);
    at = put(at, path, length);
  }
  uint32_t total = at - bytes;
  put(bytes, &total, 4);
  memcpy(room, bytes, total < size ? total : size);
  return 0;
}

static int apple_getattrlist(const char *path, struct attrlist *list, void *room, size_t size, unsigned long options) {
  struct stat found;
  char real[4096];
  if ((options & 1 ? lstat : stat)(path, &found) || !realpath(path, real)) return -1;
  return answer(list, &found, real, room, size);
}

static int apple_fgetattrlist(int file, struct attrlist *list, void *room, size_t size, unsigned long options) {
  struct stat found;
  char link[64], real[4096];
  sprintf(link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, real, sizeof real - 1);
  if (length < 0 || fstat(file, &found)) return -1;
  real[length] = 0;
  return answer(list, &found, real, room, size);
}

static int apple_getattrlistat(int folder, const char *name, struct attrlist *list, void *room, size_t size,
                               unsigned long options) {
  struct stat found;
  if (fstatat(folder, name, &found, options & 1 ? AT_SYMLINK_NOFOLLOW : 0)) return -1;
  return answer(list, &found, "", room, size);
}

// Two entries at a time; a folder goes on where it was, from which lseek(0) takes it back.
static int apple_getattrlistbulk(int folder, struct attrlist *list, void *room, size_t size, uint64_t options) {
  if (list->bitmapcount != 5 || list->common != 0x80000009) { errno = EINVAL; return -1; }
  DIR *names = fdopendir(dup(folder));
  char *at = room;
  int count = 0;
  for (struct dirent *entry; count < 2 && (entry = readdir(names));) {
    struct stat found;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    fstatat(folder, entry->d_name, &found, AT_SYMLINK_NOFOLLOW);
    uint32_t length = strlen(entry->d_name) + 1, total = (36 + length + 7) & ~7u;
    memset(at, 0, total);
    put(at, &total, 4);
    put(at + 4, &list->common, 4);
    put(at + 24, &(struct reference){12, length}, 8);
    put(at + 32, &(uint32_t){kind(found.st_mode)}, 4);
    put(at + 36, entry->d_name, length);
    at += total;
    count++;
    lseek(folder, telldir(names), SEEK_SET);
  }
  closedir(names);
  return count;
}

static int apple_unlinkat(int folder, const char *name, int flags) {
  return unlinkat(folder, name, flags & 0x80 ? AT_REMOVEDIR : 0);
}

static int apple_renamex_np(const char *from, const char *to, unsigned flags) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags & 2 ? RENAME_EXCHANGE : 0);
}

// Only extended attributes: this machine has other access lists.
static int apple_fcopyfile(int from, int to, void *state, unsigned what) {
  if (state || what != (1 | 4)) { errno = EINVAL; return -1; }
  char names[4096], value[4096];
  ssize_t length = flistxattr(from, names, sizeof names);
  for (char *name = names; name < names + length; name += strlen(name) + 1) {
    ssize_t size = fgetxattr(from, name, value, sizeof value);
    if (size < 0 || fsetxattr(to, name, value, size, 0)) return -1;
  }
  return 0;
}

static long apple_pathconf(const char *path, int which) {
  if (which == 11) return access(path, F_OK) ? -1 : 1;
  errno = EINVAL;
  return -1;
}

static int apple_path(char *room, uint32_t *size) {
  const char *path = "/Applications/A.app/Contents/MacOS/a";
  if (*size <= strlen(path)) return -1;
  strcpy(room, path);
  return 0;
}

// One list with a text that is no address, as short texts are in Apple's runtime; then an empty
// list, then none.
static const uint64_t tag = 0x8000000000000a1b;
static int lists[2], given, held;

static void *apple_languages(void) {
  if (held) abort();
  if (given == 2) return 0;
  held = 1;
  return &lists[given++];
}
static long apple_count(const void *list) { return list == &lists[0] ? 3 : 0; }
static uint64_t apple_value(const void *list, long index) { return list == &lists[0] && index == 0 ? tag : 0; }
static unsigned char apple_text(uint64_t text, char *room, long size, uint32_t encoding) {
  if (text != tag || encoding != 0x08000100 || size < 11) return 0;
  strcpy(room, "zh-Hans-CN");
  return 1;
}
static void apple_release(const void *list) { held = 0; }

void *find_symbol(const char *name) {
  struct { const char *name; void *address; } table[] = {
    {"__error", apple_error}, {"getattrlist", apple_getattrlist}, {"fgetattrlist", apple_fgetattrlist},
    {"getattrlistat", apple_getattrlistat}, {"getattrlistbulk", apple_getattrlistbulk}, {"lseek", lseek},
    {"mkdirat", mkdirat}, {"renameat", renameat}, {"unlinkat", apple_unlinkat}, {"renamex_np", apple_renamex_np},
    {"fcopyfile", apple_fcopyfile}, {"pathconf", apple_pathconf}, {"_NSGetExecutablePath", apple_path},
    {"CFLocaleCopyPreferredLanguages", apple_languages}, {"CFArrayGetCount", apple_count},
    {"CFArrayGetValueAtIndex", apple_value}, {"CFStringGetCString", apple_text}, {"CFRelease", apple_release},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].name, name)) return table[i].address;
  return 0;
}
`;
