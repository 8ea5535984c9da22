/* From the archive that was loaded to the executable in its place. Nothing is unpacked of an archive with another sum than the
 * one that is wanted, and nothing has the executable's name before it has the right sum and is on the disk. */
#include "starter.h"
#include "../starter/archive.h"
#include <bcrypt.h>
#include <string.h>

#define BCRYPT_CALL(name) CALL(L"bcrypt.dll", name)

struct sum {
  BCRYPT_ALG_HANDLE algorithm;
  BCRYPT_HASH_HANDLE hash;
  ULONG length;
};

static int sum_open(struct sum *sum, const wchar_t *algorithm, ULONG length) {
  memset(sum, 0, sizeof *sum);
  sum->length = length;
  return BCRYPT_CALL(BCryptOpenAlgorithmProvider)(&sum->algorithm, algorithm, NULL, 0) >= 0 &&
         BCRYPT_CALL(BCryptCreateHash)(sum->algorithm, &sum->hash, NULL, 0, NULL, 0, 0) >= 0;
}

static int sum_add(struct sum *sum, const void *bytes, size_t length) {
  return BCRYPT_CALL(BCryptHashData)(sum->hash, (PUCHAR)bytes, (ULONG)length, 0) >= 0;
}

static int sum_is(struct sum *sum, const char *wanted) {
  UCHAR bytes[64];
  char text[2 * sizeof bytes + 1];
  if (BCRYPT_CALL(BCryptFinishHash)(sum->hash, bytes, sum->length, 0) < 0) return 0;
  for (ULONG i = 0; i < sum->length; i++) {
    text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
  }
  text[2 * sum->length] = 0;
  return !strcmp(text, wanted);
}

static void sum_close(struct sum *sum) {
  if (sum->hash) BCRYPT_CALL(BCryptDestroyHash)(sum->hash);
  if (sum->algorithm) BCRYPT_CALL(BCryptCloseAlgorithmProvider)(sum->algorithm, 0);
}

static int rewind_file(HANDLE file) {
  LARGE_INTEGER start = {0};
  return SetFilePointerEx(file, start, NULL, FILE_BEGIN);
}

int has_archive_sum(HANDLE file, const struct conf *conf) {
  static BYTE bytes[1 << 16];
  struct sum sum;
  DWORD length = 0;
  int is_right = 0;
  if (sum_open(&sum, BCRYPT_SHA512_ALGORITHM, 64) && rewind_file(file)) {
    int is_read;
    while ((is_read = ReadFile(file, bytes, sizeof bytes, &length, NULL)) && length > 0)
      if (!sum_add(&sum, bytes, length)) break;
    is_right = is_read && length == 0 && sum_is(&sum, conf->archive_sha512);
  }
  sum_close(&sum);
  return is_right;
}

struct unpacked {
  HANDLE file;
  struct sum sum;
};

static const char *write_executable(void *context, const void *bytes, size_t length) {
  struct unpacked *unpacked = context;
  DWORD written;
  int is_written = WriteFile(unpacked->file, bytes, (DWORD)length, &written, NULL) && written == length;
  return is_written && sum_add(&unpacked->sum, bytes, length) ? NULL : "it cannot be written";
}

static const char *unpack(HANDLE packed, const wchar_t *path, const struct conf *conf) {
  struct unpacked unpacked = {0};
  struct archive archive = {conf->member, conf->executable_size, .write = write_executable, .context = &unpacked};
  const char *problem = NULL;
  if (!rewind_file(packed)) return "it cannot be read";
  unpacked.file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
  if (unpacked.file == INVALID_HANDLE_VALUE) return "nothing can be written beside the other runtimes";
  if (!sum_open(&unpacked.sum, BCRYPT_SHA256_ALGORITHM, 32)) problem = "its sum cannot be made";
  if (!problem) problem = gunzip(&archive, packed);
  if (!problem && !sum_is(&unpacked.sum, conf->executable_sha256)) problem = "the runtime must be the one that the app was made for";
  if (!problem && !FlushFileBuffers(unpacked.file)) problem = "it cannot be written";
  sum_close(&unpacked.sum);
  CloseHandle(unpacked.file);
  return problem;
}

const char *install(HANDLE archive, const struct store *store, const struct conf *conf) {
  static wchar_t fresh[PATH_ROOM], old[PATH_ROOM];
  join(fresh, store->folder, L"bun.exe.new");
  join(old, store->folder, L"bun.exe.old");
  const char *problem = unpack(archive, fresh, conf);
  if (!problem && !MoveFileExW(fresh, store->executable, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
    /* A program that runs can have another name, but cannot be written over. */
    if (!MoveFileExW(store->executable, old, MOVEFILE_REPLACE_EXISTING) ||
        !MoveFileExW(fresh, store->executable, MOVEFILE_WRITE_THROUGH))
      problem = "it cannot be put in its place";
  }
  if (problem) DeleteFileW(fresh);
  DeleteFileW(old);
  return problem;
}
