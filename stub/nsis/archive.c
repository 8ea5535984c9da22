#include "archive.h"

#include <lzma.h>

static HANDLE archive = INVALID_HANDLE_VALUE;
static const lzma_stream none = LZMA_STREAM_INIT;
static lzma_stream stream = LZMA_STREAM_INIT;
static lzma_ret state;
static BOOL is_read;

static BYTE packed[1 << 16];
static BYTE unpacked[1 << 18];

DWORD archive_open(const WCHAR *path) {
  archive = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, FILE_FLAG_SEQUENTIAL_SCAN, NULL);
  if (archive == INVALID_HANDLE_VALUE) return GetLastError();
  is_read = FALSE;
  /* It was packed for this program: what it takes to unpack it is known. */
  state = lzma_stream_decoder(&stream, UINT64_MAX, 0);
  return state == LZMA_OK ? ERROR_SUCCESS : ERROR_NOT_ENOUGH_MEMORY;
}

/* Unpacks up to `wanted` bytes; `*got` is 0 at the end of the archive alone. */
static DWORD unpack(DWORD wanted, DWORD *got) {
  stream.next_out = unpacked;
  stream.avail_out = wanted;
  while (stream.avail_out == wanted && state == LZMA_OK) {
    if (stream.avail_in == 0 && !is_read) {
      DWORD count;
      if (!ReadFile(archive, packed, sizeof packed, &count, NULL)) return GetLastError();
      is_read = count == 0;
      stream.next_in = packed;
      stream.avail_in = count;
    }
    state = lzma_code(&stream, is_read ? LZMA_FINISH : LZMA_RUN);
  }
  *got = wanted - (DWORD)stream.avail_out;
  if (state == LZMA_MEM_ERROR) return ERROR_NOT_ENOUGH_MEMORY;
  return state == LZMA_OK || state == LZMA_STREAM_END ? ERROR_SUCCESS : ERROR_FILE_CORRUPT;
}

/* What does not fit is known before anything is written. */
static BOOL reserve(HANDLE file, ULONGLONG size) {
  LARGE_INTEGER end, start;
  end.QuadPart = (LONGLONG)size;
  start.QuadPart = 0;
  return SetFilePointerEx(file, end, NULL, FILE_BEGIN) && SetEndOfFile(file) &&
           SetFilePointerEx(file, start, NULL, FILE_BEGIN);
}

static DWORD copy(HANDLE file, ULONGLONG size, void (*told)(unsigned percent)) {
  unsigned percent = 0;
  for (ULONGLONG done = 0; done < size;) {
    DWORD got, written;
    DWORD wanted = size - done < sizeof unpacked ? (DWORD)(size - done) : sizeof unpacked;
    DWORD error = unpack(wanted, &got);
    if (error != ERROR_SUCCESS) return error;
    if (got == 0) return ERROR_FILE_CORRUPT;
    if (!WriteFile(file, unpacked, got, &written, NULL)) return GetLastError();
    if (written != got) return ERROR_DISK_FULL;
    done += got;
    if (done * 100 / size != percent) told(percent = (unsigned)(done * 100 / size));
  }
  return ERROR_SUCCESS;
}

DWORD archive_extract(const WCHAR *path, ULONGLONG size, const FILETIME *time, void (*told)(unsigned percent)) {
  HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) return GetLastError();
  DWORD error = reserve(file, size) ? copy(file, size, told) : GetLastError();
  if (error == ERROR_SUCCESS) SetFileTime(file, NULL, NULL, time);
  CloseHandle(file);
  if (error != ERROR_SUCCESS) DeleteFileW(path);
  return error;
}

DWORD archive_end(void) {
  DWORD got;
  DWORD error = unpack(1, &got);
  if (error != ERROR_SUCCESS) return error;
  return got == 0 ? ERROR_SUCCESS : ERROR_FILE_CORRUPT;
}

void archive_close(void) {
  lzma_end(&stream);
  /* What was read and not unpacked is none of the next one's. */
  stream = none;
  if (archive != INVALID_HANDLE_VALUE) CloseHandle(archive);
  archive = INVALID_HANDLE_VALUE;
}
