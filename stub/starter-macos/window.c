#include "../starter-unix/window.h"
#include "../starter-unix/network.h"
#include "../starter-unix/words.h"
#include "frameworks.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  ordinary = 0,                  /* NSApplicationActivationPolicyRegular */
  titled_closable = 1 | 1 << 1,  /* NSWindowStyleMask */
  buffered = 2,                  /* NSBackingStoreBuffered */
  vertical = 1,                  /* NSUserInterfaceLayoutOrientation */
  leading = 5,                   /* NSLayoutAttributeLeading */
  at_the_end = 3,                /* NSStackViewGravityTrailing */
};

static const double spacing = 12, width = 420, tick = 0.1;

struct point {
  double x, y;
};

struct rectangle {
  struct point origin, size;
};

struct insets {
  double top, left, bottom, right;
};

static struct {
  struct load *load;
  id application, window, target;
  int has_thread;
  pthread_t thread;
  pid_t parent;
  id progress, detail, again;
} shown;

/* What was loaded so far stays, so there is nothing to wait for. */
static signed char leave(void) { _exit(1); }

static void limit_width(id view) {
  id anchor = ask(view, "widthAnchor");
  id limit = MESSAGE(id, double)(anchor, selector("constraintEqualToConstant:"), width);
  set_number(limit, "setActive:", 1);
}

static id new_stack(void) {
  id stack = ask(class_named("NSStackView"), "new");
  set_double(stack, "setSpacing:", spacing);
  return stack;
}

static id new_label(id box, const char *utf8) {
  id label = ask_with(class_named("NSTextField"), "wrappingLabelWithString:", text(utf8));
  set_double(label, "setPreferredMaxLayoutWidth:", width);
  limit_width(label);
  ask_with(box, "addArrangedSubview:", label);
  return label;
}

static id new_button(id row, const char *title, const char *message, const char *key) {
  id button = MESSAGE(id, id, id, SEL)(class_named("NSButton"), selector("buttonWithTitle:target:action:"), text(title),
                                       shown.target, selector(message));
  ask_with(button, "setKeyEquivalent:", text(key));
  MESSAGE(void, id, long)(row, selector("addView:inGravity:"), button, at_the_end);
  return button;
}

static id new_row(id box) {
  id row = new_stack();
  limit_width(row);
  ask_with(box, "addArrangedSubview:", row);
  return row;
}

static void begin(void) {
  set_number(shown.again, "setHidden:", 1);
  set_number(shown.progress, "setHidden:", 0);
  shown.load->phase = phase_loading;
  shown.load->got = 0;
  shown.has_thread = !pthread_create(&shown.thread, NULL, load_run, shown.load);
}

static void say(const char *utf8) { ask_with(shown.detail, "setStringValue:", text(utf8)); }

static void show_progress(int phase) {
  char words[WORDS_ROOM];
  uint64_t got = shown.load->got, size = shown.load->size;
  words_of_progress(words, shown.load, phase);
  say(words);
  int is_known = phase == phase_loading && got && size;
  set_number(shown.progress, "setIndeterminate:", !is_known);
  if (is_known) set_double(shown.progress, "setDoubleValue:", (double)got / (double)size);
  else ask_with(shown.progress, "startAnimation:", NULL);
}

static void show_problem(void) {
  char words[WORDS_ROOM];
  words_of_problem(words, shown.load);
  fprintf(stderr, "framework: %s\n", shown.load->problem);
  say(words);
  set_number(shown.detail, "setSelectable:", 1);
  set_number(shown.progress, "setHidden:", 1);
  set_number(shown.again, "setHidden:", 0);
}

static void on_tick(void) {
  int phase = shown.load->phase;
  /* Who has started it would not wait for it any more. */
  if (getppid() != shown.parent) leave();
  if (!shown.has_thread) return;
  if (phase < phase_done) {
    show_progress(phase);
    return;
  }
  pthread_join(shown.thread, NULL);
  shown.has_thread = 0;
  if (phase == phase_done) _exit(0);
  show_problem();
}

static const struct method methods[] = {
    {"begin:", (void (*)(void))begin, "v@:@"},
    {"tick:", (void (*)(void))on_tick, "v@:@"},
    {"leave:", (void (*)(void))leave, "v@:@"},
    {"windowShouldClose:", (void (*)(void))leave, "c@:@"},
    {"applicationShouldTerminate:", (void (*)(void))leave, "Q@:@"},
    {0},
};

/* Returns the box that its contents are put in. */
static id open_window(const char *title) {
  struct rectangle place = {{0, 0}, {width + 4 * spacing, 4 * spacing}};
  struct insets around = {2 * spacing, 2 * spacing, 2 * spacing, 2 * spacing};
  shown.application = ask(class_named("NSApplication"), "sharedApplication");
  set_number(shown.application, "setActivationPolicy:", ordinary);
  shown.target = object_with("FrameworkStarterWindow", methods);
  ask_with(shown.application, "setDelegate:", shown.target);
  shown.window = MESSAGE(id, struct rectangle, long, long, long)(
      ask(class_named("NSWindow"), "alloc"), selector("initWithContentRect:styleMask:backing:defer:"), place,
      titled_closable, buffered, 0);
  ask_with(shown.window, "setTitle:", text(title));
  ask_with(shown.window, "setDelegate:", shown.target);
  id box = new_stack();
  set_number(box, "setOrientation:", vertical);
  set_number(box, "setAlignment:", leading);
  MESSAGE(void, struct insets)(box, selector("setEdgeInsets:"), around);
  ask_with(shown.window, "setContentView:", box);
  return box;
}

static void run(void) {
  ask(shown.window, "center");
  ask_with(shown.window, "makeKeyAndOrderFront:", NULL);
  set_number(shown.application, "activateIgnoringOtherApps:", 1);
  ask(shown.application, "run");
}

int window_load(struct load *load, const char *program) {
  (void)program; /* it is of the app's bundle, so the system knows */
  const struct conf *conf = load->conf;
  const char *missing = network_open();
  if (!missing) missing = toolkit_open();
  if (missing) {
    load_needs(load, missing);
    return 1;
  }
  frameworks.objc_autoreleasePoolPush();
  char words[WORDS_ROOM];
  words_of_purpose(words, conf);
  id box = open_window(conf->name);
  shown.load = load;
  shown.parent = getppid();
  new_label(box, words);
  shown.progress = ask(class_named("NSProgressIndicator"), "new");
  set_double(shown.progress, "setMaxValue:", 1);
  limit_width(shown.progress);
  ask_with(box, "addArrangedSubview:", shown.progress);
  shown.detail = new_label(box, "");
  id row = new_row(box);
  new_button(row, "Cancel", "leave:", "\033");
  shown.again = new_button(row, "Try Again", "begin:", "\r");
  begin();
  MESSAGE(id, double, id, SEL, id, long)(class_named("NSTimer"),
                                         selector("scheduledTimerWithTimeInterval:target:selector:userInfo:repeats:"),
                                         tick, shown.target, selector("tick:"), NULL, 1);
  run();
  return 1;
}

void window_tell(const char *program, const char *sentence) {
  if (network_open() || toolkit_open()) return;
  frameworks.objc_autoreleasePoolPush();
  id box = open_window(program);
  new_label(box, sentence);
  new_button(new_row(box), "Close", "leave:", "\r");
  run();
}
