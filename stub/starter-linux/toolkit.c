#include "toolkit.h"
#include "../starter-unix/network.h"
#include "version.h"
#include <dlfcn.h>

__asm__(".symver dlopen,dlopen@" OLD_GLIBC);
__asm__(".symver dlsym,dlsym@" OLD_GLIBC);

struct network network;
struct toolkit toolkit;

#define AS_NAME(result, name, arguments) #name,
static const char *const network_names[] = {NETWORK(AS_NAME)};
static const char *const toolkit_names[] = {WINDOW(AS_NAME)};
#undef AS_NAME

_Static_assert(sizeof network == sizeof network_names, "each name has its place");
_Static_assert(sizeof toolkit == sizeof toolkit_names, "each name has its place");

/* Returns the first name that the library does not have. */
static const char *look_up(void *library, const char *const *names, void **places, size_t count) {
  for (size_t at = 0; at < count; at++)
    if (!(places[at] = dlsym(library, names[at]))) return names[at];
  return NULL;
}

/* WebKitGTK brings one of both. They cannot live in one process. */
const char *network_open(void) {
  void *soup = dlopen("libsoup-3.0.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (!soup) soup = dlopen("libsoup-2.4.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!soup) return "libsoup 3 or 2.4";
  return look_up(soup, network_names, (void **)&network, sizeof network / sizeof(void *));
}

const char *toolkit_open(void) {
  void *gtk = dlopen("libgtk-3.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (!gtk) return "GTK 3";
  return look_up(gtk, toolkit_names, (void **)&toolkit, sizeof toolkit / sizeof(void *));
}
