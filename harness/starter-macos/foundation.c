/* Texts, addresses, and connections to servers of this machine: others cannot be reached. */
#include "objective-c.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* NSString, NSURL ---------------------------------------------------------------------------------------- */

static id text_with(id class, SEL name, const char *utf8) {
  (void)class, (void)name;
  return autoreleased(new_text(utf8));
}

static const char *utf8_of(id text) { return text->text; }

static id lower(id text) {
  id made = autoreleased(new_text(text->text));
  for (char *at = made->text; *at; at++)
    if (*at >= 'A' && *at <= 'Z') *at += 'a' - 'A';
  return made;
}

enum { URL_TEXT, URL_SCHEME, URL_HOST, URL_PORT, URL_REST };

/* Nothing for what has no scheme: only whole addresses are asked for. */
static id url_with(id class, SEL name, id text) {
  (void)class, (void)name;
  char scheme[32] = "", host[256] = "", port[8] = "";
  int at = 0;
  if (sscanf(text->text, "%31[a-zA-Z]://%n", scheme, &at) < 1 || !at) return NULL;
  const char *rest = text->text + at;
  if (sscanf(rest, "[%255[0-9a-f:]]", host) == 1) rest = strchr(rest, ']') + 1;
  else if (sscanf(rest, "%255[^/:]", host) == 1) rest += strlen(host);
  if (sscanf(rest, ":%7[0-9]", port) == 1) rest += 1 + strlen(port);
  id url = new_object("NSURL");
  url->parts[URL_TEXT] = keep(text);
  url->parts[URL_SCHEME] = new_text(scheme);
  url->parts[URL_HOST] = *host ? new_text(host) : NULL;
  url->parts[URL_PORT] = new_text(port);
  url->parts[URL_REST] = new_text(*rest ? rest : "/");
  return autoreleased(url);
}

static id url_scheme(id url) { return url->parts[URL_SCHEME]; }
static id url_host(id url) { return url->parts[URL_HOST]; }
static id url_text(id url) { return url->parts[URL_TEXT]; }

/* Requests, answers, data, errors ------------------------------------------------------------------------ */

enum { REQUEST_URL };

static id request_with(id class, SEL name, id url) {
  (void)class, (void)name;
  id request = new_object("NSMutableURLRequest");
  request->parts[REQUEST_URL] = keep(url);
  request->text = strdup("");
  return autoreleased(request);
}

static void set_header(id request, SEL name, id value, id header) {
  (void)name;
  char *before = request->text;
  if (asprintf(&request->text, "%s%s: %s\r\n", before, header->text, value->text) < 0) abort();
  free(before);
}

static id request_url(id request) { return request->parts[REQUEST_URL]; }

/* An answer's text is its head. */
static const char *header_in(const char *head, const char *name, char *room, size_t length) {
  for (const char *line = head; (line = strstr(line, "\r\n")); ) {
    line += 2;
    if (strncasecmp(line, name, strlen(name)) || line[strlen(name)] != ':') continue;
    const char *value = line + strlen(name) + 1;
    while (*value == ' ') value++;
    snprintf(room, length, "%.*s", (int)strcspn(value, "\r"), value);
    return room;
  }
  return NULL;
}

static long status_of(id answer) { return strtol(answer->text + strcspn(answer->text, " "), NULL, 10); }

static long long length_of(id answer) {
  char room[64];
  const char *length = header_in(answer->text, "Content-Length", room, sizeof room);
  return length ? strtoll(length, NULL, 10) : -1;
}

static id header_of(id answer, SEL name, id header) {
  (void)name;
  char room[4096];
  const char *value = header_in(answer->text, header->text, room, sizeof room);
  return value ? autoreleased(new_text(value)) : NULL;
}

static unsigned long data_length(id data) { return data->length; }

static void data_bytes(id data, SEL name, void *bytes, size_t from, size_t length) {
  if (from + length > data->length) refuse("beyond the end:", name);
  memcpy(bytes, data->text + from, length);
}

static id error_text(id error) { return error->parts[0]; }

/* NSURLSession ------------------------------------------------------------------------------------------- */

enum { HOW_POLICY };
enum { SESSION_HOW, SESSION_DELEGATE };
enum { TASK_REQUEST, TASK_SESSION };
enum { TASK_SOCKET, TASK_CANCELLED };

static id configuration(void) { return autoreleased(new_object("NSURLSessionConfiguration")); }

static void set_patience(id how, SEL name, double seconds) {
  (void)name;
  how->fraction = seconds;
}

static void set_policy(id how, SEL name, long policy) {
  (void)name;
  how->numbers[HOW_POLICY] = policy;
}

static id session_with(id class, SEL name, id how, id delegate, id queue) {
  (void)class, (void)queue;
  if (queue) refuse("a queue for", name);
  id session = new_object("NSURLSession");
  session->parts[SESSION_HOW] = keep(how);
  session->parts[SESSION_DELEGATE] = keep(delegate);
  return autoreleased(session);
}

static id task_with(id session, SEL name, id request) {
  (void)name;
  id task = new_object("NSURLSessionDataTask");
  task->parts[TASK_REQUEST] = keep(request);
  task->parts[TASK_SESSION] = keep(session);
  task->numbers[TASK_SOCKET] = -1;
  return autoreleased(task);
}

struct block {
  void *isa;
  int flags, reserved;
  void (*invoke)(void);
  long answer;
};

static void take_disposition(struct block *block, long disposition) { block->answer = disposition; }
static void take_request(struct block *block, id request) { block->answer = request != NULL; }

/* The calls of a session come one after the other. */
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;

static const char *connect_to(id task, id url) {
  const char *host = url_host(url)->text, *port = url->parts[URL_PORT]->text;
  if (strcmp(url_scheme(url)->text, "http")) return "The Internet connection appears to be offline.";
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(*port ? port : "80"))};
  if (inet_pton(AF_INET, host, &place.sin_addr) != 1) return "A server with the specified hostname could not be found.";
  int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  task->numbers[TASK_SOCKET] = file;
  double seconds = task->parts[TASK_SESSION]->parts[SESSION_HOW]->fraction;
  struct timeval patience = {.tv_sec = (time_t)seconds};
  setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(file, (struct sockaddr *)&place, sizeof place)) return "Could not connect to the server.";
  char *asked;
  int length = asprintf(&asked, "GET %s HTTP/1.1\r\nHost: %s:%s\r\n%s\r\n", url->parts[URL_REST]->text, host, port,
                        task->parts[TASK_REQUEST]->text);
  int is_sent = length > 0 && send(file, asked, (size_t)length, MSG_NOSIGNAL) == length;
  free(asked);
  return is_sent ? NULL : "The network connection was lost.";
}

static const char *why(void) {
  return errno == EAGAIN || errno == EWOULDBLOCK ? "The request timed out." : "The network connection was lost.";
}

/* Byte by byte, so that nothing behind is taken. */
static const char *read_line(int file, char *line, size_t room, const char *end) {
  size_t length = 0;
  for (ssize_t got; length < strlen(end) || memcmp(line + length - strlen(end), end, strlen(end)); length++) {
    if (length + 1 == room) return "cannot parse response";
    errno = 0;
    got = recv(file, line + length, 1, 0);
    if (got <= 0) return why();
  }
  line[length] = 0;
  return NULL;
}

static void hand_over(id task, id data) {
  id session = task->parts[TASK_SESSION];
  pthread_mutex_lock(&queue);
  void *pool = objc_autoreleasePoolPush();
  SEND(void, id, id, id)(session->parts[SESSION_DELEGATE], "URLSession:dataTask:didReceiveData:", session, task, data);
  objc_autoreleasePoolPop(pool);
  pthread_mutex_unlock(&queue);
}

/* -1: until it is closed. */
static const char *read_part(id task, long long left) {
  int file = (int)task->numbers[TASK_SOCKET];
  int is_open = left < 0;
  while (left && !task->numbers[TASK_CANCELLED]) {
    static _Thread_local char bytes[1 << 16];
    size_t room = is_open || left > (long long)sizeof bytes ? sizeof bytes : (size_t)left;
    errno = 0;
    ssize_t got = recv(file, bytes, room, 0);
    if (got == 0 && is_open) return NULL;
    if (got <= 0) return why();
    id data = new_object("NSData");
    data->text = memcpy(malloc((size_t)got), bytes, (size_t)got);
    data->length = (size_t)got;
    hand_over(task, data);
    let_go(data);
    left -= is_open ? 0 : got;
  }
  return NULL;
}

static const char *read_body(id task, id answer) {
  char room[64];
  if (!header_in(answer->text, "Transfer-Encoding", room, sizeof room)) return read_part(task, length_of(answer));
  for (;;) {
    const char *problem = read_line((int)task->numbers[TASK_SOCKET], room, sizeof room, "\r\n");
    long long length = problem ? 0 : strtoll(room, NULL, 16);
    if (!problem) problem = read_part(task, length);
    if (!problem) problem = read_line((int)task->numbers[TASK_SOCKET], room, sizeof room, "\r\n");
    if (problem || !length || task->numbers[TASK_CANCELLED]) return problem;
  }
}

static void tell_redirect(id task, id answer) {
  char location[4096];
  long status = status_of(answer);
  id session = task->parts[TASK_SESSION], url = request_url(task->parts[TASK_REQUEST]);
  if (status < 301 || status > 308 || !header_in(answer->text, "Location", location, sizeof location)) return;
  char *whole = NULL;
  if (!strstr(location, "://") &&
      asprintf(&whole, "%s://%s:%s%s", url_scheme(url)->text, url_host(url)->text, url->parts[URL_PORT]->text, location) < 0)
    abort();
  struct block go_on = {.invoke = (void (*)(void))take_request};
  id next = url_with(NULL, NULL, autoreleased(new_text(whole ? whole : location)));
  free(whole);
  if (!next) return;
  SEND(void, id, id, id, id, struct block *)
  (session->parts[SESSION_DELEGATE], "URLSession:task:willPerformHTTPRedirection:newRequest:completionHandler:", session,
   task, answer, request_with(NULL, NULL, next), &go_on);
  if (go_on.answer) refuse("a redirect that is followed to", location);
}

static const char *answer_to(id task) {
  enum { ALLOW = 1 };
  id session = task->parts[TASK_SESSION];
  char head[16384];
  const char *problem = connect_to(task, request_url(task->parts[TASK_REQUEST]));
  if (!problem) problem = read_line((int)task->numbers[TASK_SOCKET], head, sizeof head, "\r\n\r\n");
  if (problem || task->numbers[TASK_CANCELLED]) return problem;
  id answer = new_object("NSHTTPURLResponse");
  answer->text = strdup(head);
  pthread_mutex_lock(&queue);
  void *pool = objc_autoreleasePoolPush();
  tell_redirect(task, answer);
  struct block go_on = {.invoke = (void (*)(void))take_disposition, .answer = -1};
  SEND(void, id, id, id, struct block *)
  (session->parts[SESSION_DELEGATE], "URLSession:dataTask:didReceiveResponse:completionHandler:", session, task, answer,
   &go_on);
  objc_autoreleasePoolPop(pool);
  pthread_mutex_unlock(&queue);
  if (go_on.answer < 0) refuse("no disposition for", head);
  if (go_on.answer == ALLOW) problem = read_body(task, answer);
  let_go(answer);
  return problem;
}

static void *run_task(void *with) {
  id task = with;
  void *pool = objc_autoreleasePoolPush();
  id session = task->parts[TASK_SESSION], delegate = session->parts[SESSION_DELEGATE];
  const char *problem = answer_to(task);
  if (task->numbers[TASK_CANCELLED]) problem = "cancelled";
  id error = problem ? autoreleased(new_object("NSError")) : NULL;
  if (error) error->parts[0] = new_text(problem);
  pthread_mutex_lock(&queue);
  SEND(void, id, id, id)(delegate, "URLSession:task:didCompleteWithError:", session, task, error);
  pthread_mutex_unlock(&queue);
  if (task->numbers[TASK_SOCKET] >= 0) close((int)task->numbers[TASK_SOCKET]);
  let_go(task);
  objc_autoreleasePoolPop(pool);
  return NULL;
}

static void resume(id task) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_task, keep(task))) abort();
  pthread_detach(thread);
}

static void cancel(id task) {
  task->numbers[TASK_CANCELLED] = 1;
  if (task->numbers[TASK_SOCKET] >= 0) shutdown((int)task->numbers[TASK_SOCKET], SHUT_RDWR);
}

static void invalidate(void) {}

__attribute__((constructor)) static void add(void) {
  static const struct stand_in_method all[] = {
      METHOD("NSString", "+stringWithUTF8String:", text_with),
      METHOD("NSString", "-UTF8String", utf8_of),
      METHOD("NSString", "-lowercaseString", lower),
      METHOD("NSURL", "+URLWithString:", url_with),
      METHOD("NSURL", "-scheme", url_scheme),
      METHOD("NSURL", "-host", url_host),
      METHOD("NSURL", "-absoluteString", url_text),
      METHOD("NSMutableURLRequest", "+requestWithURL:", request_with),
      METHOD("NSMutableURLRequest", "-setValue:forHTTPHeaderField:", set_header),
      METHOD("NSMutableURLRequest", "-URL", request_url),
      METHOD("NSHTTPURLResponse", "-statusCode", status_of),
      METHOD("NSHTTPURLResponse", "-expectedContentLength", length_of),
      METHOD("NSHTTPURLResponse", "-valueForHTTPHeaderField:", header_of),
      METHOD("NSData", "-length", data_length),
      METHOD("NSData", "-getBytes:range:", data_bytes),
      METHOD("NSError", "-localizedDescription", error_text),
      METHOD("NSURLSessionConfiguration", "+ephemeralSessionConfiguration", configuration),
      METHOD("NSURLSessionConfiguration", "-setTimeoutIntervalForRequest:", set_patience),
      METHOD("NSURLSessionConfiguration", "-setRequestCachePolicy:", set_policy),
      METHOD("NSURLSession", "+sessionWithConfiguration:delegate:delegateQueue:", session_with),
      METHOD("NSURLSession", "-dataTaskWithRequest:", task_with),
      METHOD("NSURLSession", "-invalidateAndCancel", invalidate),
      METHOD("NSURLSessionDataTask", "-resume", resume),
      METHOD("NSURLSessionDataTask", "-cancel", cancel),
  };
  stand_in_add(all, sizeof all / sizeof *all);
}
