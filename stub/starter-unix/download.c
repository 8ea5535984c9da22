#define _GNU_SOURCE
#include "download.h"
#include "bytes.h"
#include "network.h"
#include "system.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  chunk_size = 1 << 16,
  most_redirects = 5,
  least = 1 << 14,   /* bytes that have to come in the time of PATIENCE */
  around = 16 << 20, /* what the archive holds beside the runtime, at most */
};

/* Asks, and where the answer is that it is elsewhere, there. */
static const char *ask_everywhere(void *session, const char *first, uint64_t from, struct answer *answer) {
  static char address[sizeof answer->next];
  enum place begun = network_judge(first);
  if (begun == place_refused) return "it must be an https: address";
  const char *problem = answer_open(answer, session, first, from);
  for (int hops = 0; !problem && answer->status >= 300 && answer->status <= 399; hops++) {
    memcpy(address, answer->next, sizeof address);
    if (!*address || hops == most_redirects) return "it leads nowhere";
    enum place place = network_judge(address);
    if (place != place_secure && (begun != place_loopback || place != place_loopback))
      return "it leads to an address that is not secure";
    answer_close(answer);
    problem = answer_open(answer, session, address, from);
  }
  return problem;
}

static uint64_t length_of(int file) {
  struct file_state state;
  return file_state(file, "", &state) ? state.size : 0;
}

static int is_archive(int part, const char *wanted) {
  static char bytes[chunk_size];
  char text[SUM_TEXT];
  void *sum = sum_open(sum_sha512);
  ssize_t got;
  for (off_t at = 0; (got = pread(part, bytes, sizeof bytes, at)) > 0; at += got) sum_take(sum, bytes, (size_t)got);
  sum_close(sum, text);
  return !got && !strcmp(text, wanted);
}

/* No other address would help. */
static const char *cannot_keep(struct load *load, int error) { return load->obstacle = strerror(error); }

/* Whether what comes follows what is there, and how much it will be. */
static const char *begin(struct load *load, int part, const struct answer *answer) {
  uint64_t from = 0, wanted = load->conf->archive_size;
  if (answer->status == 206) {
    from = length_of(part);
    if (strncmp(answer->range, "bytes ", 6) || strtoull(answer->range + 6, NULL, 10) != from)
      return "it answers with another part of the file";
  } else if (answer->status != 200) {
    static char problem[40];
    snprintf(problem, sizeof problem, "it answers %u", answer->status);
    return problem;
  }
  uint64_t size = answer->length >= 0 ? from + (uint64_t)answer->length : wanted;
  if (wanted && size != wanted) return "it has a file of another size";
  if (ftruncate(part, (off_t)from)) return cannot_keep(load, errno);
  load->got = from;
  load->size = size;
  return NULL;
}

/* Writes what comes behind what is there. */
static const char *receive(struct load *load, int part, struct answer *answer) {
  static char bytes[chunk_size];
  const struct conf *conf = load->conf;
  uint64_t most = conf->archive_size ? conf->archive_size : conf->executable_size + around;
  uint64_t mark = load->got;
  for (;;) {
    const char *problem;
    ptrdiff_t length = answer_read(answer, bytes, sizeof bytes, &problem);
    if (length < 0) return problem;
    if (length == 0) break;
    if (load->got + (uint64_t)length > most) {
      if (ftruncate(part, 0)) return cannot_keep(load, errno);
      return "it sends more than the file has";
    }
    for (ptrdiff_t at = 0, written; at < length; at += written) {
      written = pwrite(part, bytes + at, (size_t)(length - at), (off_t)load->got + at);
      if (written <= 0) return cannot_keep(load, written ? errno : ENOSPC);
    }
    load->got += (uint64_t)length;
    if (load->got - mark >= least) {
      mark = load->got;
      answer_expect(answer);
    }
  }
  return conf->archive_size && load->got < conf->archive_size ? "it ended too soon" : NULL;
}

static const char *load_from(struct load *load, int part, void *session, const char *address) {
  for (int round = 0;; round++) {
    struct answer answer = {0};
    uint64_t from = length_of(part);
    const char *problem = ask_everywhere(session, address, from, &answer);
    int is_past = !problem && answer.status == 416;
    if (!problem && !is_past) problem = begin(load, part, &answer);
    uint64_t begun = load->got;
    if (!problem && !is_past) problem = receive(load, part, &answer);
    answer_close(&answer);
    if (problem) return problem;
    if (!is_past && is_archive(part, load->conf->archive_sha512)) return NULL;
    if (ftruncate(part, 0)) return cannot_keep(load, errno);
    /* What was there before may have been the damaged part. */
    if (round || (!is_past && !begun)) return "it has another file than the app was made for";
  }
}

int download(struct load *load, int part) {
  const struct conf *conf = load->conf;
  uint64_t there = length_of(part);
  load->phase = phase_loading;
  load->got = 0;
  load->size = conf->archive_size;
  if (there && (!conf->archive_size || there >= conf->archive_size)) {
    if (is_archive(part, conf->archive_sha512)) return 1;
    if (ftruncate(part, 0)) cannot_keep(load, errno);
  }
  if (!conf->addresses.count) load_problem(load, "The app names no address to load it from");
  void *session = session_open();
  int is_loaded = 0;
  for (size_t at = 0; !is_loaded && !load->obstacle && at < conf->addresses.count; at++) {
    load->address = conf->addresses.items[at];
    const char *problem = load_from(load, part, session, conf->addresses.items[at]);
    if (problem && !load->obstacle) load_problem(load, "Cannot load it from %s: %s", conf->addresses.items[at], problem);
    is_loaded = !problem;
  }
  session_close(session);
  return is_loaded;
}
