#define _GNU_SOURCE
#include "load.h"
#include "download.h"
#include "network.h"
#include "store.h"
#include "system.h"
#include "unpack.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void load_problem(struct load *load, const char *format, ...) {
  size_t length = strlen(load->problem);
  if (length && length + 1 < sizeof load->problem) load->problem[length++] = '\n';
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(load->problem + length, sizeof load->problem - length, format, arguments);
  va_end(arguments);
}

/* One starter of a user gets a runtime at a time; the next one often finds it there. */
static int lock(struct load *load, int runtimes) {
  int file = openat(runtimes, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  while (flock(file, LOCK_EX | LOCK_NB)) {
    if (errno != EWOULDBLOCK) {
      close(file);
      return -1;
    }
    load->phase = phase_waiting;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
  return file;
}

/* Opens what was loaded so far: a file of ours under this name alone, else a new one. */
static int open_part(int folder) {
  for (int round = 0; round < 2; round++) {
    int part = openat(folder, part_name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    struct file_state state;
    if (part >= 0 && file_state(part, "", &state) && S_ISREG(state.mode) && state.owner == geteuid() &&
        state.links == 1 && !(state.mode & (S_IWGRP | S_IWOTH)))
      return part;
    if (part >= 0) close(part);
    unlinkat(folder, part_name, 0);
  }
  return -1;
}

static void cannot_write(struct load *load, const struct store *store, const char *obstacle) {
  load->obstacle = obstacle;
  load_problem(load, "Cannot write \"%s/%s/%s\": %s", store->path, load->conf->key, part_name, obstacle);
}

static void get(struct load *load, const struct store *store) {
  int part = open_part(store->own);
  if (part < 0) {
    cannot_write(load, store, strerror(errno));
    return;
  }
  int is_loaded = download(load, part);
  if (!is_loaded && load->obstacle) cannot_write(load, store, load->obstacle);
  if (is_loaded) {
    load->phase = phase_unpacking;
    int is_wrong;
    const char *problem = unpack(load->conf, part, store->own, &is_wrong);
    if (problem) load_problem(load, "Cannot unpack it in \"%s/%s\": %s", store->path, load->conf->key, problem);
    if (!is_wrong) load->obstacle = problem;
    if (!problem) store_forget_unused(store, load->conf);
    /* Otherwise it stays until there is room to unpack it. */
    if (!problem || is_wrong) unlinkat(store->own, part_name, 0);
  }
  close(part);
}

void *load_run(void *with) {
  struct load *load = with;
  struct store store;
  *load->problem = 0;
  load->obstacle = store_open(&store, load->conf);
  if (load->obstacle) {
    load_problem(load, "Cannot use \"%s\": %s", store.path, load->obstacle);
    load->phase = phase_failed;
    return NULL;
  }
  int held = lock(load, store.runtimes);
  if (held < 0) {
    load->obstacle = strerror(errno);
    load_problem(load, "Cannot use \"%s/lock\": %s", store.path, load->obstacle);
  } else if (!store_has_runtime(&store, load->conf)) get(load, &store);
  int is_there = held >= 0 && store_has_runtime(&store, load->conf);
  if (held >= 0) close(held);
  close(store.own);
  close(store.runtimes);
  load->phase = is_there ? phase_done : phase_failed;
  return NULL;
}

void load_needs(const struct load *load, const char *missing) {
  fprintf(stderr, "framework: cannot load what \"%s\" runs with: it needs %s\n", load->conf->name, missing);
}

int load_alone(struct load *load) {
  const char *missing = network_open();
  if (missing) {
    load_needs(load, missing);
    return 1;
  }
  load_run(load);
  if (load->phase == phase_done) return 0;
  fprintf(stderr, "framework: %s\n", load->problem);
  return 1;
}
