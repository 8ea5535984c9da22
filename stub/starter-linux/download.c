#define _GNU_SOURCE
#include "download.h"
#include "toolkit.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  chunk_size = 1 << 16,
  most_redirects = 5,
  patience = 30,         /* seconds without an answer */
  least = 1 << 14,       /* bytes that have to come in that time */
  around = 16 << 20,     /* what the archive holds beside the runtime, at most */
  sha512 = 3,            /* G_CHECKSUM_SHA512 */
  no_redirect = 1 << 1,  /* SOUP_MESSAGE_NO_REDIRECT */
};

enum place { place_refused, place_secure, place_loopback };

/* http: is for this machine alone. */
static enum place judge(const char *address) {
  void *uri = network.g_uri_parse(address, 0, NULL);
  if (!uri) return place_refused;
  const char *scheme = network.g_uri_get_scheme(uri), *host = network.g_uri_get_host(uri);
  enum place place = place_refused;
  if (host && *host && !strcmp(scheme, "https")) place = place_secure;
  else if (host && !strcmp(scheme, "http") && (!strcmp(host, "127.0.0.1") || !strcmp(host, "::1")))
    place = place_loopback;
  network.g_uri_unref(uri);
  return place;
}

struct answer {
  void *message;
  void *stream;
  void *headers;
  unsigned status;
};

static void close_answer(struct answer *answer) {
  if (answer->stream) network.g_object_unref(answer->stream);
  if (answer->message) network.g_object_unref(answer->message);
  *answer = (struct answer){0};
}

/* Returns NULL, or the problem, which is valid until the next call. */
static const char *ask(void *session, const char *address, uint64_t from, struct answer *answer) {
  static char problem[512];
  answer->message = network.soup_message_new("GET", address);
  if (!answer->message) return "it is no address";
  network.soup_message_set_flags(answer->message, no_redirect);
  void *headers = NULL;
  network.g_object_get(answer->message, "request-headers", &headers, NULL);
  network.soup_message_headers_replace(headers, "Accept-Encoding", "identity");
  if (from) {
    char range[40];
    snprintf(range, sizeof range, "bytes=%llu-", (unsigned long long)from);
    network.soup_message_headers_replace(headers, "Range", range);
  }
  struct glib_error *error = NULL;
  answer->stream = network.soup_session_send(session, answer->message, NULL, &error);
  network.g_object_get(answer->message, "status-code", &answer->status, "response-headers", &answer->headers, NULL);
  if (answer->stream) return NULL;
  snprintf(problem, sizeof problem, "%s", error ? error->message : "there is no answer");
  if (error) network.g_error_free(error);
  return problem;
}

/* Asks, and where the answer is that it is elsewhere, there. */
static const char *ask_everywhere(void *session, const char *first, uint64_t from, struct answer *answer) {
  enum place begun = judge(first);
  char *address = NULL;
  const char *problem = begun == place_refused ? "it must be an https: address" : NULL;
  for (int hops = 0; !problem; hops++) {
    problem = ask(session, address ? address : first, from, answer);
    if (problem || answer->status < 300 || answer->status > 399) break;
    const char *location = network.soup_message_headers_get_one(answer->headers, "Location");
    char *next = location ? network.g_uri_resolve_relative(address ? address : first, location, 0, NULL) : NULL;
    if (!next || hops == most_redirects) problem = "it leads nowhere";
    else if (judge(next) != place_secure && (begun != place_loopback || judge(next) != place_loopback))
      problem = "it leads to an address that is not secure";
    close_answer(answer);
    network.g_free(address);
    address = next;
  }
  network.g_free(address);
  return problem;
}

static uint64_t length_of(int file) {
  struct statx state;
  return statx(file, "", AT_EMPTY_PATH, STATX_SIZE, &state) ? 0 : state.stx_size;
}

static int is_archive(int part, const char *wanted) {
  static char bytes[chunk_size];
  void *sum = network.g_checksum_new(sha512);
  ssize_t got;
  for (off_t at = 0; (got = pread(part, bytes, sizeof bytes, at)) > 0; at += got)
    network.g_checksum_update(sum, bytes, got);
  int is_same = !got && !strcmp(network.g_checksum_get_string(sum), wanted);
  network.g_checksum_free(sum);
  return is_same;
}

static time_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

/* Whether what comes follows what is there, and how much it will be. */
static const char *begin(struct load *load, int part, const struct answer *answer) {
  uint64_t from = 0, wanted = load->conf->archive_size;
  if (answer->status == 206) {
    const char *range = network.soup_message_headers_get_one(answer->headers, "Content-Range");
    from = length_of(part);
    if (!range || strncmp(range, "bytes ", 6) || strtoull(range + 6, NULL, 10) != from)
      return "it answers with another part of the file";
  } else if (answer->status != 200) {
    static char problem[40];
    snprintf(problem, sizeof problem, "it answers %u", answer->status);
    return problem;
  }
  const char *length = network.soup_message_headers_get_one(answer->headers, "Content-Length");
  uint64_t size = length ? from + strtoull(length, NULL, 10) : wanted;
  if (wanted && size != wanted) return "it has a file of another size";
  if (ftruncate(part, (off_t)from)) return strerror(errno);
  load->got = from;
  load->size = size;
  return NULL;
}

/* Writes what comes behind what is there. */
static const char *receive(struct load *load, int part, void *stream) {
  static char bytes[chunk_size];
  const struct conf *conf = load->conf;
  uint64_t most = conf->archive_size ? conf->archive_size : conf->executable_size + around;
  uint64_t mark = load->got;
  time_t since = now();
  for (;;) {
    struct glib_error *error = NULL;
    ptrdiff_t length = network.g_input_stream_read(stream, bytes, sizeof bytes, NULL, &error);
    if (error) {
      static char problem[512];
      snprintf(problem, sizeof problem, "%s", error->message);
      network.g_error_free(error);
      return problem;
    }
    if (length <= 0) break;
    if (load->got + (uint64_t)length > most) {
      if (ftruncate(part, 0)) return strerror(errno);
      return "it sends more than the file has";
    }
    for (ptrdiff_t at = 0, written; at < length; at += written) {
      written = pwrite(part, bytes + at, (size_t)(length - at), (off_t)load->got + at);
      if (written <= 0) return strerror(written ? errno : ENOSPC);
    }
    load->got += (uint64_t)length;
    if (load->got - mark >= least) {
      mark = load->got;
      since = now();
    } else if (now() - since > patience) return "it is too slow";
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
    if (!problem && !is_past) problem = receive(load, part, answer.stream);
    close_answer(&answer);
    if (problem) return problem;
    if (!is_past && is_archive(part, load->conf->archive_sha512)) return NULL;
    if (ftruncate(part, 0)) return strerror(errno);
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
    if (ftruncate(part, 0)) load_problem(load, "Cannot write: %s", strerror(errno));
  }
  if (!conf->addresses.count) load_problem(load, "The app names no address to load it from");
  void *session = network.soup_session_new_with_options("timeout", patience, "user-agent", "framework-starter", NULL);
  /* The archive is wanted as it is. */
  network.soup_session_remove_feature_by_type(session, network.soup_content_decoder_get_type());
  int is_loaded = 0;
  for (size_t at = 0; !is_loaded && at < conf->addresses.count; at++) {
    load->address = conf->addresses.items[at];
    const char *problem = load_from(load, part, session, conf->addresses.items[at]);
    if (problem) load_problem(load, "Cannot load it from %s: %s", conf->addresses.items[at], problem);
    is_loaded = !problem;
  }
  network.g_object_unref(session);
  return is_loaded;
}
