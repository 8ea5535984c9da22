/* The runtimes of a user, each for all apps that need it:
 *
 *   %LOCALAPPDATA%\framework\runtimes\
 *     <key>.lock              open as long as somebody puts this runtime there
 *     <key>.part              what is loaded of the archive
 *     <key>\bun.exe           its name says that it was verified and is whole
 *     <key>\bun.exe.new       not yet
 *     <key>\apps\<sum>        an app that uses it: its path in UTF-16; its time is that of the last start
 */
#include "starter.h"
#include <aclapi.h>

static wchar_t framework_folder[PATH_ROOM];

void store_find(struct store *store, const struct conf *conf) {
  static wchar_t data[PATH_ROOM];
  DWORD length = GetEnvironmentVariableW(L"LOCALAPPDATA", data, PATH_ROOM);
  int is_whole = (data[0] && data[1] == L':' && data[2] == L'\\') || (data[0] == L'\\' && data[1] == L'\\');
  if (length == 0 || length >= PATH_ROOM || !is_whole)
    fail(L"Cannot start %ls: LOCALAPPDATA must name the folder for the user's data", app_name);
  join(framework_folder, data, L"framework");
  join(store->runtimes, framework_folder, L"runtimes");
  join(store->folder, store->runtimes, wide(conf->key));
  join(store->executable, store->folder, L"bun.exe");
}

/* Who may change what the user runs: the user, and those who may do anything. */
static int is_trusted(PSID who) {
  static BYTE room[256];
  static TOKEN_USER *user;
  if (!user) {
    HANDLE token;
    DWORD length;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return 0;
    if (!GetTokenInformation(token, TokenUser, room, sizeof room, &length)) return 0;
    CloseHandle(token);
    user = (TOKEN_USER *)room;
  }
  return EqualSid(who, user->User.Sid) || IsWellKnownSid(who, WinLocalSystemSid) ||
         IsWellKnownSid(who, WinBuiltinAdministratorsSid) || IsWellKnownSid(who, WinCreatorOwnerSid) ||
         IsWellKnownSid(who, WinCreatorOwnerRightsSid);
}

static int is_closed_to_others(HANDLE file) {
  static const DWORD changing = FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_DELETE_CHILD | DELETE | WRITE_DAC | WRITE_OWNER |
                                GENERIC_WRITE | GENERIC_ALL;
  static DWORD descriptor[16384];
  DWORD length;
  PSID owner;
  PACL list;
  BOOL is_default, has_list;
  if (!GetKernelObjectSecurity(file, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, descriptor,
                               sizeof descriptor, &length))
    return 0;
  if (!GetSecurityDescriptorOwner(descriptor, &owner, &is_default) || !owner || !is_trusted(owner)) return 0;
  /* Without a list everybody may do everything. */
  if (!GetSecurityDescriptorDacl(descriptor, &has_list, &list, &is_default) || !has_list || !list) return 0;
  for (DWORD i = 0; i < list->AceCount; i++) {
    void *entry;
    if (!GetAce(list, i, &entry)) return 0;
    const ACE_HEADER *header = entry;
    if (header->AceType == ACCESS_DENIED_ACE_TYPE) continue;
    /* The other kinds that allow something are not made by Windows for files. */
    if (header->AceType != ACCESS_ALLOWED_ACE_TYPE) return 0;
    ACCESS_ALLOWED_ACE *allowed = entry;
    if ((allowed->Mask & changing) && !is_trusted(&allowed->SidStart)) return 0;
  }
  return 1;
}

/* Opens what must be the user's own; NULL where there is nothing. A link would lead to where nobody has looked. */
static HANDLE open_own(const wchar_t *path, int is_folder) {
  DWORD flags = FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS;
  DWORD share = is_folder ? FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE : FILE_SHARE_READ;
  HANDLE file = CreateFileW(path, GENERIC_READ, share, NULL, OPEN_EXISTING, flags, NULL);
  /* Another starter puts it there just now, or a virus scanner looks at it. */
  for (int i = 0; i < 50 && file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION; i++) {
    Sleep(100);
    file = CreateFileW(path, GENERIC_READ, share, NULL, OPEN_EXISTING, flags, NULL);
  }
  if (file == INVALID_HANDLE_VALUE) {
    DWORD error = GetLastError();
    if (error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND) return NULL;
    fail(L"Cannot start %ls: \"%ls\" cannot be opened (error %lu)", app_name, path, error);
  }
  BY_HANDLE_FILE_INFORMATION facts;
  if (!GetFileInformationByHandle(file, &facts) || (facts.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) ||
      !(facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != !is_folder)
    fail(L"Cannot start %ls: \"%ls\" must be a %ls, and no link", app_name, path, is_folder ? L"folder" : L"file");
  if (!is_closed_to_others(file))
    fail(L"Cannot start %ls: \"%ls\" must be yours, and nobody else may be allowed to change it", app_name, path);
  return file;
}

/* Returns whether all of them are there. */
static int check_folders(const struct store *store) {
  const wchar_t *folders[] = {framework_folder, store->runtimes, store->folder};
  for (size_t i = 0; i < 3; i++) {
    HANDLE folder = open_own(folders[i], 1);
    if (!folder) return 0;
    CloseHandle(folder);
  }
  return 1;
}

HANDLE store_open_runtime(const struct store *store, const struct conf *conf) {
  LARGE_INTEGER size;
  if (!check_folders(store)) return NULL;
  HANDLE file = open_own(store->executable, 0);
  if (!file) return NULL;
  if (GetFileSizeEx(file, &size) && (uint64_t)size.QuadPart == conf->executable_size) return file;
  CloseHandle(file);
  return NULL;
}

const wchar_t *store_make(const struct store *store) {
  const wchar_t *folders[] = {framework_folder, store->runtimes, store->folder};
  for (size_t i = 0; i < 3; i++)
    if (!CreateDirectoryW(folders[i], NULL) && GetLastError() != ERROR_ALREADY_EXISTS) return folders[i];
  check_folders(store);
  return NULL;
}

/* The name under which an app is noted: a sum (FNV-1a) of its path, as Windows compares paths. */
static void note_name(wchar_t name[17], const wchar_t *app) {
  static wchar_t lower[PATH_ROOM];
  uint64_t sum = 0xcbf29ce484222325;
  LCMapStringEx(LOCALE_NAME_INVARIANT, LCMAP_LOWERCASE, app, -1, lower, PATH_ROOM, NULL, NULL, 0);
  for (const wchar_t *unit = lower; *unit; unit++) sum = (sum ^ *unit) * 0x100000001b3;
  for (int i = 0; i < 16; i++, sum >>= 4) name[15 - i] = L"0123456789abcdef"[sum & 15];
  name[16] = 0;
}

static int read_note(wchar_t app[PATH_ROOM], const wchar_t *path) {
  DWORD length = 0;
  HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) return 0;
  int is_read = ReadFile(file, app, (PATH_ROOM - 1) * sizeof *app, &length, NULL);
  CloseHandle(file);
  app[length / sizeof *app] = 0;
  return is_read && length > 0;
}

/* A disk that is not there now may be so again tomorrow. */
static int is_gone(const wchar_t *app) {
  wchar_t root[4];
  if (GetFileAttributesW(app) != INVALID_FILE_ATTRIBUTES) return 0;
  DWORD error = GetLastError();
  if (app[0] && app[1] == L':') {
    lstrcpynW(root, app, 4);
    return (error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND) &&
           GetFileAttributesW(root) != INVALID_FILE_ATTRIBUTES;
  }
  return error == ERROR_FILE_NOT_FOUND;
}

/* Removes the note of an app, and those of apps that are gone. Returns whether any is left. */
static int is_used_without(const wchar_t *apps, const wchar_t *app) {
  static wchar_t pattern[PATH_ROOM], note[PATH_ROOM], noted[PATH_ROOM];
  wchar_t own[17];
  WIN32_FIND_DATAW found;
  int is_used = 0;
  note_name(own, app);
  join(pattern, apps, L"*");
  HANDLE search = FindFirstFileW(pattern, &found);
  if (search == INVALID_HANDLE_VALUE) return 0;
  do {
    if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) continue;
    join(note, apps, found.cFileName);
    if (lstrcmpiW(found.cFileName, own) && read_note(noted, note) && !is_gone(noted)) is_used = 1;
    else DeleteFileW(note);
  } while (FindNextFileW(search, &found));
  FindClose(search);
  return is_used;
}

/* Takes an app from a runtime; one that no app uses any more goes, unless it runs or is being loaded. */
static void release(const wchar_t *folder, const wchar_t *app) {
  static const wchar_t *const own[] = {L"\\bun.exe.old", L"\\bun.exe.new", L".part"};
  static wchar_t apps[PATH_ROOM], file[PATH_ROOM], lock_path[PATH_ROOM];
  join(apps, folder, L"apps");
  if (is_used_without(apps, app)) return;
  append(lock_path, folder, L".lock");
  HANDLE lock = CreateFileW(lock_path, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL);
  if (lock == INVALID_HANDLE_VALUE) return;
  join(file, folder, L"bun.exe");
  if (DeleteFileW(file) || GetLastError() == ERROR_FILE_NOT_FOUND) {
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
      append(file, folder, own[i]);
      DeleteFileW(file);
    }
    RemoveDirectoryW(apps);
    RemoveDirectoryW(folder);
  }
  CloseHandle(lock);
  DeleteFileW(lock_path);
}

/* Calls `visit` for the folder of each runtime but the app's own. */
static void each_other(const struct store *store, void (*visit)(const wchar_t *folder, void *with), void *with) {
  static wchar_t pattern[PATH_ROOM], folder[PATH_ROOM];
  WIN32_FIND_DATAW found;
  join(pattern, store->runtimes, L"*");
  HANDLE search = FindFirstFileW(pattern, &found);
  if (search == INVALID_HANDLE_VALUE) return;
  do {
    if (!(found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) || found.cFileName[0] == L'.') continue;
    if (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) continue;
    join(folder, store->runtimes, found.cFileName);
    if (lstrcmpiW(folder, store->folder)) visit(folder, with);
  } while (FindNextFileW(search, &found));
  FindClose(search);
}

static void note_path(wchar_t path[PATH_ROOM], const wchar_t *folder, const wchar_t *app) {
  wchar_t name[17];
  note_name(name, app);
  join(path, folder, L"apps");
  join(path, path, name);
}

/* The runtime that an app has used last, besides its own. */
struct previous {
  const wchar_t *app;
  FILETIME time;
  wchar_t folder[PATH_ROOM];
};

/* Returns whether the app has used the runtime, and when. */
static int was_used(const wchar_t *folder, const wchar_t *app, FILETIME *time) {
  static wchar_t path[PATH_ROOM];
  WIN32_FILE_ATTRIBUTE_DATA facts;
  note_path(path, folder, app);
  if (!GetFileAttributesExW(path, GetFileExInfoStandard, &facts)) return 0;
  *time = facts.ftLastWriteTime;
  return 1;
}

/* Of two, the older one is released. */
static void keep_last(const wchar_t *folder, void *with) {
  struct previous *last = with;
  FILETIME time;
  if (!was_used(folder, last->app, &time)) return;
  if (last->folder[0] && CompareFileTime(&time, &last->time) <= 0) {
    release(folder, last->app);
    return;
  }
  if (last->folder[0]) release(last->folder, last->app);
  last->time = time;
  lstrcpynW(last->folder, folder, PATH_ROOM);
}

static void release_visited(const wchar_t *folder, void *app) { release(folder, app); }

/* The note has the time of this start. Returns 0 where there is none of the app. */
static int touch_note(const wchar_t *path, const wchar_t *app) {
  static wchar_t noted[PATH_ROOM];
  FILETIME now;
  if (!read_note(noted, path) || lstrcmpiW(noted, app)) return 0;
  DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  HANDLE file = CreateFileW(path, FILE_WRITE_ATTRIBUTES, share, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) return 1;
  GetSystemTimeAsFileTime(&now);
  SetFileTime(file, NULL, NULL, &now);
  CloseHandle(file);
  return 1;
}

static void write_note(const wchar_t *path, const wchar_t *app) {
  DWORD written;
  HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
  /* Without the note the app runs as well; the runtime may have to be loaded again one day. */
  if (file == INVALID_HANDLE_VALUE) return;
  WriteFile(file, app, (DWORD)lstrlenW(app) * sizeof *app, &written, NULL);
  CloseHandle(file);
}

void store_register(const struct store *store, const wchar_t *app) {
  static wchar_t path[PATH_ROOM];
  static struct previous last;
  join(path, store->folder, L"apps");
  CreateDirectoryW(path, NULL);
  note_path(path, store->folder, app);
  if (!touch_note(path, app)) write_note(path, app);
  /* A version that does not start is taken back, and the one before it needs its runtime. */
  last.app = app;
  each_other(store, keep_last, &last);
}

void store_forget_gone(const struct store *store) { each_other(store, release_visited, L""); }

void store_release(const struct store *store, const wchar_t *app) {
  if (!check_folders(store)) return;
  each_other(store, release_visited, (void *)app);
  release(store->folder, app);
  RemoveDirectoryW(store->runtimes);
  RemoveDirectoryW(framework_folder);
}
