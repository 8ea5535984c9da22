/* What each system has in its own way: where things lie, whose they are, and what shows a window. */
#pragma once

#include "../starter/conf.h"
#include "load.h"
#include <limits.h>
#include <stdint.h>

struct file_state {
  /* As S_IFMT and its like read it. Where a system has rules beside these by which others may write to it, that is said
   * here, too. */
  unsigned mode;
  unsigned owner, links;
  uint64_t size;
  /* When it was changed last. */
  int64_t seconds;
  uint32_t nanoseconds;
};

/* Looks at a file in a folder, or with an empty name at the folder or file itself. Links are not followed. Returns 0 where
 * that cannot be done, and `errno` says why. */
int file_state(int folder, const char *name, struct file_state *state);

/* What was written is on the disk. */
int file_sync(int file);

/* A folder that only administrators can write to; a machine's runtimes lie in it, in `framework-runtime/<version>`. */
extern const char machine_libraries[];

/* Writes the path of the folder for what programs keep for the user. Returns its length, or less than 0 where that is
 * not known. */
int user_data_home(char path[PATH_MAX]);

/* The files of the app that is started. */
struct app {
  char self[PATH_MAX];   /* this program */
  char folder[PATH_MAX]; /* with main.js and runtime.conf */
  char place[PATH_MAX];  /* what the user knows the app by: a file, or a folder that is shown as one */
};

/* Room is left behind it for the names of what is in there. */
enum { APP_FOLDER_MAX = PATH_MAX - 64 };

/* The last part of its own path. */
const char *app_name(const struct app *app);

/* Returns 0 where the system does not say. */
int app_find(struct app *app);

/* Makes of the runtime's path the one that the app is run by. Returns NULL, or what went wrong. */
const char *app_dress(const struct app *app, const struct conf *conf, char runtime[PATH_MAX]);

/* Loads the runtime in another process, with which all that toolkits change in a process ends, and which does not outlive this
 * one. Returns whether it is there. */
int load_apart(struct load *load, const struct app *app, int has_window);

/* Shows a sentence, and returns when it was read, or has no display. */
void tell_apart(const struct app *app, const char *sentence);
