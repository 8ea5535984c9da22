#include "starter.h"
#include <stdarg.h>
#include <wchar.h>

const wchar_t *app_name;
int is_quiet;

FARPROC system_function(const wchar_t *library, const char *name) {
  HMODULE module = LoadLibraryExW(library, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
  FARPROC function = module ? GetProcAddress(module, name) : NULL;
  /* Each Windows that the runtime is for has all of them. */
  if (!function) ExitProcess(1);
  return function;
}

wchar_t *wide(const char *utf8) {
  int length = MultiByteToWideChar(CP_UTF8, 0, utf8, -1, NULL, 0);
  wchar_t *text = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, (SIZE_T)(length + 1) * sizeof *text);
  if (!text) ExitProcess(1);
  MultiByteToWideChar(CP_UTF8, 0, utf8, -1, text, length);
  return text;
}

void append(wchar_t path[PATH_ROOM], const wchar_t *beginning, const wchar_t *ending) {
  if (lstrlenW(beginning) + lstrlenW(ending) >= PATH_ROOM)
    fail(L"Cannot use \"%ls\": the path must be shorter", beginning);
  lstrcpyW(path, beginning);
  lstrcatW(path, ending);
}

void join(wchar_t path[PATH_ROOM], const wchar_t *folder, const wchar_t *name) {
  append(path, folder, L"\\");
  append(path, path, name);
}

static void print_words(wchar_t text[TEXT_ROOM], const wchar_t *format, va_list words) {
  _vsnwprintf(text, TEXT_ROOM, format, words);
  text[TEXT_ROOM - 1] = 0;
}

void print(wchar_t text[TEXT_ROOM], const wchar_t *format, ...) {
  va_list words;
  va_start(words, format);
  print_words(text, format, words);
  va_end(words);
}

int has_desktop(void) {
  USEROBJECTFLAGS flags = {0};
  HWINSTA station = CALL(L"user32.dll", GetProcessWindowStation)();
  return station && CALL(L"user32.dll", GetUserObjectInformationW)(station, UOI_FLAGS, &flags, sizeof flags, NULL) &&
         (flags.dwFlags & WSF_VISIBLE);
}

/* For those who started it in a terminal, or read what it writes. */
static void write_error(const wchar_t *text) {
  AttachConsole(ATTACH_PARENT_PROCESS);
  HANDLE error = GetStdHandle(STD_ERROR_HANDLE);
  if (!error || error == INVALID_HANDLE_VALUE) return;
  char bytes[4 * TEXT_ROOM];
  DWORD mode, written;
  if (GetConsoleMode(error, &mode)) {
    WriteConsoleW(error, text, (DWORD)lstrlenW(text), &written, NULL);
    WriteConsoleW(error, L"\r\n", 2, &written, NULL);
    return;
  }
  int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes - 1, NULL, NULL);
  if (length <= 0) return;
  bytes[length - 1] = '\n';
  WriteFile(error, bytes, (DWORD)length, &written, NULL);
}

void fail(const wchar_t *format, ...) {
  wchar_t text[TEXT_ROOM];
  va_list words;
  va_start(words, format);
  print_words(text, format, words);
  va_end(words);
  write_error(text);
  if (!is_quiet && has_desktop()) CALL(L"user32.dll", MessageBoxW)(NULL, text, app_name, MB_ICONERROR | MB_SETFOREGROUND);
  ExitProcess(1);
}
