#include "extract.h"
#include "image.h"
#include <errno.h>
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

/* A folder that is made when something is put into it. It is reached through its handle, never by its path, so that
 * nobody can put a link in its place meanwhile. */
struct folder {
  struct folder *parent;
  const char *name;
  int handle; /* -1: not made yet */
};

static int make(struct folder *folder) {
  if (folder->handle >= 0) return folder->handle;
  int parent = make(folder->parent);
  if (mkdirat(parent, folder->name, 0755)) fail("make", folder->name);
  folder->handle = openat(parent, folder->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder->handle < 0) fail("open", folder->name);
  return folder->handle;
}

/* What is there already is never written over: everything lies in a folder that was made for it. */
static void write_file(const struct node *node, int folder, const char *path) {
  static uint8_t *buffer;
  if (!buffer && !(buffer = malloc(PIECE))) fail("extract", path);
  int file = openat(folder, node->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
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
  fchmod(file, node->mode & 0777);
  futimens(file, times);
  if (close(file)) fail("write", path);
}

/* What to extract, and how to tell of it. */
struct wish {
  const char *pattern, *into;
  int is_loud;
};

static void extract_folder(uint32_t number, struct folder *here, const char *below, const struct wish *wish) {
  const struct node *folder = node_at(number);
  for (uint32_t i = 0; i < folder->children; i++) {
    const struct node *node = node_at(folder->first_child + i);
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s%s%s", below, *below ? "/" : "", node->name) >= PATH_MAX)
      fail("extract", "a path that is too long");
    int is_wanted = !wish->pattern || !fnmatch(wish->pattern, path, FNM_PATHNAME | FNM_LEADING_DIR);
    if (is_wanted && wish->is_loud) printf("%s/%s\n", wish->into, path);
    switch (node->kind) {
    case FOLDER: {
      struct folder inner = {.parent = here, .name = node->name, .handle = -1};
      if (is_wanted) make(&inner);
      extract_folder(folder->first_child + i, &inner, path, wish);
      if (inner.handle >= 0) close(inner.handle);
      break;
    }
    case LINK:
      if (is_wanted && symlinkat(node->target, make(here), node->name)) fail("write", path);
      break;
    case REGULAR:
      if (is_wanted) write_file(node, make(here), path);
      break;
    }
  }
}

void extract(const char *into, const char *pattern, int is_loud) {
  struct folder root = {.handle = open(into, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  struct stat state;
  if (root.handle < 0 || fstat(root.handle, &state)) fail("open", into);
  errno = EPERM;
  if (state.st_uid != geteuid()) fail("use", into);
  const struct wish wish = {.pattern = pattern, .into = into, .is_loud = is_loud};
  extract_folder(1, &root, "", &wish);
  close(root.handle);
}

static int remove_one(const char *path, const struct stat *state, int type, struct FTW *walk) {
  (void)state, (void)type, (void)walk;
  remove(path);
  return 0;
}

void remove_tree(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }
