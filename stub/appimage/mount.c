/* Protocol: linux/fuse.h, version 7. A request is fuse_in_header and a body, an answer fuse_out_header and a body. */
#define _GNU_SOURCE
#include "mount.h"
#include "image.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define REQUEST_SIZE (1 << 18)
#define READ_SIZE (1 << 20)
/* The image never changes, so the kernel may keep what it was told. In seconds. */
#define KEEP 3600

/* Root needs no helper. */
static int mount_as_root(const char *folder) {
  int fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  if (fuse < 0) return -1;
  char options[64];
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0", fuse);
  if (!mount("AppImage", folder, "fuse.AppImage", MS_RDONLY | MS_NOSUID | MS_NODEV, options)) return fuse;
  close(fuse);
  return -1;
}

static void run_helper(char *const arguments[]) {
  static const char *const names[] = {"fusermount3", "fusermount"};
  int quiet = open("/dev/null", O_WRONLY);
  if (quiet >= 0) dup2(quiet, STDERR_FILENO);
  for (int i = 0; i < 2; i++) execvp(names[i], arguments);
  _exit(127);
}

/* The setuid helper mounts for us and sends the descriptor over the socket named by _FUSE_COMMFD. */
static int mount_by_helper(const char *folder) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return -1;
  pid_t child = fork();
  if (child == 0) {
    char number[16];
    close(ends[0]);
    snprintf(number, sizeof number, "%d", ends[1]);
    setenv("_FUSE_COMMFD", number, 1);
    char *arguments[] = {"fusermount", "-o", "ro,nosuid,nodev,fsname=AppImage,subtype=AppImage", "--",
                         (char *)folder, NULL};
    run_helper(arguments);
  }
  close(ends[1]);
  char byte;
  struct iovec data = {&byte, 1};
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t count = child < 0 ? -1 : recvmsg(ends[0], &message, MSG_CMSG_CLOEXEC);
  close(ends[0]);
  if (child > 0) waitpid(child, NULL, 0);
  struct cmsghdr *header = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (!header || header->cmsg_type != SCM_RIGHTS) return -1;
  int fuse;
  memcpy(&fuse, CMSG_DATA(header), sizeof fuse);
  return fuse;
}

int mount_image(const char *folder) {
  int fuse = geteuid() == 0 ? mount_as_root(folder) : -1;
  return fuse >= 0 ? fuse : mount_by_helper(folder);
}

void unmount_image(const char *folder) {
  if (geteuid() != 0 || umount2(folder, MNT_DETACH)) {
    pid_t child = fork();
    if (child == 0) {
      char *arguments[] = {"fusermount", "-u", "-z", "-q", "--", (char *)folder, NULL};
      run_helper(arguments);
    }
    if (child > 0) waitpid(child, NULL, 0);
  }
  rmdir(folder);
}

static void answer(int fuse, uint64_t unique, int error, const void *body, size_t length) {
  struct fuse_out_header header = {.len = sizeof header + length, .error = -error, .unique = unique};
  struct iovec parts[] = {{&header, sizeof header}, {(void *)body, length}};
  /* A request that was interrupted cannot be answered any more; nothing is lost. */
  if (writev(fuse, parts, length ? 2 : 1) < 0) return;
}

static struct fuse_attr attributes(uint32_t number) {
  static const uint32_t types[] = {[FOLDER] = S_IFDIR, [REGULAR] = S_IFREG, [LINK] = S_IFLNK};
  const struct node *node = node_at(number);
  return (struct fuse_attr){
      .ino = number,
      .size = node->size,
      .blocks = (node->size + 511) / 512,
      .atime = node->time,
      .mtime = node->time,
      .ctime = node->time,
      .mode = types[node->kind] | node->mode,
      .nlink = 1,
      .uid = getuid(),
      .gid = getgid(),
      .blksize = 4096,
  };
}

static size_t list_folder(uint32_t number, uint64_t offset, size_t room, uint8_t *out) {
  static const uint32_t types[] = {[FOLDER] = 4, [REGULAR] = 8, [LINK] = 10};
  const struct node *folder = node_at(number);
  size_t used = 0;
  for (uint64_t i = offset; i < (uint64_t)folder->children + 2; i++) {
    uint32_t child = i == 0 ? number : i == 1 ? folder->parent : folder->first_child + (uint32_t)i - 2;
    const char *name = i == 0 ? "." : i == 1 ? ".." : node_at(child)->name;
    size_t length = strlen(name), size = FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + length);
    if (used + size > room) break;
    struct fuse_dirent *entry = (void *)(out + used);
    memset(entry, 0, size);
    entry->ino = child;
    entry->off = i + 1;
    entry->namelen = length;
    entry->type = types[node_at(child)->kind];
    memcpy(entry->name, name, length);
    used += size;
  }
  return used;
}

/* Answers one request; returns 0 when it was the last. */
static int handle(int fuse, const struct fuse_in_header *request, const void *body, uint8_t *out) {
  uint64_t unique = request->unique;
  uint32_t number = request->nodeid;
  const struct node *node = node_at(number);
  switch (request->opcode) {
  case FUSE_INIT: {
    const struct fuse_init_in *in = body;
    struct fuse_init_out init = {
        .major = FUSE_KERNEL_VERSION,
        .minor = in->minor < 31 ? in->minor : 31,
        .max_readahead = in->max_readahead,
        .flags = in->flags & (FUSE_ASYNC_READ | FUSE_PARALLEL_DIROPS | FUSE_CACHE_SYMLINKS | FUSE_MAX_PAGES),
        .max_background = 16,
        .congestion_threshold = 12,
        .max_write = 4096,
        .max_pages = READ_SIZE / 4096,
    };
    answer(fuse, unique, 0, &init, init.minor < 23 ? FUSE_COMPAT_22_INIT_OUT_SIZE : sizeof init);
    return 1;
  }
  case FUSE_LOOKUP: {
    /* Node 0 says "no such name", and that this may be remembered. */
    uint32_t found = node_find(number, body);
    struct fuse_entry_out entry = {.nodeid = found, .entry_valid = KEEP, .attr_valid = KEEP};
    if (found) entry.attr = attributes(found);
    answer(fuse, unique, 0, &entry, sizeof entry);
    return 1;
  }
  case FUSE_GETATTR: {
    struct fuse_attr_out attr = {.attr_valid = KEEP, .attr = attributes(number)};
    answer(fuse, unique, 0, &attr, sizeof attr);
    return 1;
  }
  case FUSE_READLINK:
    if (node->kind == LINK) answer(fuse, unique, 0, node->target, strlen(node->target));
    else answer(fuse, unique, EINVAL, NULL, 0);
    return 1;
  case FUSE_OPEN: {
    struct fuse_open_out open = {.open_flags = FOPEN_KEEP_CACHE};
    int is_read = (((const struct fuse_open_in *)body)->flags & O_ACCMODE) == O_RDONLY;
    if (is_read) answer(fuse, unique, 0, &open, sizeof open);
    else answer(fuse, unique, EROFS, NULL, 0);
    return 1;
  }
  case FUSE_OPENDIR: {
    struct fuse_open_out open = {.open_flags = FOPEN_KEEP_CACHE};
    answer(fuse, unique, 0, &open, sizeof open);
    return 1;
  }
  case FUSE_READ: {
    const struct fuse_read_in *in = body;
    size_t length = in->size < READ_SIZE ? in->size : READ_SIZE;
    if (node->kind != REGULAR) return answer(fuse, unique, EISDIR, NULL, 0), 1;
    ssize_t got = node_try_read(node, in->offset, length, out);
    answer(fuse, unique, got < 0 ? EIO : 0, out, got < 0 ? 0 : (size_t)got);
    return 1;
  }
  case FUSE_READDIR: {
    const struct fuse_read_in *in = body;
    size_t room = in->size < READ_SIZE ? in->size : READ_SIZE;
    answer(fuse, unique, 0, out, list_folder(number, in->offset, room, out));
    return 1;
  }
  case FUSE_STATFS: {
    struct fuse_statfs_out state = {.st = {.bsize = 4096, .frsize = 4096, .files = node_count(), .namelen = 255}};
    answer(fuse, unique, 0, &state, sizeof state);
    return 1;
  }
  case FUSE_RELEASE:
  case FUSE_RELEASEDIR:
    answer(fuse, unique, 0, NULL, 0);
    return 1;
  case FUSE_FORGET:
  case FUSE_BATCH_FORGET:
  case FUSE_INTERRUPT:
    return 1; /* These are not answered. */
  case FUSE_DESTROY:
    answer(fuse, unique, 0, NULL, 0);
    return 0;
  default:
    answer(fuse, unique, ENOSYS, NULL, 0);
    return 1;
  }
}

void serve(int fuse, int alive) {
  uint8_t *in = malloc(REQUEST_SIZE), *out = malloc(READ_SIZE);
  if (!in || !out) return;
  for (;;) {
    struct pollfd wait[] = {{.fd = fuse, .events = POLLIN}, {.fd = alive}};
    if (poll(wait, 2, -1) < 0 && errno != EINTR) return;
    if (wait[1].revents || wait[0].revents & (POLLHUP | POLLERR)) return;
    if (!(wait[0].revents & POLLIN)) continue;
    ssize_t length = read(fuse, in, REQUEST_SIZE - 1);
    if (length < 0 && (errno == EINTR || errno == EAGAIN || errno == ENOENT)) continue;
    if (length < (ssize_t)sizeof(struct fuse_in_header)) return;
    in[length] = 0; /* Ends a name that is the body. */
    const struct fuse_in_header *request = (void *)in;
    if (request->nodeid >= node_count()) answer(fuse, request->unique, ENOENT, NULL, 0);
    else if (!handle(fuse, request, request + 1, out)) return;
  }
}
