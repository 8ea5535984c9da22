#define _GNU_SOURCE
#include "store.h"
#include "system.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char runtime_name[] = "bun";
const char unpacked_name[] = "bun.new";
const char part_name[] = "archive.part";
const char bundles_name[] = "bundles";
static const char apps_name[] = "apps";

enum { folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

/* Whoever could write there could have put anything there. */
static int is_ours_alone(int folder, const char *name, unsigned kind, struct file_state *state) {
  if (!file_state(folder, name, state)) return 0;
  if ((state->mode & S_IFMT) != kind || state->mode & (S_IWGRP | S_IWOTH)) return 0;
  return state->owner == 0 || state->owner == geteuid();
}

static int is_own_folder(int folder) {
  struct file_state state;
  return is_ours_alone(folder, "", S_IFDIR, &state);
}

int store_is_runtime(int folder, const char *name, const struct conf *conf) {
  struct file_state state;
  return is_ours_alone(folder, name, S_IFREG, &state) && state.size == conf->executable_size && state.mode & S_IXUSR;
}

int store_step_into(int parent, const char *name, int must_make) {
  if (parent < 0) return -1;
  int folder = openat(parent, name, folder_flags);
  if (folder < 0 && errno == ENOENT && must_make && (!mkdirat(parent, name, 0700) || errno == EEXIST))
    folder = openat(parent, name, folder_flags);
  close(parent);
  if (folder < 0 || is_own_folder(folder)) return folder;
  close(folder);
  errno = EPERM;
  return -1;
}

/* What is missing above it is in nobody's way: that could not be made before. */
static void make_folder(const char *path, int *obstacle) {
  if (mkdir(path, 0700) && errno != EEXIST && errno != ENOENT) *obstacle = errno;
}

/* The user's data home: it may be a link, like all above it. */
static int open_data_home(char *path, int must_make) {
  int length = user_data_home(path);
  /* Room for what is added. */
  if (length < 0 || length >= PATH_MAX - 256) {
    snprintf(path, PATH_MAX, "$HOME");
    errno = ENOENT;
    return -1;
  }
  int obstacle = 0;
  for (char *at = path + 1; must_make && (at = strchr(at, '/')); at++) {
    *at = 0;
    make_folder(path, &obstacle);
    *at = '/';
  }
  if (must_make) make_folder(path, &obstacle);
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  /* What is not there could not be made. */
  if (folder < 0 && errno == ENOENT && obstacle) errno = obstacle;
  return folder;
}

/* Opens the folder of the runtimes. */
static int open_runtimes(char *path, int must_make) {
  static const char *const names[] = {"framework", "runtimes"};
  int folder = open_data_home(path, must_make);
  for (int at = 0; folder >= 0 && at < 2; at++) {
    strcat(strcat(path, "/"), names[at]);
    folder = store_step_into(folder, names[at], must_make);
  }
  return folder;
}

const char *store_open(struct store *store, const struct conf *conf) {
  store->runtimes = open_runtimes(store->path, 1);
  store->own = -1;
  if (store->runtimes >= 0) {
    store->own = store_step_into(dup(store->runtimes), conf->key, 1);
    if (store->own >= 0) return NULL;
    strcat(strcat(store->path, "/"), conf->key);
    close(store->runtimes);
  }
  if (errno == EPERM || errno == ELOOP || errno == ENOTDIR)
    return "it must be a folder of yours that nobody else can write to";
  return strerror(errno);
}

int store_has_runtime(const struct store *store, const struct conf *conf) {
  return store_is_runtime(store->own, runtime_name, conf);
}

int store_find(char *runtime, const struct conf *conf) {
  static const char machine[] = "framework-runtime";
  int folder = store_step_into(store_step_into(open(machine_libraries, folder_flags), machine, 0), conf->version, 0);
  if (folder >= 0) {
    int is_there = store_is_runtime(folder, runtime_name, conf);
    close(folder);
    snprintf(runtime, PATH_MAX, "%s/%s/%s/%s", machine_libraries, machine, conf->version, runtime_name);
    if (is_there) return 1;
  }
  folder = store_step_into(open_runtimes(runtime, 0), conf->key, 0);
  if (folder < 0) return 0;
  int is_there = store_is_runtime(folder, runtime_name, conf);
  close(folder);
  strcat(strcat(strcat(strcat(runtime, "/"), conf->key), "/"), runtime_name);
  return is_there;
}

/* FNV-1a */
void store_name_of(char name[17], const char *path) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (; *path; path++) hash = (hash ^ (unsigned char)*path) * UINT64_C(0x100000001b3);
  snprintf(name, 17, "%016llx", (unsigned long long)hash);
}

/* Calls `visit` for what is in the folder, until it returns something else than 0. */
static int each(int folder, int (*visit)(int folder, const char *name, void *with), void *with) {
  int copy = openat(folder, ".", folder_flags);
  DIR *open_folder = copy < 0 ? NULL : fdopendir(copy);
  if (!open_folder) {
    if (copy >= 0) close(copy);
    return 0;
  }
  int result = 0;
  for (struct dirent *entry; !result && (entry = readdir(open_folder));)
    if (*entry->d_name != '.') result = visit(folder, entry->d_name, with);
  closedir(open_folder);
  return result;
}

/* What an app leaves in the folder of its runtime. */
struct note {
  int apps;
  const char *name, *path;
};

/* It gets its name when it is whole: an empty one would name no app, and the runtime would be taken for unused. */
static void write_note(const struct note *note) {
  char unfinished[24];
  size_t length = strlen(note->path);
  snprintf(unfinished, sizeof unfinished, ".%s", note->name);
  unlinkat(note->apps, unfinished, 0);
  int file = openat(note->apps, unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return;
  int is_written = write(file, note->path, length) == (ssize_t)length && !file_sync(file);
  close(file);
  if (!is_written || renameat(note->apps, unfinished, note->apps, note->name)) unlinkat(note->apps, unfinished, 0);
}

static int is_whole(const struct note *note) {
  struct file_state state;
  return file_state(note->apps, note->name, &state) && state.size == strlen(note->path);
}

/* Where the app is noted in the folder of a runtime. Returns 0 where that is too long. */
static int note_path(char path[PATH_MAX], const char *key, const char *name) {
  return snprintf(path, PATH_MAX, "%s/%s/%s", key, apps_name, name) < PATH_MAX;
}

/* With a clock that was ahead, the app seems to have been started with another runtime later than now. */
static int take_back(int runtimes, const char *key, void *with) {
  const struct note *note = with;
  struct timespec now;
  struct file_state state;
  char path[PATH_MAX];
  clock_gettime(CLOCK_REALTIME, &now);
  if (!note_path(path, key, note->name) || !file_state(runtimes, path, &state) || state.seconds <= now.tv_sec) return 0;
  now.tv_sec--;
  utimensat(runtimes, path, (struct timespec[2]){now, now}, AT_SYMLINK_NOFOLLOW);
  return 0;
}

void store_register(const struct conf *conf, const char *path, int is_update) {
  char place[PATH_MAX], hashed[PATH_MAX + 8], name[17];
  int runtimes = open_runtimes(place, 0);
  if (runtimes < 0) return; /* the machine's runtime, or a disk that cannot be written to */
  int apps = store_step_into(store_step_into(dup(runtimes), conf->key, 0), apps_name, 1);
  snprintf(hashed, sizeof hashed, "%s%s", path, is_update ? ".new" : "");
  store_name_of(name, hashed);
  struct note note = {apps, name, path};
  if (apps >= 0) {
    each(runtimes, take_back, &note);
    if (!is_whole(&note)) write_note(&note);
    utimensat(apps, name, NULL, AT_SYMLINK_NOFOLLOW);
    close(apps);
  }
  close(runtimes);
}

struct search {
  int runtimes;
  const char *own;   /* the runtime that was just got */
  const char *other; /* the one that is looked at */
  const char *app;   /* the name of an app there */
  int64_t seconds;   /* when that was started last */
  uint32_t nanoseconds;
};

/* Whether the app was started later with another runtime. */
static int is_later_there(int runtimes, const char *key, void *with) {
  const struct search *search = with;
  if (!strcmp(key, search->own) || !strcmp(key, search->other)) return 0;
  char path[PATH_MAX];
  struct file_state state;
  if (!note_path(path, key, search->app) || !file_state(runtimes, path, &state)) return 0;
  if (state.seconds != search->seconds) return state.seconds > search->seconds;
  return state.nanoseconds > search->nanoseconds;
}

/* More than a starter has open. */
enum { most_open = 256 };

/* Whether nothing is there any more. A disk that does not answer keeps who asks it for ever, so another process asks; what that has
 * not found out in a second is there. It must not keep the lock, nor the streams whose end somebody waits for. */
static int is_gone(const char *path) {
  pid_t asking = fork();
  if (asking == 0) {
    for (int file = 0; file < most_open; file++) close(file);
    _exit(access(path, F_OK) && (errno == ENOENT || errno == ENOTDIR));
  }
  int status = 0;
  for (int waits = 0; asking > 0 && waits < 1000; waits++) {
    pid_t ended = waitpid(asking, &status, WNOHANG);
    if (ended) return ended == asking && WIFEXITED(status) && WEXITSTATUS(status) == 1;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  if (asking > 0) kill(asking, SIGKILL);
  return 0;
}

/* Whether the app is still there and has no later runtime. The app that just got another one keeps the one before: an
 * update that fails is taken back. */
static int is_in_use(int apps, const char *name, void *with) {
  struct search *search = with;
  char path[PATH_MAX];
  int file = openat(apps, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return 0;
  struct file_state state;
  int is_known = file_state(file, "", &state);
  ssize_t length = read(file, path, sizeof path - 1);
  close(file);
  if (!is_known || length <= 0) return 0;
  path[length] = 0;
  /* It is not opened: where it lies may be a place that the user is asked for. */
  if (is_gone(path)) return 0;
  search->app = name;
  search->seconds = state.seconds;
  search->nanoseconds = state.nanoseconds;
  return !each(search->runtimes, is_later_there, search);
}

static int remove_all(int folder, const char *name, void *with) {
  if (!unlinkat(folder, name, 0)) return 0;
  int inside = openat(folder, name, folder_flags);
  if (inside < 0) return 0;
  each(inside, remove_all, with);
  close(inside);
  unlinkat(folder, name, AT_REMOVEDIR);
  return 0;
}

static int forget_if_unused(int runtimes, const char *key, void *with) {
  struct search *search = with;
  if (!strcmp(key, search->own)) return 0;
  int folder = store_step_into(dup(runtimes), key, 0);
  if (folder < 0) return 0;
  int apps = store_step_into(dup(folder), apps_name, 0);
  search->other = key;
  if (apps < 0 || !each(apps, is_in_use, search)) {
    remove_all(folder, apps_name, NULL);
    remove_all(folder, bundles_name, NULL);
    unlinkat(folder, runtime_name, 0);
    unlinkat(folder, unpacked_name, 0);
    unlinkat(folder, part_name, 0);
    unlinkat(runtimes, key, AT_REMOVEDIR);
  }
  if (apps >= 0) close(apps);
  close(folder);
  return 0;
}

void store_forget_unused(const struct store *store, const struct conf *conf) {
  struct search search = {.runtimes = store->runtimes, .own = conf->key};
  each(store->runtimes, forget_if_unused, &search);
}
