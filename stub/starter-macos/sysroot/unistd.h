#pragma once

#include <sys/types.h>

enum { SEEK_SET = 0, F_OK = 0 };

int access(const char *, int);
int close(int);
int dup(int);
int execve(const char *, char *const *, char *const *);
_Noreturn void _exit(int);
pid_t fork(void);
int fsync(int);
int ftruncate(int, off_t);
uid_t geteuid(void);
pid_t getppid(void);
off_t lseek(int, off_t, int);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlinkat(int, const char *, char *, size_t);
int renameat(int, const char *, int, const char *);
int symlinkat(const char *, int, const char *);
int unlinkat(int, const char *, int);
ssize_t write(int, const void *, size_t);
