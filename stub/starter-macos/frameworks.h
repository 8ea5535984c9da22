/* What is used of the system's libraries beside libSystem: opened when a runtime has to be got, and never before. Names, types
 * and numbers follow their headers. */
#pragma once

#include <stddef.h>

typedef void *id;
typedef void *SEL;

struct z_stream {
  const unsigned char *next_in;
  unsigned avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  void *state, *zalloc, *zfree, *opaque;
  int data_type;
  unsigned long adler, reserved;
};

#define NETWORK(F)                                                                                                     \
  F(id, objc_getClass, (const char *name))                                                                             \
  F(SEL, sel_registerName, (const char *))                                                                             \
  F(void, objc_msgSend, (void))                                                                                        \
  F(id, objc_allocateClassPair, (id base, const char *name, size_t more))                                              \
  F(signed char, class_addMethod, (id class, SEL, void (*method)(void), const char *types))                            \
  F(void, objc_registerClassPair, (id class))                                                                          \
  F(void *, objc_autoreleasePoolPush, (void))                                                                          \
  F(void, objc_autoreleasePoolPop, (void *))                                                                           \
  F(int, inflateInit2_, (struct z_stream *, int window, const char *version, int size))                                \
  F(int, inflate, (struct z_stream *, int flush))                                                                      \
  F(int, inflateEnd, (struct z_stream *))

#define AS_FIELD(result, name, arguments) result(*name) arguments;
extern struct frameworks {
  NETWORK(AS_FIELD)
} frameworks;
#undef AS_FIELD

/* Opens AppKit. Returns NULL, or what is missing. */
const char *toolkit_open(void);

/* A message whose arguments have these types, to be called with the object and its selector first. */
#define MESSAGE(result, ...) ((result(*)(id, SEL, ##__VA_ARGS__))frameworks.objc_msgSend)

id class_named(const char *name);
SEL selector(const char *name);
id text(const char *utf8);
/* Messages with no argument, an object, or a number or truth. */
id ask(id object, const char *message);
id ask_with(id object, const char *message, id with);
void set_number(id object, const char *message, long number);
void set_double(id object, const char *message, double number);

struct method {
  const char *name;
  void (*run)(void);
  const char *types;
};

/* An object of a class of ours with these methods, the last of which has no name. */
id object_with(const char *class, const struct method *methods);
