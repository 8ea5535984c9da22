/* A stand-in for Apple's runtime and frameworks, as far as the starter for macOS calls them, so that it runs on Linux. It is
 * strict: a message that a class does not have, or to an object that was let go of, ends the process. */
#pragma once

#include <stddef.h>

typedef struct object *id;
typedef const char *SEL;

struct object {
  struct class *class;
  int count; /* 0: it was let go of */
  char *text;
  size_t length;
  id parts[8];
  long numbers[4];
  double fraction;
};

struct class {
  struct object object; /* a class takes messages, too */
  const char *name;
  struct class *base;
};

/* A method of a class: its name with a - before it, or with a + for one of the class itself. */
struct stand_in_method {
  const char *class;
  const char *name;
  void (*run)(void);
};

#define METHOD(class, name, run) {class, name, (void (*)(void))run}

void stand_in_add(const struct stand_in_method *methods, size_t count);

/* What a method returns that its caller does not own. */
id autoreleased(id object);
id new_object(const char *class);
id new_text(const char *utf8);
id keep(id object);
void let_go(id object);

void *objc_autoreleasePoolPush(void);
void objc_autoreleasePoolPop(void *pool);
id objc_getClass(const char *name);
void objc_msgSend(void);

/* Sends a message as the starter does. */
extern void (*const stand_in_send)(void);
#define SEND(result, ...) ((result(*)(id, SEL, ##__VA_ARGS__))stand_in_send)

/* Ends the process. */
_Noreturn void refuse(const char *what, const char *which);
