/* squashfs 4.0: superblock, data blocks, inodes, folders, fragment table. All numbers are little-endian, as both
 * architectures are. Source: "Squashfs Binary Format" by D. Oberhollenzer. */
#include "image.h"
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <zstd.h>

#define METADATA_SIZE 8192
#define STORED_BLOCK 0x1000000u
#define NO_FRAGMENT 0xffffffffu
#define COMPRESSOR_ZSTD 6

/* Metadata, decompressed: a run of plain blocks, and where each began in the image. */
struct metadata {
  uint8_t *bytes;
  size_t length;
  uint64_t *starts;
  uint32_t blocks;
};

static const uint8_t *image;
static uint64_t image_length;
static uint32_t block_size, fragment_count;
static struct metadata inodes, folders, fragments;
static struct node *nodes;
static uint32_t used = 2, capacity, inode_count;

static uint16_t u16(const uint8_t *p) { uint16_t v; memcpy(&v, p, 2); return v; }
static uint32_t u32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }
static uint64_t u64(const uint8_t *p) { uint64_t v; memcpy(&v, p, 8); return v; }

/* Where it goes on when something cannot be read; NULL: nowhere. */
static sigjmp_buf *rescue;

static _Noreturn void damaged(void) {
  if (rescue) siglongjmp(*rescue, 1);
  errno = 0;
  fail("read", "the image: the file is damaged, download it again");
}

static void *grow(void *memory, size_t size) {
  void *grown = realloc(memory, size);
  if (!grown) fail("read", "the image: out of memory");
  return grown;
}

/* Bytes of the image, once it is known that they are there. */
static const uint8_t *at(uint64_t start, uint64_t length) {
  if (start > image_length || length > image_length - start) damaged();
  return image + start;
}

static size_t decompress(uint8_t *out, size_t room, const uint8_t *in, size_t length) {
  size_t size = ZSTD_decompress(out, room, in, length);
  if (ZSTD_isError(size)) damaged();
  return size;
}

static struct metadata read_metadata(uint64_t start, uint64_t end) {
  struct metadata m = {0};
  for (uint64_t place = start; place < end;) {
    uint16_t header = u16(at(place, 2));
    uint32_t size = header & 0x7fff;
    const uint8_t *packed = at(place + 2, size);
    m.bytes = grow(m.bytes, m.length + METADATA_SIZE);
    m.starts = grow(m.starts, (m.blocks + 1) * sizeof *m.starts);
    m.starts[m.blocks++] = place - start;
    if (header & 0x8000) {
      if (size > METADATA_SIZE) damaged();
      memcpy(m.bytes + m.length, packed, size);
      m.length += size;
    } else {
      m.length += decompress(m.bytes + m.length, METADATA_SIZE, packed, size);
    }
    place += 2 + size;
  }
  return m;
}

/* Where a reference (block in the image, offset in its plain bytes) points. All blocks but the last are full. */
static size_t resolve(const struct metadata *m, uint64_t block, uint32_t offset) {
  for (uint32_t low = 0, high = m->blocks; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    if (m->starts[middle] == block) return (size_t)middle * METADATA_SIZE + offset;
    if (m->starts[middle] < block) low = middle + 1;
    else high = middle;
  }
  damaged();
}

static const uint8_t *inside(const struct metadata *m, size_t place, size_t length) {
  if (place > m->length || length > m->length - place) damaged();
  return m->bytes + place;
}

static char *text(const uint8_t *bytes, size_t length) {
  char *copy = grow(NULL, length + 1);
  memcpy(copy, bytes, length);
  copy[length] = 0;
  return copy;
}

static int is_safe_name(const char *name, size_t length) {
  return strlen(name) == length && !strchr(name, '/') && strcmp(name, ".") && strcmp(name, "..");
}

/* Whether a link in a folder of that depth may lead out of the image: by a path from the root of the disk, by more ".."
 * than there are folders above it, or by ".." behind a name, which may itself be a link to somewhere higher. */
static int may_lead_out(const char *target, int depth) {
  if (!*target || *target == '/') return 1;
  int is_below = 0;
  for (const char *part = target; *part; part += strspn(part, "/")) {
    size_t length = strcspn(part, "/");
    int is_up = length == 2 && !strncmp(part, "..", 2);
    if (is_up && (is_below || depth-- == 0)) return 1;
    if (!is_up && !(length == 1 && *part == '.')) is_below = 1;
    part += length;
  }
  return 0;
}

static uint32_t add_nodes(uint32_t count) {
  uint32_t first = used;
  /* A folder that contains itself would go on for ever. */
  if (count > inode_count || used - 1 + count > inode_count) damaged();
  used += count;
  if (used > capacity) {
    capacity = used * 2;
    nodes = grow(nodes, capacity * sizeof *nodes);
  }
  memset(nodes + first, 0, count * sizeof *nodes);
  return first;
}

static void read_node(uint32_t number, uint64_t block, uint32_t offset, int depth);

static void read_folder(uint32_t number, size_t place, uint32_t size, int depth) {
  size_t end = place + size;
  uint32_t count = 0;
  for (size_t p = place; p < end;) {
    uint32_t names = u32(inside(&folders, p, 12)) + 1;
    p += 12;
    for (uint32_t i = 0; i < names; i++) p += 8 + u16(inside(&folders, p, 8) + 6) + 1;
    count += names;
  }
  uint32_t child = add_nodes(count);
  nodes[number].first_child = child;
  nodes[number].children = count;
  for (size_t p = place; p < end;) {
    const uint8_t *header = inside(&folders, p, 12);
    uint32_t names = u32(header) + 1, block = u32(header + 4);
    p += 12;
    for (uint32_t i = 0; i < names; i++, child++) {
      const uint8_t *name = inside(&folders, p, 8);
      uint32_t length = u16(name + 6) + 1;
      inside(&folders, p, 8 + length);
      nodes[child].name = text(name + 8, length);
      nodes[child].parent = number;
      if (!is_safe_name(nodes[child].name, length)) damaged();
      /* Names are sorted, so one that comes twice follows itself: a link, for one, and a folder behind it. */
      if (child > nodes[number].first_child && strcmp(nodes[child - 1].name, nodes[child].name) >= 0) damaged();
      read_node(child, block, u16(name), depth + 1);
      p += 8 + length;
    }
  }
}

static void read_node(uint32_t number, uint64_t block, uint32_t offset, int depth) {
  if (depth > 256) damaged();
  size_t place = resolve(&inodes, block, offset);
  const uint8_t *p = inside(&inodes, place, 16);
  uint16_t type = u16(p);
  /* `nodes` moves when it grows, so it is asked for anew after every read_folder. */
  struct node *node = &nodes[number];
  node->mode = u16(p + 2) & 07777;
  node->time = u32(p + 8);
  place += 16;
  switch (type) {
  case 2: { /* file */
    p = inside(&inodes, place, 16);
    node->kind = REGULAR;
    node->start = u32(p);
    node->fragment = u32(p + 4);
    node->fragment_offset = u32(p + 8);
    node->size = u32(p + 12);
    uint64_t whole = node->size / block_size;
    if (node->fragment == NO_FRAGMENT && node->size % block_size) whole++;
    node->block_sizes = inside(&inodes, place + 16, whole * 4);
    return;
  }
  case 3: { /* link */
    uint32_t length = u32(inside(&inodes, place, 8) + 4);
    node->kind = LINK;
    node->size = length;
    node->target = text(inside(&inodes, place + 8, length), length);
    if (may_lead_out(node->target, depth - 1)) damaged();
    return;
  }
  case 1: /* folder */
  case 8: { /* folder with many names */
    p = inside(&inodes, place, type == 1 ? 16 : 24);
    uint32_t size = type == 1 ? u16(p + 8) : u32(p + 4);
    uint32_t names = type == 1 ? u32(p) : u32(p + 8);
    uint32_t names_offset = type == 1 ? u16(p + 10) : u16(p + 18);
    node->kind = FOLDER;
    /* The stored size counts "." and ".." as 3 bytes. */
    if (size > 3) read_folder(number, resolve(&folders, names, names_offset), size - 3, depth);
    return;
  }
  default:
    damaged();
  }
}

void image_open(int file, size_t offset) {
  struct stat state;
  if (fstat(file, &state)) fail("read", "the AppImage");
  const uint8_t *bytes = mmap(NULL, state.st_size, PROT_READ, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) fail("map", "the AppImage");
  if (offset > (size_t)state.st_size) damaged();
  image = bytes + offset;
  image_length = state.st_size - offset;

  const uint8_t *super = at(0, 96);
  if (memcmp(super, "hsqs", 4) || u16(super + 20) != COMPRESSOR_ZSTD) damaged();
  inode_count = u32(super + 4);
  block_size = u32(super + 12);
  fragment_count = u32(super + 16);
  if (block_size < 4096 || block_size > 1 << 20) damaged();
  uint64_t root = u64(super + 32), ids = u64(super + 48), inode_start = u64(super + 64);
  uint64_t folder_start = u64(super + 72), folder_end = u64(at(ids, 8));
  if (fragment_count) {
    /* The list of the table's blocks lies behind them. */
    uint64_t list = u64(super + 80);
    folder_end = u64(at(list, 8));
    fragments = read_metadata(folder_end, list);
  }
  inodes = read_metadata(inode_start, folder_start);
  folders = read_metadata(folder_start, folder_end);
  capacity = 256;
  nodes = grow(NULL, capacity * sizeof *nodes);
  memset(nodes, 0, capacity * sizeof *nodes);
  nodes[1].name = "";
  nodes[1].parent = 1;
  read_node(1, root >> 16, root & 0xffff, 0);
}

uint32_t node_count(void) { return used; }

const struct node *node_at(uint32_t number) { return &nodes[number]; }

uint32_t node_find(uint32_t folder, const char *name) {
  const struct node *node = &nodes[folder];
  for (uint32_t i = 0; i < node->children; i++)
    if (!strcmp(nodes[node->first_child + i].name, name)) return node->first_child + i;
  return 0;
}

/* The blocks read last, plain. The least recently used makes room. */
#define CACHED 16
static struct cached { uint64_t start, used; uint8_t *bytes; size_t length; } cache[CACHED];
static uint64_t clock_now;

static const struct cached *read_block(uint64_t start, uint32_t stored) {
  struct cached *oldest = &cache[0];
  for (struct cached *c = cache; c < cache + CACHED; c++) {
    if (c->bytes && c->start == start) {
      c->used = ++clock_now;
      return c;
    }
    if (c->used < oldest->used) oldest = c;
  }
  uint32_t size = stored & (STORED_BLOCK - 1);
  const uint8_t *packed = at(start, size);
  if (!oldest->bytes) oldest->bytes = grow(NULL, block_size);
  /* Until it is whole it is no block. */
  oldest->start = UINT64_MAX;
  if (stored & STORED_BLOCK) {
    if (size > block_size) damaged();
    memcpy(oldest->bytes, packed, size);
    oldest->length = size;
  } else {
    oldest->length = decompress(oldest->bytes, block_size, packed, size);
  }
  oldest->start = start;
  oldest->used = ++clock_now;
  return oldest;
}

size_t node_read(const struct node *file, uint64_t offset, size_t length, uint8_t *out) {
  if (offset >= file->size) return 0;
  if (length > file->size - offset) length = file->size - offset;
  uint64_t whole = file->size / block_size;
  if (file->fragment == NO_FRAGMENT && file->size % block_size) whole++;
  uint64_t index = offset / block_size, start = file->start;
  for (uint64_t i = 0; i < index && i < whole; i++) start += u32(file->block_sizes + i * 4) & (STORED_BLOCK - 1);
  for (size_t done = 0; done < length; index++) {
    size_t from = (offset + done) % block_size;
    const struct cached *block;
    if (index < whole) {
      uint32_t stored = u32(file->block_sizes + index * 4);
      block = read_block(start, stored);
      start += stored & (STORED_BLOCK - 1);
    } else {
      const uint8_t *row = inside(&fragments, (size_t)file->fragment * 16, 16);
      block = read_block(u64(row), u32(row + 8));
      from += file->fragment_offset;
    }
    if (from >= block->length) damaged();
    size_t count = block->length - from;
    if (count > length - done) count = length - done;
    memcpy(out + done, block->bytes + from, count);
    done += count;
  }
  return length;
}

/* What is mapped can go away: a file that is cut, a disk that is pulled out. */
static void on_missing_page(int number) {
  if (rescue) siglongjmp(*rescue, 1);
  signal(number, SIG_DFL);
  raise(number);
}

ssize_t node_try_read(const struct node *file, uint64_t offset, size_t length, uint8_t *out) {
  sigjmp_buf here;
  signal(SIGBUS, on_missing_page);
  volatile ssize_t got = -1;
  if (!sigsetjmp(here, 1)) {
    rescue = &here;
    got = (ssize_t)node_read(file, offset, length, out);
  }
  rescue = NULL;
  return got;
}
