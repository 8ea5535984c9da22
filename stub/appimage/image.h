/* Reads the squashfs image behind the stub: the subset that our writer makes, compressed by zstd. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum kind { FOLDER, REGULAR, LINK };

/* One file, folder or link. Nodes are numbered from 1, the root; 0 is no node. */
struct node {
  enum kind kind;
  uint16_t mode; /* permission bits */
  uint32_t time;
  uint64_t size;
  const char *name;
  uint32_t parent;
  uint32_t first_child, children; /* folders: their nodes have consecutive numbers */
  uint64_t start;                 /* files: where the whole blocks begin */
  uint32_t fragment, fragment_offset;
  const uint8_t *block_sizes;
  const char *target; /* links */
};

/* Ends the program with a message when something cannot be done. */
_Noreturn void fail(const char *action, const char *object);

/* Maps the image at `offset` of an open file and reads all its names. */
void image_open(int file, size_t offset);

uint32_t node_count(void);
const struct node *node_at(uint32_t number);

/* The node with a name in a folder, or 0. */
uint32_t node_find(uint32_t folder, const char *name);

/* Reads from a file; returns how many bytes there were. */
size_t node_read(const struct node *file, uint64_t offset, size_t length, uint8_t *out);

/* The same for who goes on when it cannot be read: returns less than 0 where the image is damaged, or its disk is gone. */
ssize_t node_try_read(const struct node *file, uint64_t offset, size_t length, uint8_t *out);
