#define _GNU_SOURCE
#include "../starter-unix/system.h"
#include "../starter-unix/window.h"
#include <errno.h>
#include <fcntl.h>
#include <mach-o/dyld.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/acl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char machine_libraries[] = "/Library/Application Support";

/* Whether a list of rights gives some away. Those that only take rights away are on many folders of a home. */
static int gives_rights(int file) {
  acl_t list = acl_get_fd_np(file, ACL_TYPE_EXTENDED);
  if (!list) return errno != ENOENT && errno != ENOTSUP && errno != EOPNOTSUPP;
  acl_entry_t entry;
  acl_tag_t tag;
  int is_given = 0, which = ACL_FIRST_ENTRY;
  for (; !is_given && !acl_get_entry(list, which, &entry); which = ACL_NEXT_ENTRY)
    is_given = acl_get_tag_type(entry, &tag) || tag != ACL_EXTENDED_DENY;
  acl_free(list);
  return is_given;
}

static int has_given_rights(int folder, const char *name, mode_t mode) {
  if (!*name) return gives_rights(folder);
  if (!S_ISREG(mode) && !S_ISDIR(mode)) return 0;
  int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return 1;
  int is_given = gives_rights(file);
  close(file);
  return is_given;
}

int file_state(int folder, const char *name, struct file_state *state) {
  struct stat found;
  if (*name ? fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) : fstat(folder, &found)) return 0;
  *state = (struct file_state){.mode = found.st_mode,
                               .owner = found.st_uid,
                               .links = found.st_nlink,
                               .size = (uint64_t)found.st_size,
                               .seconds = found.st_mtimespec.tv_sec,
                               .nanoseconds = (uint32_t)found.st_mtimespec.tv_nsec};
  if (has_given_rights(folder, name, found.st_mode)) state->mode |= S_IWOTH;
  return 1;
}

/* fsync hands over to the disk alone, which may still lose it. */
int file_sync(int file) { return fcntl(file, F_FULLFSYNC) == -1 ? fsync(file) : 0; }

int user_data_home(char path[PATH_MAX]) {
  const char *home = getenv("HOME");
  return home && *home == '/' ? snprintf(path, PATH_MAX, "%s/Library/Application Support", home) : -1;
}

const char *app_name(const struct app *app) { return strrchr(app->self, '/') + 1; }

/* <place>/Contents/MacOS/<name>, and <place>/Contents/Resources/app */
int app_find(struct app *app) {
  static const char programs[] = "/Contents/MacOS/";
  static char path[PATH_MAX];
  uint32_t room = sizeof path;
  if (_NSGetExecutablePath(path, &room) || !realpath(path, app->self)) return 0;
  char *name = strrchr(app->self, '/') + 1;
  ptrdiff_t length = name - app->self - (ptrdiff_t)strlen(programs);
  if (length <= 0 || strncmp(app->self + length, programs, strlen(programs))) return 0;
  snprintf(app->place, sizeof app->place, "%.*s", (int)length, app->self);
  return snprintf(app->folder, sizeof app->folder, "%s/Contents/Resources/app", app->place) < APP_FOLDER_MAX;
}

/* A fork alone may not use Apple's frameworks. */
static int show_window(const struct app *app) {
  static char wish[] = "FRAMEWORK_RUNTIME=window";
  size_t count = 0;
  while (environ[count]) count++;
  char **variables = malloc((count + 2) * sizeof *variables), **next = variables;
  if (!variables) return 0;
  *next++ = wish;
  for (char **at = environ; *at; at++)
    if (strncmp(*at, wish, strlen("FRAMEWORK_RUNTIME="))) *next++ = *at;
  *next = NULL;
  pid_t child;
  char *const arguments[] = {(char *)app->self, NULL};
  int status = 0, problem = posix_spawn(&child, app->self, NULL, NULL, arguments, variables);
  free(variables);
  while (!problem && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return !problem && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Who wants no window runs nothing afterwards, either. */
int load_apart(struct load *load, const struct app *app, int has_window) {
  return has_window ? show_window(app) : !load_alone(load);
}

/* Nothing is run afterwards. */
void tell_apart(const struct app *app, const char *sentence) { window_tell(app_name(app), sentence); }
