/* The system's own client of HTTP, with the proxy and the certificates that it was told of. No call of it waits longer than
 * PATIENCE: with a single byte now and then a server could keep it for ever. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { PATIENCE = 30 /* seconds until there is an answer, and from then on between two calls of `answer_expect` */ };

/* Of a clock that nobody sets. */
static inline int64_t steady_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

enum place { place_refused, place_secure, place_loopback };

struct answer {
  void *held;
  unsigned status;
  /* Where a redirect leads, as a whole address; empty: nowhere. */
  char next[4096];
  /* As the header says it; empty: it does not. */
  char range[128];
  /* Of what comes; -1: not known. */
  int64_t length;
};

/* Returns NULL, or what is missing. */
const char *network_open(void);

/* http: is for this machine alone. */
enum place network_judge(const char *address);

void *session_open(void);
void session_close(void *session);

/* Asks for what is behind the first `from` bytes. Redirects are not followed, and nothing is unpacked. Returns NULL, or the
 * problem, which is valid until the next call; the answer has to be closed either way. */
const char *answer_open(struct answer *answer, void *session, const char *address, uint64_t from);

/* What comes is as much as was hoped for: its time begins anew. */
void answer_expect(struct answer *answer);

/* Returns how many bytes came, 0 at the end, or less with a problem, which is valid until the next call. */
ptrdiff_t answer_read(struct answer *answer, void *bytes, size_t room, const char **problem);

void answer_close(struct answer *answer);
