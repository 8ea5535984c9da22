/* What macOS shows of a process, its name, its icon and what it asks the user for, is that of the bundle that its program lies
 * in. So each app has a small bundle in the store, with a copy of the runtime that shares the disk's blocks with it:
 *
 *   <key>/bundles/<hash of its path>/<Name>.app/Contents/Info.plist       the app's
 *                                                        Resources        a link to the app's
 *                                                        MacOS/<program>  the runtime
 */
#define _GNU_SOURCE
#include "../starter-unix/store.h"
#include "../starter-unix/system.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/clonefile.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INFO_MAX = 1 << 20 };

static const char new_name[] = "new";

/* Returns the length, or less than 0. */
static ssize_t read_whole(int folder, const char *name, char *bytes) {
  int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = 0, got = 0;
  while (length < INFO_MAX && (got = read(file, bytes + length, (size_t)(INFO_MAX - length))) > 0) length += got;
  close(file);
  return got < 0 || length == INFO_MAX ? -1 : length;
}

static int write_all(int file, const char *bytes, size_t length) {
  for (ssize_t written; length > 0; bytes += written, length -= (size_t)written) {
    written = write(file, bytes, length);
    if (written <= 0) return 0;
  }
  return 1;
}

static int create(int folder, mode_t mode) {
  unlinkat(folder, new_name, 0);
  return openat(folder, new_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

static int put_info(int contents, const char *place) {
  static const char name[] = "Info.plist";
  static char wanted[INFO_MAX], there[INFO_MAX];
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/Contents/%s", place, name) >= PATH_MAX) return 0;
  ssize_t length = read_whole(AT_FDCWD, path, wanted);
  if (length < 0) return 0;
  if (read_whole(contents, name, there) == length && !memcmp(wanted, there, (size_t)length)) return 1;
  int file = create(contents, 0644);
  int is_written = file >= 0 && write_all(file, wanted, (size_t)length);
  if (file >= 0) close(file);
  return is_written && !renameat(contents, new_name, contents, name);
}

static int put_resources(int contents, const char *place) {
  static const char name[] = "Resources";
  char wanted[PATH_MAX], there[PATH_MAX];
  int length = snprintf(wanted, sizeof wanted, "%s/Contents/%s", place, name);
  if (length >= PATH_MAX) return 0;
  if (readlinkat(contents, name, there, sizeof there) == length && !memcmp(wanted, there, (size_t)length)) return 1;
  unlinkat(contents, new_name, 0);
  return !symlinkat(wanted, contents, new_name) && !renameat(contents, new_name, contents, name);
}

/* For disks that cannot have two files share their blocks. */
static int copy(int from, int folder) {
  static char bytes[1 << 16];
  int file = create(folder, 0600);
  ssize_t got = 1;
  while (file >= 0 && (got = read(from, bytes, sizeof bytes)) > 0 && write_all(file, bytes, (size_t)got)) continue;
  int is_written = file >= 0 && !got;
  if (file >= 0) close(file);
  return is_written;
}

static int put_program(int programs, const char *name, const char *runtime, const struct conf *conf) {
  if (store_is_runtime(programs, name, conf)) return 1;
  int from = open(runtime, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (from < 0) return 0;
  unlinkat(programs, new_name, 0);
  int is_there = !fclonefileat(from, programs, new_name, CLONE_NOOWNERCOPY) || copy(from, programs);
  close(from);
  int file = is_there ? openat(programs, new_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
  is_there = file >= 0 && !fchmod(file, 0755) && !file_sync(file);
  if (file >= 0) close(file);
  return is_there && store_is_runtime(programs, new_name, conf) && !renameat(programs, new_name, programs, name);
}

static int put_all(int contents, const struct app *app, const struct conf *conf, const char *runtime) {
  int programs = store_step_into(dup(contents), "MacOS", 1);
  int is_there = programs >= 0 && put_info(contents, app->place) && put_resources(contents, app->place) &&
                 put_program(programs, app_name(app), runtime, conf);
  if (programs >= 0) close(programs);
  return is_there;
}

const char *app_dress(const struct app *app, const struct conf *conf, char runtime[PATH_MAX]) {
  static struct store store;
  const char *names[] = {bundles_name, NULL, strrchr(app->place, '/') + 1, "Contents"};
  char hash[17];
  store_name_of(hash, app->place);
  names[1] = hash;
  const char *wanted = store_open(&store, conf);
  if (wanted) return wanted;
  int contents = store.own;
  for (size_t at = 0; at < sizeof names / sizeof *names; at++) contents = store_step_into(contents, names[at], 1);
  /* Two starts of one app do this one after the other. */
  int is_there = contents >= 0 && !flock(contents, LOCK_EX) && put_all(contents, app, conf, runtime);
  const char *problem = is_there ? NULL : strerror(errno);
  if (contents >= 0) close(contents);
  close(store.runtimes);
  if (problem) return problem;
  int length = snprintf(runtime, PATH_MAX, "%s/%s/%s/%s/%s/%s/MacOS/%s", store.path, conf->key, names[0], names[1],
                        names[2], names[3], app_name(app));
  return length < PATH_MAX ? NULL : "its path must be shorter";
}
