/* Where the runtimes of a user lie, and what is taken from there:
 *
 *   <data home>/framework/runtimes/       ours alone from `framework` on
 *     lock                                held by the starter that gets something
 *     <key>/bun                           the runtime; it gets its name when it was verified and is whole
 *     <key>/bun.new                       while it is unpacked
 *     <key>/archive.part                  what was loaded so far
 *     <key>/apps/<hash of its path>       an app that uses it: its path; changed when it was started last. With ".new" behind
 *                                         the path in the hash: its next version does
 *     <key>/bundles/<hash of its path>/   what an app is run from where it is not from <key>/bun (starter-macos/bundle.c)
 */
#pragma once

#include "../starter/conf.h"
#include <limits.h>

extern const char runtime_name[];
extern const char unpacked_name[];
extern const char part_name[];
extern const char bundles_name[];

struct store {
  char path[PATH_MAX]; /* of the runtimes */
  int runtimes;        /* the folder, open */
  int own;             /* the folder of the app's runtime, open */
};

/* Opens the user's store, and makes the folders that are missing. Returns NULL, or what the store must be; then `path`
 * names the folder that is not. */
const char *store_open(struct store *store, const struct conf *conf);

/* Opens a folder that nobody else can write to, and makes it where it must be there. Closes `parent`. Returns less than 0
 * where there is none, and `errno` says why. */
int store_step_into(int parent, const char *name, int must_make);

/* Whether there is a whole runtime of this name in the folder, which nobody else could have changed. */
int store_is_runtime(int folder, const char *name, const struct conf *conf);

/* Finds the runtime: the machine's, else the user's. Returns 0 where none is that can be taken. */
int store_find(char *runtime, const struct conf *conf);

/* Whether the store has the whole runtime, and nobody else could have changed it. */
int store_has_runtime(const struct store *store, const struct conf *conf);

/* What the store calls an app: a name for a file, nothing more. */
void store_name_of(char name[17], const char *path);

/* Writes down that the app at `path` uses the runtime. `is_update`: a newer version of it will, which is about to take its place
 * and has not been started. */
void store_register(const struct conf *conf, const char *path, int is_update);

/* Removes the other runtimes that no app uses any more. The caller holds the lock. */
void store_forget_unused(const struct store *store, const struct conf *conf);
