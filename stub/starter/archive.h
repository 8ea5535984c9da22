#include <stddef.h>
#include <stdint.h>

struct archive_streams {
  /* Returns how many bytes were read, 0 at the end, -1 when that failed. */
  long (*read)(void *context, void *bytes, size_t room);
  /* Returns whether all was written. */
  int (*write)(void *context, const void *bytes, size_t length);
  void *context;
};

/* Unpacks one file of a .tgz, which must be an ordinary one of `size` bytes. Nothing else of the archive is looked at, and
 * no name in it becomes a path. Returns what is wrong, or NULL. */
const char *archive_unpack(const char *member, uint64_t size, const struct archive_streams *streams);
