#include "extract.h"
#include "image.h"
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE (1 << 20)

static void make_parents(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0755);
    *slash = '/';
  }
}

static void write_file(const struct node *node, const char *path) {
  static uint8_t *buffer;
  if (!buffer && !(buffer = malloc(PIECE))) fail("extract", path);
  unlink(path);
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) fail("write", path);
  for (uint64_t done = 0; done < node->size;) {
    size_t count = node_read(node, done, PIECE, buffer);
    for (size_t written = 0; written < count;) {
      ssize_t n = write(file, buffer + written, count - written);
      if (n < 0) fail("write", path);
      written += n;
    }
    done += count;
  }
  struct timespec times[2] = {{.tv_sec = node->time}, {.tv_sec = node->time}};
  fchmod(file, node->mode);
  futimens(file, times);
  if (close(file)) fail("write", path);
}

static void extract_folder(uint32_t number, const char *into, const char *below, const char *pattern, int is_loud) {
  const struct node *folder = node_at(number);
  for (uint32_t i = 0; i < folder->children; i++) {
    const struct node *node = node_at(folder->first_child + i);
    char relative[PATH_MAX], path[PATH_MAX];
    int length = snprintf(relative, sizeof relative, "%s%s%s", below, *below ? "/" : "", node->name);
    if (length >= PATH_MAX || snprintf(path, sizeof path, "%s/%s", into, relative) >= PATH_MAX)
      fail("extract", "a path that is too long");
    int is_wanted = !pattern || !fnmatch(pattern, relative, FNM_PATHNAME | FNM_LEADING_DIR);
    if (is_wanted) {
      make_parents(path);
      if (is_loud) puts(path);
    }
    switch (node->kind) {
    case FOLDER:
      if (is_wanted) mkdir(path, 0755);
      extract_folder(folder->first_child + i, into, relative, pattern, is_loud);
      break;
    case LINK:
      if (!is_wanted) break;
      unlink(path);
      if (symlink(node->target, path)) fail("write", path);
      break;
    case REGULAR:
      if (is_wanted) write_file(node, path);
      break;
    }
  }
}

void extract(const char *into, const char *pattern, int is_loud) { extract_folder(1, into, "", pattern, is_loud); }

static int remove_one(const char *path, const struct stat *state, int type, struct FTW *walk) {
  (void)state, (void)type, (void)walk;
  remove(path);
  return 0;
}

void remove_tree(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }
