/* Gets the runtime: loads its archive, checks it, unpacks the one file and puts it in the store. */
#pragma once

#include "../starter/conf.h"
#include <stdatomic.h>

enum phase { phase_waiting, phase_loading, phase_unpacking, phase_done, phase_failed };

struct load {
  const struct conf *conf;
  /* What a window shows, written by the thread that loads. */
  _Atomic int phase;
  _Atomic uint64_t got;
  _Atomic uint64_t size; /* 0: not known yet */
  const char *_Atomic address;
  /* Why it failed; read when it has. */
  char problem[4096];
  /* What this machine has against it: then no server is at fault. */
  const char *obstacle;
};

/* Runs to the end: `phase` is done or failed then. For a thread. */
void *load_run(void *load);

/* Loads without a window. Returns the exit code. */
int load_alone(struct load *load);

/* Says that something is missing that loading needs. */
void load_needs(const struct load *load, const char *missing);

/* Adds a line to the problem. */
__attribute__((format(printf, 2, 3))) void load_problem(struct load *load, const char *format, ...);
