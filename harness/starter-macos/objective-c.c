#include "objective-c.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_METHODS = 200, MOST_CLASSES = 50, MOST_IN_POOLS = 1 << 16 };

void (*const stand_in_send)(void) = objc_msgSend;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct stand_in_method methods[MOST_METHODS];
static size_t method_count;
static struct class *classes[MOST_CLASSES];
static size_t class_count;
static _Thread_local id pooled[MOST_IN_POOLS];
static _Thread_local size_t pooled_count, pools;

void refuse(const char *what, const char *which) {
  fprintf(stderr, "stand-in: %s %s\n", what, which);
  abort();
}

void stand_in_add(const struct stand_in_method *added, size_t count) {
  if (method_count + count > MOST_METHODS) refuse("too many methods with", added->name);
  memcpy(methods + method_count, added, count * sizeof *added);
  method_count += count;
}

static int is_known(const char *class) {
  for (size_t at = 0; at < method_count; at++)
    if (!strcmp(methods[at].class, class)) return 1;
  return 0;
}

id objc_allocateClassPair(id base, const char *name, size_t more) {
  (void)more;
  struct class *class = calloc(1, sizeof *class);
  class->object.count = 1;
  class->name = strdup(name);
  class->base = (struct class *)base;
  return (id)class;
}

void objc_registerClassPair(id class) {
  if (class_count == MOST_CLASSES) refuse("too many classes with", ((struct class *)class)->name);
  classes[class_count++] = (struct class *)class;
}

id objc_getClass(const char *name) {
  pthread_mutex_lock(&mutex);
  id found = NULL;
  for (size_t at = 0; !found && at < class_count; at++)
    if (!strcmp(classes[at]->name, name)) found = (id)classes[at];
  pthread_mutex_unlock(&mutex);
  if (found || !is_known(name)) return found;
  id base = strcmp(name, "NSObject") ? objc_getClass("NSObject") : NULL;
  found = objc_allocateClassPair(base, name, 0);
  pthread_mutex_lock(&mutex);
  objc_registerClassPair(found);
  pthread_mutex_unlock(&mutex);
  return found;
}

SEL sel_registerName(const char *name) { return name; }

signed char class_addMethod(id class, SEL name, void (*run)(void), const char *types) {
  size_t arguments = 0;
  for (const char *at = name; *at; at++) arguments += *at == ':';
  /* A type that takes two letters is that of a block. */
  size_t letters = 0;
  for (const char *at = types; *at; at++) letters += *at != '?';
  if (letters != arguments + 3) refuse("types of another length for", name);
  char *own = malloc(strlen(name) + 2);
  sprintf(own, "-%s", name);
  struct stand_in_method method = {((struct class *)class)->name, own, run};
  stand_in_add(&method, 1);
  return 1;
}

static long nothing(void) { return 0; }

void (*stand_in_find(id object, SEL name))(void) {
  if (!object) return (void (*)(void))nothing;
  if (object->count <= 0) refuse("message to what was let go of:", name);
  int is_class = !object->class;
  for (struct class *class = is_class ? (struct class *)object : object->class; class; class = class->base)
    for (size_t at = 0; at < method_count; at++)
      if (methods[at].name[0] == (is_class ? '+' : '-') && !strcmp(methods[at].name + 1, name) &&
          !strcmp(methods[at].class, class->name))
        return methods[at].run;
  fprintf(stderr, "stand-in: %s: ", is_class ? ((struct class *)object)->name : object->class->name);
  refuse("no method", name);
}

#ifdef __x86_64__
__asm__(".globl objc_msgSend\n"
        "objc_msgSend:\n"
        "  push %rbp\n  mov %rsp, %rbp\n  sub $192, %rsp\n"
        "  mov %rdi, (%rsp)\n  mov %rsi, 8(%rsp)\n  mov %rdx, 16(%rsp)\n  mov %rcx, 24(%rsp)\n"
        "  mov %r8, 32(%rsp)\n  mov %r9, 40(%rsp)\n"
        "  movups %xmm0, 48(%rsp)\n  movups %xmm1, 64(%rsp)\n  movups %xmm2, 80(%rsp)\n  movups %xmm3, 96(%rsp)\n"
        "  call stand_in_find@PLT\n  mov %rax, %r11\n"
        "  mov (%rsp), %rdi\n  mov 8(%rsp), %rsi\n  mov 16(%rsp), %rdx\n  mov 24(%rsp), %rcx\n"
        "  mov 32(%rsp), %r8\n  mov 40(%rsp), %r9\n"
        "  movups 48(%rsp), %xmm0\n  movups 64(%rsp), %xmm1\n  movups 80(%rsp), %xmm2\n  movups 96(%rsp), %xmm3\n"
        "  leave\n  jmp *%r11\n");
#else
__asm__(".globl objc_msgSend\n"
        "objc_msgSend:\n"
        "  stp x29, x30, [sp, #-160]!\n  mov x29, sp\n"
        "  stp x0, x1, [sp, #16]\n  stp x2, x3, [sp, #32]\n  stp x4, x5, [sp, #48]\n  stp x6, x7, [sp, #64]\n"
        "  stp q0, q1, [sp, #80]\n  stp q2, q3, [sp, #112]\n"
        "  bl stand_in_find\n  mov x16, x0\n"
        "  ldp x0, x1, [sp, #16]\n  ldp x2, x3, [sp, #32]\n  ldp x4, x5, [sp, #48]\n  ldp x6, x7, [sp, #64]\n"
        "  ldp q0, q1, [sp, #80]\n  ldp q2, q3, [sp, #112]\n"
        "  ldp x29, x30, [sp], #160\n  br x16\n");
#endif

/* Objects, pools ---------------------------------------------------------------------------------------- */

id keep(id object) {
  if (object) __atomic_add_fetch(&object->count, 1, __ATOMIC_SEQ_CST);
  return object;
}

/* Its memory stays, so that who uses it afterwards is found. */
void let_go(id object) {
  if (!object) return;
  int left = __atomic_sub_fetch(&object->count, 1, __ATOMIC_SEQ_CST);
  if (left < 0) refuse("let go of once too often:", object->class->name);
  for (size_t at = 0; !left && at < sizeof object->parts / sizeof *object->parts; at++) let_go(object->parts[at]);
}

id new_object(const char *class) {
  id object = calloc(1, sizeof *object);
  object->class = (struct class *)objc_getClass(class);
  object->count = 1;
  return object;
}

id new_text(const char *utf8) {
  id text = new_object("NSString");
  text->text = strdup(utf8);
  return text;
}

id autoreleased(id object) {
  if (!pools) refuse("no pool for", object->class->name);
  if (pooled_count == MOST_IN_POOLS) refuse("a pool that is too large, with", object->class->name);
  return pooled[pooled_count++] = object;
}

void *objc_autoreleasePoolPush(void) {
  pools++;
  return (void *)(pooled_count + 1);
}

void objc_autoreleasePoolPop(void *pool) {
  pools--;
  while (pooled_count > (size_t)pool - 1) let_go(pooled[--pooled_count]);
}

static id make(id class) {
  id object = new_object(((struct class *)class)->name);
  return object;
}
static id same(id object) { return object; }
static id retain(id object) { return keep(object); }
static void release(id object) { let_go(object); }

__attribute__((constructor)) static void add(void) {
  static const struct stand_in_method all[] = {
      METHOD("NSObject", "+new", make),       METHOD("NSObject", "+alloc", make),
      METHOD("NSObject", "-init", same),      METHOD("NSObject", "-retain", retain),
      METHOD("NSObject", "-release", release),
  };
  stand_in_add(all, sizeof all / sizeof *all);
}
