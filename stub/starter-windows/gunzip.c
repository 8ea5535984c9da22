/* The .tgz of a runtime, unpacked as far as is wanted. */
#include "starter.h"
#include "../starter/archive.h"
#include <zlib.h>

static const char *inflate_into(struct archive *archive, HANDLE file, z_stream *stream) {
  static BYTE packed[1 << 16], unpacked[1 << 16];
  int state = Z_OK;
  while (!archive->is_done && state != Z_STREAM_END) {
    if (stream->avail_in == 0) {
      DWORD length;
      if (!ReadFile(file, packed, sizeof packed, &length, NULL)) return "it cannot be read";
      if (length == 0) return "the archive must be whole";
      stream->next_in = packed;
      stream->avail_in = length;
    }
    stream->next_out = unpacked;
    stream->avail_out = sizeof unpacked;
    state = inflate(stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) return "the archive must be whole";
    const char *problem = archive_take(archive, unpacked, sizeof unpacked - stream->avail_out);
    if (problem) return problem;
  }
  return archive->is_done ? NULL : "the archive must hold the runtime";
}

const char *gunzip(struct archive *archive, HANDLE file) {
  z_stream stream = {0};
  /* 16: with the head of gzip. */
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return "there is too little memory";
  const char *problem = inflate_into(archive, file, &stream);
  inflateEnd(&stream);
  return problem;
}
