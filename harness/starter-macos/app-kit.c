/* A screen that is a folder, STAND_IN_SCREEN: `window` says what is shown, a line for each thing, after the
 * number of the process; what a person presses is
 * written to `pressed`: the title of a button, or `close`. Without one nobody is logged in. */
#include "objective-c.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_VIEWS = 16 };
enum { VIEW_TEXT, VIEW_TARGET, VIEW_KEY };
enum { VIEW_HIDDEN, VIEW_INDETERMINATE };

struct rectangle {
  double numbers[4];
};

static struct {
  id window, title, delegate, target;
  SEL tick, actions[MOST_VIEWS];
  double seconds;
  int is_shown;
  id views[MOST_VIEWS];
  size_t count;
} screen;

void *CGSessionCopyCurrentDictionary(void) { return getenv("STAND_IN_SCREEN"); }

static void nothing(void) {}

static id application(void) {
  static id one;
  return one ? one : (one = new_object("NSApplication"));
}

static void set_delegate(id object, SEL name, id delegate) {
  (void)object, (void)name;
  screen.delegate = delegate; /* not kept: whoever sets it does */
}

static id new_window(id window, SEL name, struct rectangle place, long style, long backing, long defer) {
  (void)name, (void)backing, (void)defer;
  if (place.numbers[2] < 100 || style != 3) refuse("not the window that was asked for:", name);
  return screen.window = window;
}

static void set_title(id window, SEL name, id title) {
  (void)window, (void)name;
  screen.title = keep(title);
}

static void show(void) { screen.is_shown = 1; }

static void put_in(id box, SEL name, id view) {
  (void)box;
  if (screen.count == MOST_VIEWS) refuse("too many views:", name);
  screen.views[screen.count++] = keep(view);
}

static void put_at(id box, SEL name, id view, long gravity) {
  (void)gravity;
  put_in(box, name, view);
}

static void set_insets(id box, SEL name, struct rectangle insets) {
  (void)box;
  if (insets.numbers[3] <= 0) refuse("no insets:", name);
}

static id label_with(id class, SEL name, id text) {
  (void)class, (void)name;
  id label = new_object("NSTextField");
  label->parts[VIEW_TEXT] = keep(text);
  return autoreleased(label);
}

static void set_text(id label, SEL name, id text) {
  (void)name;
  id before = label->parts[VIEW_TEXT];
  label->parts[VIEW_TEXT] = keep(text);
  let_go(before);
}

/* Which of its titles does what is kept by their place. */
static id button_with(id class, SEL name, id title, id target, SEL action) {
  (void)class, (void)name;
  id button = new_object("NSButton");
  button->parts[VIEW_TEXT] = keep(title);
  button->text = (char *)action;
  screen.target = target;
  return autoreleased(button);
}

static void set_key(id button, SEL name, id key) {
  (void)name;
  button->parts[VIEW_KEY] = keep(key);
}

static void set_hidden(id view, SEL name, long is_hidden) {
  (void)name;
  view->numbers[VIEW_HIDDEN] = is_hidden;
}

static void set_indeterminate(id view, SEL name, long is_so) {
  (void)name;
  view->numbers[VIEW_INDETERMINATE] = is_so;
}

static void set_value(id view, SEL name, double value) {
  (void)name;
  view->fraction = value;
}

static id anchor(void) { return autoreleased(new_object("NSLayoutDimension")); }

static id constraint(id object, SEL name, double constant) {
  (void)object;
  if (constant <= 0) refuse("no constant:", name);
  return autoreleased(new_object("NSLayoutConstraint"));
}

static id timer(id class, SEL name, double seconds, id target, SEL tick, id with, long repeats) {
  (void)class, (void)with;
  if (!repeats) refuse("not repeated:", name);
  screen.seconds = seconds;
  screen.target = target;
  screen.tick = tick;
  return autoreleased(new_object("NSTimer"));
}

static int is(id object, const char *class) { return !strcmp(object->class->name, class); }

static void draw(const char *folder) {
  char path[4096], ready[4096];
  snprintf(path, sizeof path, "%s/.window.%d", folder, getpid());
  snprintf(ready, sizeof ready, "%s/window", folder);
  FILE *file = fopen(path, "w");
  if (!file) abort();
  fprintf(file, "%d\ntitle: %s\n", getpid(), screen.title->text);
  for (size_t at = 0; at < screen.count; at++) {
    id view = screen.views[at];
    if (view->numbers[VIEW_HIDDEN]) continue;
    if (is(view, "NSTextField")) fprintf(file, "label: %s\n", view->parts[VIEW_TEXT]->text);
    else if (is(view, "NSButton")) fprintf(file, "button: %s\n", view->parts[VIEW_TEXT]->text);
    else if (is(view, "NSProgressIndicator") && view->numbers[VIEW_INDETERMINATE]) fprintf(file, "progress\n");
    else if (is(view, "NSProgressIndicator")) fprintf(file, "progress: %.2f\n", view->fraction);
  }
  fclose(file);
  rename(path, ready);
}

static void take_press(const char *folder) {
  char path[4096], pressed[64] = "";
  snprintf(path, sizeof path, "%s/pressed", folder);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t length = read(file, pressed, sizeof pressed - 1);
  close(file);
  unlink(path);
  if (length <= 0) return;
  if (!strcmp(pressed, "close")) SEND(signed char, id)(screen.delegate, "windowShouldClose:", screen.window);
  if (!strcmp(pressed, "quit")) SEND(long, id)(screen.delegate, "applicationShouldTerminate:", application());
  for (size_t at = 0; at < screen.count; at++) {
    id view = screen.views[at];
    if (!is(view, "NSButton") || view->numbers[VIEW_HIDDEN] || strcmp(view->parts[VIEW_TEXT]->text, pressed)) continue;
    SEND(void, id)(screen.target, view->text, view);
  }
}

static void run(void) {
  const char *folder = getenv("STAND_IN_SCREEN");
  if (!screen.is_shown) refuse("nothing is shown by", "run");
  for (;;) {
    void *pool = objc_autoreleasePoolPush();
    if (screen.tick) SEND(void, id)(screen.target, screen.tick, NULL);
    draw(folder);
    take_press(folder);
    objc_autoreleasePoolPop(pool);
    nanosleep(&(struct timespec){.tv_nsec = (long)((screen.tick ? screen.seconds : 0.1) * 1e9)}, NULL);
  }
}

__attribute__((constructor)) static void add(void) {
  static const struct stand_in_method all[] = {
      METHOD("NSApplication", "+sharedApplication", application),
      METHOD("NSApplication", "-setActivationPolicy:", nothing),
      METHOD("NSApplication", "-setDelegate:", set_delegate),
      METHOD("NSApplication", "-activateIgnoringOtherApps:", nothing),
      METHOD("NSApplication", "-run", run),
      METHOD("NSWindow", "-initWithContentRect:styleMask:backing:defer:", new_window),
      METHOD("NSWindow", "-setTitle:", set_title),
      METHOD("NSWindow", "-setDelegate:", set_delegate),
      METHOD("NSWindow", "-setContentView:", nothing),
      METHOD("NSWindow", "-center", nothing),
      METHOD("NSWindow", "-makeKeyAndOrderFront:", show),
      METHOD("NSStackView", "-setSpacing:", set_value),
      METHOD("NSStackView", "-setOrientation:", nothing),
      METHOD("NSStackView", "-setAlignment:", nothing),
      METHOD("NSStackView", "-setEdgeInsets:", set_insets),
      METHOD("NSStackView", "-addArrangedSubview:", put_in),
      METHOD("NSStackView", "-addView:inGravity:", put_at),
      METHOD("NSStackView", "-widthAnchor", anchor),
      METHOD("NSTextField", "+wrappingLabelWithString:", label_with),
      METHOD("NSTextField", "-setPreferredMaxLayoutWidth:", set_value),
      METHOD("NSTextField", "-setStringValue:", set_text),
      METHOD("NSTextField", "-setSelectable:", nothing),
      METHOD("NSTextField", "-widthAnchor", anchor),
      METHOD("NSButton", "+buttonWithTitle:target:action:", button_with),
      METHOD("NSButton", "-setKeyEquivalent:", set_key),
      METHOD("NSButton", "-setHidden:", set_hidden),
      METHOD("NSProgressIndicator", "-setMaxValue:", set_value),
      METHOD("NSProgressIndicator", "-setDoubleValue:", set_value),
      METHOD("NSProgressIndicator", "-setIndeterminate:", set_indeterminate),
      METHOD("NSProgressIndicator", "-startAnimation:", nothing),
      METHOD("NSProgressIndicator", "-setHidden:", set_hidden),
      METHOD("NSProgressIndicator", "-widthAnchor", anchor),
      METHOD("NSLayoutDimension", "-constraintEqualToConstant:", constraint),
      METHOD("NSLayoutConstraint", "-setActive:", nothing),
      METHOD("NSTimer", "+scheduledTimerWithTimeInterval:target:selector:userInfo:repeats:", timer),
  };
  stand_in_add(all, sizeof all / sizeof *all);
}
