/* The start program of an app that shares its runtime: finds the runtime that `app/runtime.conf` beside it names, gets
 * it where it is missing, and becomes it, running `app/main.js`.
 *
 * Nothing but the C library is loaded before that is needed: an app with its runtime starts as if there were none of
 * this. What shows the window and loads is a child, which takes with it all that toolkits change in a process. */
#define _GNU_SOURCE
#include "../starter/conf.h"
#include "store.h"
#include "system.h"
#include "window.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

enum { failed = 1 };

static struct app app;

/* Returns NULL, or what the file must be. */
static const char *read_conf(struct conf *conf, const char *path) {
  static char text[CONF_SIZE_MAX + 2];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return "must be there";
  size_t length = 0;
  ssize_t got = -1;
  while (length <= CONF_SIZE_MAX && (got = read(file, text + length, CONF_SIZE_MAX + 1 - length)) > 0)
    length += (size_t)got;
  close(file);
  return got < 0 ? "must be a file" : conf_parse(conf, text, length);
}

static int fail(const char *format, const char *object, const char *wanted) {
  static char sentence[PATH_MAX + 256];
  snprintf(sentence, sizeof sentence, format, object, wanted);
  fprintf(stderr, "framework: %s\n", sentence);
  tell_apart(&app, sentence);
  return failed;
}

/* Whether only the runtime is wanted. `load`: without a window, for who prepares a machine, and for updates; `window`: with
 * one, for a starter that runs another apart from itself. */
static int is_wished(const char *what) {
  const char *wish = getenv("FRAMEWORK_RUNTIME");
  return wish && !strcmp(wish, what);
}

static int get_runtime(const struct conf *conf) {
  static struct load load;
  load.conf = conf;
  if (is_wished("window")) return !window_load(&load, app_name(&app));
  return load_apart(&load, &app, !is_wished("load"));
}

static void take_away(const char *name) {
  size_t length = strlen(name);
  char **kept = environ;
  for (char **at = environ; *at; at++)
    if (strncmp(*at, name, length) || (*at)[length] != '=') *kept++ = *at;
  *kept = NULL;
}

/* A flag with the path of the app's folder where `{app}` stands; NULL without memory. */
static char *expand(const char *flag) {
  static const char mark[] = "{app}";
  size_t length = strlen(flag) + 1;
  for (const char *at = flag; (at = strstr(at, mark)); at++) length += strlen(app.folder);
  char *expanded = malloc(length), *end = expanded;
  for (const char *found; expanded && (found = strstr(flag, mark)); flag = found + sizeof mark - 1)
    end = stpcpy((char *)memcpy(end, flag, (size_t)(found - flag)) + (found - flag), app.folder);
  if (expanded) strcpy(end, flag);
  return expanded;
}

static void run(const struct conf *conf, const char *runtime, char **arguments, int count) {
  char script[PATH_MAX];
  const char **all = malloc(((size_t)count + CONF_LIST_MAX + 3) * sizeof *all), **next = all;
  if (!all) return; /* `errno` says so */
  snprintf(script, sizeof script, "%.*s/main.js", APP_FOLDER_MAX, app.folder);
  *next++ = runtime;
  for (size_t at = 0; at < conf->flags.count; at++)
    if (!(*next++ = expand(conf->flags.items[at]))) return;
  *next++ = script;
  for (int at = 1; at < count; at++) *next++ = arguments[at];
  *next = NULL;
  execve(runtime, (char **)all, environ);
}

int main(int count, char **arguments) {
  static struct conf conf;
  static char path[PATH_MAX], runtime[PATH_MAX];
  if (!app_find(&app)) {
    fputs("framework: cannot find the app's files\n", stderr);
    return failed;
  }
  snprintf(path, sizeof path, "%.*s/runtime.conf", APP_FOLDER_MAX, app.folder);
  const char *wanted = read_conf(&conf, path);
  if (wanted) return fail("Cannot start the app with \"%s\": it %s", path, wanted);
  /* The path of the app whose next version this is: an update has the runtime loaded before it takes that place. */
  const char *successor = is_wished("load") ? getenv("FRAMEWORK_RUNTIME_FOR") : NULL;
  if (successor && (*successor != '/' || strlen(successor) >= PATH_MAX)) successor = NULL;
  /* Another starter may find it unused and remove it in between. */
  for (int round = 0; round < 2; round++) {
    if (!store_find(runtime, &conf) && !(get_runtime(&conf) && store_find(runtime, &conf))) return failed;
    store_register(&conf, successor ? successor : app.place, successor != NULL);
    if (is_wished("load") || is_wished("window")) return 0;
    const char *problem = app_dress(&app, &conf, runtime);
    if (problem) return fail("Cannot run \"%s\": %s", runtime, problem);
    for (size_t at = 0; !round && at < conf.unset.count; at++) take_away(conf.unset.items[at]);
    run(&conf, runtime, arguments, count);
    if (errno != ENOENT) break;
  }
  return fail("Cannot run \"%s\": %s", runtime, strerror(errno));
}
