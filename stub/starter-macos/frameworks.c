#include "frameworks.h"
#include "../starter-unix/network.h"
#include <dlfcn.h>

struct frameworks frameworks;

#define AS_NAME(result, name, arguments) #name,
static const char *const names[] = {NETWORK(AS_NAME)};
#undef AS_NAME

_Static_assert(sizeof frameworks == sizeof names, "each name has its place");

const char *network_open(void) {
  static const char *const libraries[] = {"/usr/lib/libobjc.A.dylib", "/usr/lib/libz.1.dylib",
                                          "/System/Library/Frameworks/Foundation.framework/Foundation"};
  enum { COUNT = sizeof libraries / sizeof *libraries };
  void *open[COUNT];
  for (size_t at = 0; at < COUNT; at++)
    if (!(open[at] = dlopen(libraries[at], RTLD_NOW | RTLD_GLOBAL))) return libraries[at];
  void **places = (void **)&frameworks;
  for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
    for (size_t from = 0; from < COUNT && !places[at]; from++) places[at] = dlsym(open[from], names[at]);
    if (!places[at]) return names[at];
  }
  return NULL;
}

/* A program that nobody is logged in for at a screen may not even open a connection to one. */
const char *toolkit_open(void) {
  void *kit = dlopen("/System/Library/Frameworks/AppKit.framework/AppKit", RTLD_NOW | RTLD_GLOBAL);
  if (!kit) return "AppKit";
  void *(*session)(void) = (void *(*)(void))dlsym(kit, "CGSessionCopyCurrentDictionary");
  return session && session() ? NULL : "a display";
}

id class_named(const char *name) { return frameworks.objc_getClass(name); }

SEL selector(const char *name) { return frameworks.sel_registerName(name); }

id text(const char *utf8) {
  return MESSAGE(id, const char *)(class_named("NSString"), selector("stringWithUTF8String:"), utf8);
}

id ask(id object, const char *message) { return MESSAGE(id)(object, selector(message)); }

id ask_with(id object, const char *message, id with) { return MESSAGE(id, id)(object, selector(message), with); }

void set_number(id object, const char *message, long number) {
  MESSAGE(void, long)(object, selector(message), number);
}

void set_double(id object, const char *message, double number) {
  MESSAGE(void, double)(object, selector(message), number);
}

id object_with(const char *name, const struct method *methods) {
  id class = class_named(name);
  if (!class) {
    class = frameworks.objc_allocateClassPair(class_named("NSObject"), name, 0);
    for (; methods->name; methods++)
      frameworks.class_addMethod(class, selector(methods->name), methods->run, methods->types);
    frameworks.objc_registerClassPair(class);
  }
  return ask(class, "new");
}
