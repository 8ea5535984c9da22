/* NSURLSession calls on a queue of its own; who reads waits for it, and it waits for who reads. */
#include "../starter-unix/network.h"
#include "frameworks.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One answer is open at a time; what still comes of the one before is of another task. */
static struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  id task; /* NULL: none is open */
  struct answer *answer;
  id data; /* what came last, as far as it was not read */
  size_t read;
  int is_answered, is_ended;
  int64_t until; /* seconds */
  char problem[512];
} current = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* The beginning of every block. */
struct block {
  void *isa;
  int flags, reserved;
  void (*invoke)(void);
};

static const char too_slow[] = "it is too slow";

/* Waits until something is another way. Returns 0 when there is no time for that any more. */
static int wait_for_change(void) {
  struct timespec left = {.tv_sec = current.until - steady_seconds() + 1};
  if (left.tv_sec <= 0) return 0;
  pthread_cond_timedwait_relative_np(&current.changed, &current.mutex, &left);
  return 1;
}

static void copy_text(char *to, size_t room, id text) {
  const char *utf8 = text ? (const char *)ask(text, "UTF8String") : NULL;
  if (!utf8 || strlen(utf8) >= room) utf8 = "";
  memcpy(to, utf8, strlen(utf8) + 1);
}

static void on_redirect(id self, SEL name, id session, id task, id response, id request, struct block *go_on) {
  (void)self, (void)name, (void)session, (void)response;
  pthread_mutex_lock(&current.mutex);
  if (task == current.task)
    copy_text(current.answer->next, sizeof current.answer->next, ask(ask(request, "URL"), "absoluteString"));
  pthread_mutex_unlock(&current.mutex);
  /* Whether it goes there is decided elsewhere. */
  ((void (*)(struct block *, id))go_on->invoke)(go_on, NULL);
}

static void on_response(id self, SEL name, id session, id task, id response, struct block *go_on) {
  (void)self, (void)name, (void)session;
  enum { CANCEL = 0, ALLOW = 1 };
  pthread_mutex_lock(&current.mutex);
  int is_open = task == current.task;
  if (is_open) {
    current.answer->status = (unsigned)MESSAGE(long)(response, selector("statusCode"));
    current.answer->length = MESSAGE(long long)(response, selector("expectedContentLength"));
    copy_text(current.answer->range, sizeof current.answer->range,
              ask_with(response, "valueForHTTPHeaderField:", text("Content-Range")));
    current.is_answered = 1;
    pthread_cond_broadcast(&current.changed);
  }
  pthread_mutex_unlock(&current.mutex);
  ((void (*)(struct block *, long))go_on->invoke)(go_on, is_open ? ALLOW : CANCEL);
}

static void on_data(id self, SEL name, id session, id task, id data) {
  (void)self, (void)name, (void)session;
  pthread_mutex_lock(&current.mutex);
  while (task == current.task && current.data) pthread_cond_wait(&current.changed, &current.mutex);
  if (task == current.task) {
    current.data = ask(data, "retain");
    current.read = 0;
    pthread_cond_broadcast(&current.changed);
  }
  pthread_mutex_unlock(&current.mutex);
}

static void on_end(id self, SEL name, id session, id task, id error) {
  (void)self, (void)name, (void)session;
  pthread_mutex_lock(&current.mutex);
  if (task == current.task) {
    current.is_ended = 1;
    copy_text(current.problem, sizeof current.problem, error ? ask(error, "localizedDescription") : NULL);
    if (error && !*current.problem) strcpy(current.problem, "there is no answer");
    pthread_cond_broadcast(&current.changed);
  }
  pthread_mutex_unlock(&current.mutex);
}

static const struct method methods[] = {
    {"URLSession:task:willPerformHTTPRedirection:newRequest:completionHandler:", (void (*)(void))on_redirect,
     "v@:@@@@@?"},
    {"URLSession:dataTask:didReceiveResponse:completionHandler:", (void (*)(void))on_response, "v@:@@@@?"},
    {"URLSession:dataTask:didReceiveData:", (void (*)(void))on_data, "v@:@@@"},
    {"URLSession:task:didCompleteWithError:", (void (*)(void))on_end, "v@:@@@"},
    {0},
};

enum place network_judge(const char *address) {
  void *pool = frameworks.objc_autoreleasePoolPush();
  enum place place = place_refused;
  char scheme[8] = "", host[256] = "";
  id wanted = text(address), url = wanted ? ask_with(class_named("NSURL"), "URLWithString:", wanted) : NULL;
  id of_url = url ? ask(url, "scheme") : NULL;
  if (of_url) {
    copy_text(scheme, sizeof scheme, ask(of_url, "lowercaseString"));
    copy_text(host, sizeof host, ask(url, "host"));
  }
  if (*host && !strcmp(scheme, "https")) place = place_secure;
  else if (!strcmp(scheme, "http") && (!strcmp(host, "127.0.0.1") || !strcmp(host, "::1"))) place = place_loopback;
  frameworks.objc_autoreleasePoolPop(pool);
  return place;
}

void *session_open(void) {
  enum { ASK_ALWAYS = 1 /* NSURLRequestReloadIgnoringLocalCacheData */ };
  void *pool = frameworks.objc_autoreleasePoolPush();
  /* Nothing of it is kept. */
  id how = ask(class_named("NSURLSessionConfiguration"), "ephemeralSessionConfiguration");
  set_double(how, "setTimeoutIntervalForRequest:", PATIENCE);
  set_number(how, "setRequestCachePolicy:", ASK_ALWAYS);
  id delegate = object_with("FrameworkStarterConnection", methods);
  id session = MESSAGE(id, id, id, id)(class_named("NSURLSession"),
                                       selector("sessionWithConfiguration:delegate:delegateQueue:"), how, delegate, NULL);
  ask(session, "retain");
  ask(delegate, "release");
  frameworks.objc_autoreleasePoolPop(pool);
  return session;
}

void session_close(void *session) {
  ask(session, "invalidateAndCancel");
  ask(session, "release");
}

static void set_header(id request, const char *name, const char *value) {
  MESSAGE(void, id, id)(request, selector("setValue:forHTTPHeaderField:"), text(value), text(name));
}

const char *answer_open(struct answer *answer, void *session, const char *address, uint64_t from) {
  void *pool = frameworks.objc_autoreleasePoolPush();
  id url = ask_with(class_named("NSURL"), "URLWithString:", text(address));
  id request = ask_with(class_named("NSMutableURLRequest"), "requestWithURL:", url);
  /* The archive is wanted as it is. */
  set_header(request, "Accept-Encoding", "identity");
  set_header(request, "User-Agent", "framework-starter");
  char range[40];
  snprintf(range, sizeof range, "bytes=%llu-", (unsigned long long)from);
  if (from) set_header(request, "Range", range);

  pthread_mutex_lock(&current.mutex);
  *answer = (struct answer){.held = &current, .length = -1};
  current.answer = answer;
  current.task = ask(ask_with(session, "dataTaskWithRequest:", request), "retain");
  current.is_answered = current.is_ended = 0;
  *current.problem = 0;
  ask(current.task, "resume");
  current.until = steady_seconds() + PATIENCE;
  while (!current.is_answered && !current.is_ended && wait_for_change()) continue;
  const char *problem = current.is_answered ? NULL : current.is_ended ? current.problem : too_slow;
  pthread_mutex_unlock(&current.mutex);
  frameworks.objc_autoreleasePoolPop(pool);
  return problem;
}

void answer_expect(struct answer *answer) {
  (void)answer;
  pthread_mutex_lock(&current.mutex);
  current.until = steady_seconds() + PATIENCE;
  pthread_mutex_unlock(&current.mutex);
}

ptrdiff_t answer_read(struct answer *answer, void *bytes, size_t room, const char **problem) {
  (void)answer;
  ptrdiff_t length = 0;
  pthread_mutex_lock(&current.mutex);
  int is_in_time = 1;
  while (!current.data && !current.is_ended && (is_in_time = wait_for_change())) continue;
  if (current.data) {
    size_t there = (size_t)MESSAGE(unsigned long)(current.data, selector("length")) - current.read;
    length = (ptrdiff_t)(there < room ? there : room);
    MESSAGE(void, void *, size_t, size_t)
    (current.data, selector("getBytes:range:"), bytes, current.read, (size_t)length);
    current.read += (size_t)length;
    if ((size_t)length == there) {
      ask(current.data, "release");
      current.data = NULL;
      pthread_cond_broadcast(&current.changed);
    }
  } else if (!is_in_time || *current.problem) {
    *problem = is_in_time ? current.problem : too_slow;
    length = -1;
  }
  pthread_mutex_unlock(&current.mutex);
  return length;
}

void answer_close(struct answer *answer) {
  if (!answer->held) return;
  answer->held = NULL;
  pthread_mutex_lock(&current.mutex);
  id task = current.task;
  current.task = NULL;
  if (current.data) ask(current.data, "release");
  current.data = NULL;
  pthread_cond_broadcast(&current.changed);
  pthread_mutex_unlock(&current.mutex);
  ask(task, "cancel");
  ask(task, "release");
}
