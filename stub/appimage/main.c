/* The beginning of every AppImage: shows the image behind it as a folder and runs AppRun in there. With FUSE the
 * folder is a mount that lives as long as the app; without, the image is extracted, and removed afterwards.
 *
 * Options and variables are those of the AppImage type 2 specification. */
#define _GNU_SOURCE
#include "extract.h"
#include "image.h"
#include "mount.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char help[] =
    "AppImage options:\n"
    "\n"
    "  --appimage-extract [<pattern>]   extract the contents into a new folder squashfs-root\n"
    "  --appimage-extract-and-run ...   run without FUSE, from a temporary folder\n"
    "  --appimage-mount                 mount, print the folder and wait for Ctrl-C\n"
    "  --appimage-offset                print where the squashfs image begins\n"
    "  --appimage-portable-home         make a home folder beside the AppImage\n"
    "  --appimage-portable-config       make a configuration folder beside the AppImage\n"
    "  --appimage-version               print the version of this start program\n"
    "  --appimage-help                  print this text\n"
    "\n"
    "Variables: APPIMAGE_EXTRACT_AND_RUN=1, NO_CLEANUP=1, TMPDIR, TARGET_APPIMAGE\n";

void fail(const char *action, const char *object) {
  fprintf(stderr, "AppImage: cannot %s %s%s%s\n", action, object, errno ? ": " : "", errno ? strerror(errno) : "");
  exit(127);
}

/* The image begins where the ELF file ends: its section headers are its last part. */
static size_t stub_size(int file) {
  Elf64_Ehdr header;
  if (pread(file, &header, sizeof header, 0) != sizeof header) fail("read", "the AppImage");
  return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

static int is_set(const char *variable) {
  const char *value = getenv(variable);
  return value && *value && strcmp(value, "0");
}

static void beside(char *path, const char *self, const char *ending) {
  if (snprintf(path, PATH_MAX, "%s%s", self, ending) >= PATH_MAX) fail("use", self);
}

/* What lies in these folders decides what code the app loads, so whoever may write there, or has put it there, runs code
 * as the user. Returns -1 and says why in `errno` where it is not the user's alone. */
static int check_own_folder(const char *path) {
  int folder = open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  struct stat state;
  int is_known = !fstat(folder, &state);
  close(folder);
  errno = EPERM;
  return is_known && state.st_uid == geteuid() && !(state.st_mode & (S_IWGRP | S_IWOTH)) ? 0 : -1;
}

static void make_beside(const char *self, const char *ending) {
  char path[PATH_MAX];
  beside(path, self, ending);
  if (mkdir(path, 0700) && errno != EEXIST) fail("make", path);
  if (check_own_folder(path)) fail("use", path);
  puts(path);
}

static void use_beside(const char *self, const char *ending, const char *variable) {
  char path[PATH_MAX];
  beside(path, self, ending);
  if (!check_own_folder(path)) setenv(variable, path, 1);
  else if (errno != ENOENT)
    fprintf(stderr, "AppImage: %s is not used: it must be a folder of yours that nobody else can write to\n", path);
}

/* A folder that nobody else can look into. Its path is as the kernel tells it: programs compare theirs with it. */
static void make_temporary(char *path, const char *name) {
  char parent[PATH_MAX];
  const char *wanted = getenv("TMPDIR");
  if (!wanted || !*wanted) wanted = "/tmp";
  if (!realpath(wanted, parent)) fail("use", wanted);
  if (snprintf(path, PATH_MAX - 16, "%s/%sXXXXXX", parent, name) >= PATH_MAX - 16) fail("use", parent);
  if (!mkdtemp(path)) fail("make", path);
}

static _Noreturn void run(const char *folder, char **arguments) {
  char program[PATH_MAX + 8];
  snprintf(program, sizeof program, "%s/AppRun", folder);
  setenv("APPDIR", folder, 1);
  arguments[0] = program;
  execv(program, arguments);
  fail("run", program);
}

/* Mounts and serves in a process of its own, which sees by the pipe when the app and its children are gone.
 * Returns 0 without FUSE. */
static int start_mount(char *folder, int is_quiet) {
  int alive[2], ready[2];
  make_temporary(folder, ".mount_");
  if (pipe2(ready, O_CLOEXEC) || pipe(alive)) fail("make", "a pipe");
  pid_t child = fork();
  if (child < 0) fail("start", "the file system");
  if (child == 0) {
    close(alive[1]);
    close(ready[0]);
    fcntl(alive[0], F_SETFD, FD_CLOEXEC);
    setsid();
    /* A child of its child is not the app's: the app need not wait for it, nor is it killed with the app's own. */
    if (fork()) _exit(0);
    int fuse = mount_image(folder);
    char is_mounted = fuse >= 0;
    if (write(ready[1], &is_mounted, 1) != 1 || !is_mounted) {
      rmdir(folder);
      _exit(1);
    }
    close(ready[1]);
    if (is_quiet) {
      /* Whoever waits for the end of the app's output must not wait for this process. */
      int nothing = open("/dev/null", O_RDWR);
      for (int i = 0; i < 3 && nothing >= 0; i++) dup2(nothing, i);
      if (nothing > 2) close(nothing);
    }
    /* The app needs its files as long as it lives, whoever is told to end; the pipe says when it is gone. */
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    serve(fuse, alive[0]);
    close(fuse);
    unmount_image(folder);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  /* The writing end stays open in this process and is inherited by the app. */
  close(alive[0]);
  close(ready[1]);
  char is_mounted = 0;
  if (read(ready[0], &is_mounted, 1) < 0) is_mounted = 0;
  close(ready[0]);
  if (is_mounted) return 1;
  close(alive[1]);
  return 0;
}

static volatile pid_t app;

static void pass_on(int number) {
  if (app > 0) kill(app, number);
}

/* Whoever extracts becomes the app, so that this process is left to remove the folder, however far that came. */
static int extract_and_run(char **arguments) {
  static const int passed_on[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  char folder[PATH_MAX];
  sigset_t ends, before;
  sigemptyset(&ends);
  for (int i = 0; i < 4; i++) sigaddset(&ends, passed_on[i]);
  sigprocmask(SIG_BLOCK, &ends, &before);
  make_temporary(folder, "appimage_");
  app = fork();
  if (app == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    extract(folder, NULL, 0);
    run(folder, arguments);
  }
  if (app < 0) {
    rmdir(folder);
    fail("start", "the app");
  }
  /* The terminal sends these to the app as well. */
  signal(SIGINT, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  signal(SIGTERM, pass_on);
  signal(SIGHUP, pass_on);
  sigprocmask(SIG_SETMASK, &before, NULL);
  int status = 0;
  while (waitpid(app, &status, 0) < 0 && errno == EINTR) continue;
  if (!is_set("NO_CLEANUP")) remove_tree(folder);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int mount_and_wait(void) {
  char folder[PATH_MAX];
  if (!start_mount(folder, 0)) fail("mount", "the image: FUSE is not available");
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  puts(folder);
  fflush(stdout);
  int number;
  sigwait(&ends, &number);
  return 0;
}

/* Nothing that is opened here may get a number of the standard streams, which are put elsewhere later. */
static void fill_streams(void) {
  int file;
  while ((file = open("/dev/null", O_RDWR)) >= 0 && file <= STDERR_FILENO) continue;
  if (file >= 0) close(file);
}

int main(int count, char **arguments) {
  char self[PATH_MAX], folder[PATH_MAX];
  fill_streams();
  /* Where they are not told of, the end of a child is not known, either. */
  signal(SIGCHLD, SIG_DFL);
  const char *other = getenv("TARGET_APPIMAGE");
  if (!realpath(other ? other : "/proc/self/exe", self)) fail("find", other ? other : "/proc/self/exe");
  int file = open(self, O_RDONLY | O_CLOEXEC);
  if (file < 0) fail("open", self);
  size_t offset = stub_size(file);

  const char *first = count > 1 ? arguments[1] : "";
  int must_extract = is_set("APPIMAGE_EXTRACT_AND_RUN");
  int must_mount = 0;
  if (!strncmp(first, "--appimage-", 11)) {
    const char *option = first + 11;
    if (!strcmp(option, "help")) return fputs(help, stderr) < 0;
    if (!strcmp(option, "version")) return puts("framework AppImage stub 2") < 0;
    if (!strcmp(option, "offset")) return printf("%zu\n", offset) < 0;
    if (!strcmp(option, "portable-home")) return make_beside(self, ".home"), 0;
    if (!strcmp(option, "portable-config")) return make_beside(self, ".config"), 0;
    if (!strcmp(option, "extract")) {
      image_open(file, offset);
      if (mkdir("squashfs-root", 0755)) fail("make", "squashfs-root");
      extract("squashfs-root", count > 2 ? arguments[2] : NULL, 1);
      return 0;
    }
    if (!strcmp(option, "mount")) must_mount = 1;
    else if (!strcmp(option, "extract-and-run")) {
      must_extract = 1;
      arguments[1] = arguments[0];
      arguments++;
    } else {
      errno = 0;
      fail("understand", first);
    }
  }

  image_open(file, offset);
  if (must_mount) return mount_and_wait();
  setenv("APPIMAGE", self, 1);
  setenv("ARGV0", arguments[0], 1);
  if (getcwd(folder, sizeof folder)) setenv("OWD", folder, 1);
  use_beside(self, ".home", "HOME");
  use_beside(self, ".config", "XDG_CONFIG_HOME");
  if (!must_extract) {
    if (start_mount(folder, 1)) run(folder, arguments);
    fputs("AppImage: FUSE is not available, running from a temporary folder\n", stderr);
  }
  return extract_and_run(arguments);
}
