#include <stddef.h>
#include <stdint.h>

/* One file that is taken out of a tar archive: an ordinary one of `size` bytes. Nothing else of the archive is looked at, and
 * no name in it becomes a path. */
struct archive {
  const char *member;
  uint64_t size;
  /* Is given the file's bytes. Returns what is wrong, or NULL. */
  const char *(*write)(void *context, const void *bytes, size_t length);
  void *context;
  /* All of the file was written. */
  int is_done;
  /* How far it is: of a header, of the file that is read just now, and of what fills that up. */
  unsigned char header[512];
  size_t in_header;
  uint64_t left, filling;
  /* Of all that is not wanted. */
  uint64_t skipped;
  int is_wanted;
};

/* Takes the next bytes of the archive. Returns what is wrong, or NULL. */
const char *archive_take(struct archive *archive, const unsigned char *bytes, size_t length);
