#define _GNU_SOURCE
#include "../starter-unix/system.h"
#include "../starter-unix/window.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

const char machine_libraries[] = "/usr/lib";

/* Of the functions for this, older glibcs have others. */
int file_state(int folder, const char *name, struct file_state *state) {
  struct statx found;
  int flags = AT_SYMLINK_NOFOLLOW | (*name ? 0 : AT_EMPTY_PATH);
  if (statx(folder, name, flags, STATX_BASIC_STATS, &found)) return 0;
  *state = (struct file_state){.mode = found.stx_mode,
                               .owner = found.stx_uid,
                               .links = found.stx_nlink,
                               .size = found.stx_size,
                               .seconds = found.stx_mtime.tv_sec,
                               .nanoseconds = found.stx_mtime.tv_nsec};
  return 1;
}

int file_sync(int file) { return fsync(file); }

int user_data_home(char path[PATH_MAX]) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  if (data && *data == '/') return snprintf(path, PATH_MAX, "%s", data);
  return home && *home == '/' ? snprintf(path, PATH_MAX, "%s/.local/share", home) : -1;
}

const char *app_name(const struct app *app) { return strrchr(app->self, '/') + 1; }

int app_find(struct app *app) {
  ssize_t length = readlink("/proc/self/exe", app->self, sizeof app->self - 1);
  char *slash = length > 0 ? strrchr(app->self, '/') : NULL;
  if (!slash) return 0;
  /* An AppImage is known by its file, and not by where that is mounted. */
  const char *image = getenv("APPIMAGE"), *mounted = getenv("APPDIR");
  size_t root = mounted ? strlen(mounted) : 0;
  int is_in_image = image && *image == '/' && root && !strncmp(app->self, mounted, root) && app->self[root] == '/';
  snprintf(app->place, sizeof app->place, "%s", is_in_image ? image : app->self);
  return snprintf(app->folder, sizeof app->folder, "%.*s/app", (int)(slash - app->self), app->self) < APP_FOLDER_MAX;
}

/* A process is what its file is. */
const char *app_dress(const struct app *app, const struct conf *conf, char runtime[PATH_MAX]) {
  (void)app;
  (void)conf;
  (void)runtime;
  return NULL;
}

static pid_t start_child(void) {
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
  }
  return child;
}

static int is_child_content(pid_t child) {
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return child > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
}

int load_apart(struct load *load, const struct app *app, int has_window) {
  pid_t child = start_child();
  if (child == 0) _exit(has_window ? window_load(load, app_name(app)) : load_alone(load));
  return is_child_content(child);
}

void tell_apart(const struct app *app, const char *sentence) {
  pid_t child = start_child();
  if (child == 0) {
    window_tell(app_name(app), sentence);
    _exit(1);
  }
  is_child_content(child);
}
