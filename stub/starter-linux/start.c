/* Where the program begins, in place of the C library's crt1.o, which names symbols of its own version: so the starter
 * runs with every glibc since 2.28, whichever it was built with. dlopen and dlsym were in libdl before 2.34. */
#include "version.h"
#include <stddef.h>

int main(int count, char **arguments);

__asm__(".symver __libc_start_main,__libc_start_main@" OLD_GLIBC);

#ifdef __x86_64__
__asm__(".globl _start\n"
        "_start:\n"
        "  xor %ebp, %ebp\n"
        "  mov %rdx, %r9\n" /* what runs at the exit */
        "  pop %rsi\n"
        "  mov %rsp, %rdx\n"
        "  and $-16, %rsp\n"
        "  push %rax\n"
        "  push %rsp\n"
        "  xor %r8d, %r8d\n"
        "  xor %ecx, %ecx\n" /* no constructors */
        "  lea main(%rip), %rdi\n"
        "  call *__libc_start_main@GOTPCREL(%rip)\n"
        "  hlt\n");
#else
__asm__(".globl _start\n"
        "_start:\n"
        "  mov x29, #0\n"
        "  mov x30, #0\n"
        "  mov x5, x0\n"
        "  ldr x1, [sp]\n"
        "  add x2, sp, #8\n"
        "  mov x6, sp\n"
        "  adrp x0, main\n"
        "  add x0, x0, :lo12:main\n"
        "  mov x3, #0\n"
        "  mov x4, #0\n"
        "  bl __libc_start_main\n"
        "  brk #0\n");
#endif
