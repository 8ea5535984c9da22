#include "../starter-unix/network.h"
#include "../starter-unix/bytes.h"
#include "toolkit.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  gzip = 1,             /* G_ZLIB_COMPRESSOR_FORMAT_GZIP */
  no_redirect = 1 << 1, /* SOUP_MESSAGE_NO_REDIRECT */
  tick = 50000000,      /* nanoseconds */
};

/* GChecksumType */
static const int kinds[] = {[sum_sha256] = 2, [sum_sha512] = 3};

enum place network_judge(const char *address) {
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

void *session_open(void) {
  void *session =
      network.soup_session_new_with_options("timeout", PATIENCE, "user-agent", "framework-starter", NULL);
  /* The archive is wanted as it is. */
  network.soup_session_remove_feature_by_type(session, network.soup_content_decoder_get_type());
  return session;
}

void session_close(void *session) { network.g_object_unref(session); }

struct held {
  void *message;
  void *stream;
  /* libsoup's own limit of time begins anew with each byte, so there is a thread that calls it off. */
  void *cancellable;
  void *watch;
  _Atomic int64_t until; /* seconds */
  _Atomic int is_closed;
};

static void *watch(void *with) {
  struct held *held = with;
  while (!held->is_closed && steady_seconds() <= held->until) nanosleep(&(struct timespec){.tv_nsec = tick}, NULL);
  network.g_cancellable_cancel(held->cancellable);
  return NULL;
}

void answer_expect(struct answer *answer) {
  struct held *held = answer->held;
  held->until = steady_seconds() + PATIENCE;
}

static const char *take(const struct held *held, struct glib_error *error, const char *otherwise) {
  static char problem[512];
  if (network.g_cancellable_is_cancelled(held->cancellable)) otherwise = "it is too slow";
  else if (error) otherwise = error->message;
  snprintf(problem, sizeof problem, "%s", otherwise);
  if (error) network.g_error_free(error);
  return problem;
}

static void read_headers(struct answer *answer, const char *address, void *headers) {
  const char *length = network.soup_message_headers_get_one(headers, "Content-Length");
  const char *range = network.soup_message_headers_get_one(headers, "Content-Range");
  const char *location = network.soup_message_headers_get_one(headers, "Location");
  answer->length = length ? strtoll(length, NULL, 10) : -1;
  snprintf(answer->range, sizeof answer->range, "%s", range ? range : "");
  char *next = location ? network.g_uri_resolve_relative(address, location, 0, NULL) : NULL;
  if (next && strlen(next) < sizeof answer->next) strcpy(answer->next, next);
  network.g_free(next);
}

const char *answer_open(struct answer *answer, void *session, const char *address, uint64_t from) {
  struct held *held = answer->held = calloc(1, sizeof *held);
  *answer->next = 0;
  if (!held) return "there is too little memory";
  held->message = network.soup_message_new("GET", address);
  if (!held->message) return "it is no address";
  network.soup_message_set_flags(held->message, no_redirect);
  void *headers = NULL;
  network.g_object_get(held->message, "request-headers", &headers, NULL);
  network.soup_message_headers_replace(headers, "Accept-Encoding", "identity");
  if (from) {
    char range[40];
    snprintf(range, sizeof range, "bytes=%llu-", (unsigned long long)from);
    network.soup_message_headers_replace(headers, "Range", range);
  }
  struct glib_error *error = NULL;
  held->cancellable = network.g_cancellable_new();
  answer_expect(answer);
  held->watch = network.g_thread_new("watch", watch, held);
  held->stream = network.soup_session_send(session, held->message, held->cancellable, &error);
  if (!held->stream) return take(held, error, "there is no answer");
  network.g_object_get(held->message, "status-code", &answer->status, "response-headers", &headers, NULL);
  read_headers(answer, address, headers);
  return NULL;
}

ptrdiff_t answer_read(struct answer *answer, void *bytes, size_t room, const char **problem) {
  const struct held *held = answer->held;
  struct glib_error *error = NULL;
  ptrdiff_t length = network.g_input_stream_read(held->stream, bytes, room, held->cancellable, &error);
  if (!error) return length;
  *problem = take(held, error, "");
  return -1;
}

void answer_close(struct answer *answer) {
  struct held *held = answer->held;
  if (held && held->watch) {
    held->is_closed = 1;
    network.g_thread_join(held->watch);
  }
  if (held && held->cancellable) network.g_object_unref(held->cancellable);
  if (held && held->stream) network.g_object_unref(held->stream);
  if (held && held->message) network.g_object_unref(held->message);
  free(held);
  answer->held = NULL;
}

void *sum_open(enum sum_kind kind) { return network.g_checksum_new(kinds[kind]); }

void sum_take(void *sum, const void *bytes, size_t length) {
  network.g_checksum_update(sum, bytes, (ptrdiff_t)length);
}

void sum_close(void *sum, char text[SUM_TEXT]) {
  snprintf(text, SUM_TEXT, "%s", network.g_checksum_get_string(sum));
  network.g_checksum_free(sum);
}

void *gunzip_open(int file) {
  lseek(file, 0, SEEK_SET);
  void *packed = network.g_unix_input_stream_new(file, 0);
  void *decompressor = network.g_zlib_decompressor_new(gzip);
  void *stream = network.g_converter_input_stream_new(packed, decompressor);
  network.g_object_unref(decompressor);
  network.g_object_unref(packed);
  return stream;
}

ptrdiff_t gunzip_read(void *gunzip, void *bytes, size_t room) {
  return network.g_input_stream_read(gunzip, bytes, room, NULL, NULL);
}

void gunzip_close(void *gunzip) { network.g_object_unref(gunzip); }
