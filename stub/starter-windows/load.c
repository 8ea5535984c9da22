/* Gets the runtime: one starter at a time, from the addresses in their order. */
#include "starter.h"

enum { LOOK_AGAIN = 250 };

static int finish(struct load *load, int state) {
  InterlockedExchange(&load->state, state);
  return 0;
}

static int fail_to_load(struct load *load, const wchar_t *problem) {
  lstrcpynW(load->problem, problem, TEXT_ROOM);
  return finish(load, FAILED);
}

/* Nobody else has it open as long as it is; NULL: it cannot be made. */
static HANDLE open_lock(struct load *load) {
  static wchar_t path[PATH_ROOM];
  append(path, load->store->folder, L".lock");
  for (;;) {
    HANDLE lock = CreateFileW(path, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL);
    if (lock != INVALID_HANDLE_VALUE) return lock;
    DWORD error = GetLastError();
    if (error != ERROR_SHARING_VIOLATION) return NULL;
    InterlockedExchange(&load->state, WAITING);
    Sleep(LOOK_AGAIN);
  }
}

/* The file of the size that is known cannot become right by more of it. */
static int is_too_long(HANDLE part, uint64_t most) {
  LARGE_INTEGER size;
  return !GetFileSizeEx(part, &size) || (uint64_t)size.QuadPart > most;
}

static void empty(HANDLE part) {
  LARGE_INTEGER start = {0};
  if (SetFilePointerEx(part, start, NULL, FILE_BEGIN)) SetEndOfFile(part);
}

static int is_empty(HANDLE part) {
  LARGE_INTEGER size;
  return GetFileSizeEx(part, &size) && size.QuadPart == 0;
}

/* Loads from one address until the archive has the right sum; returns 0 with the problem said. */
static int load_archive(struct load *load, const wchar_t *address, HANDLE part) {
  const struct conf *conf = load->conf;
  uint64_t most = conf->archive_size ? conf->archive_size : conf->executable_size + (1 << 20);
  if (is_too_long(part, most)) empty(part);
  /* What was there before may be of something else; then it is loaded once more, from its beginning. */
  for (int was_empty = 0; !was_empty;) {
    was_empty = is_empty(part);
    if (!http_load(load, address, part, most)) return 0;
    if (has_archive_sum(part, conf)) return 1;
    empty(part);
  }
  lstrcpynW(load->problem, L"What is there is not this component.", TEXT_ROOM);
  return 0;
}

static int load_and_install(struct load *load, HANDLE part) {
  const struct conf *conf = load->conf;
  for (size_t i = 0; i < conf->addresses.count; i++) {
    const wchar_t *address = wide(conf->addresses.items[i]);
    lstrcpynW(load->address, address, TEXT_ROOM);
    if (!load_archive(load, address, part)) continue;
    const char *problem = install(part, load->store, conf);
    if (!problem) return finish(load, LOADED);
    return fail_to_load(load, wide(problem));
  }
  return finish(load, FAILED);
}

DWORD WINAPI load(void *parameter) {
  static wchar_t path[PATH_ROOM];
  struct load *load = parameter;
  lstrcpynW(load->problem, L"It is not said where it is.", TEXT_ROOM);
  const wchar_t *unmade = store_make(load->store);
  if (unmade) return fail_to_load(load, L"No folder can be made for it in the folder for your data.");
  HANDLE lock = open_lock(load);
  if (!lock) return fail_to_load(load, L"Nothing can be written into the folder for your data.");
  InterlockedExchange(&load->state, LOADING);
  /* Another starter may have loaded it meanwhile. */
  HANDLE runtime = store_open_runtime(load->store, load->conf);
  if (runtime) {
    CloseHandle(runtime);
    CloseHandle(lock);
    return finish(load, LOADED);
  }
  append(path, load->store->folder, L".part");
  HANDLE part = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, FILE_FLAG_OPEN_REPARSE_POINT, NULL);
  if (part == INVALID_HANDLE_VALUE) fail_to_load(load, L"Nothing can be written into the folder for your data.");
  else {
    load_and_install(load, part);
    CloseHandle(part);
    if (load->state == LOADED) DeleteFileW(path);
  }
  CloseHandle(lock);
  return 0;
}
