/* A plugin of NSIS that unpacks the files of an app: NSIS's own packer takes a minute and more for them, on one processor, and
 * knows no filter for machine code.
 *
 *   payload::begin ARCHIVE TIME VERB     an .xz file; the time of its files, in seconds since 1970; "Extract: "
 *   payload::extract FILE SIZE           the next file
 *   payload::finish                      pushes "", or what went wrong in words for the user
 *
 * After the first error nothing is done until `begin`.
 *
 * Source: NSIS's plugin interface, as "Examples/Plugin" of NSIS describes it. */

#include "archive.h"

struct item {
  struct item *next;
  WCHAR text[1];
};

/* Plugins stay loaded from their first call on when they want to hear of their end. */
struct installer {
  void *flags;
  int(__stdcall *execute)(int, HWND);
  void(__stdcall *validate)(WCHAR *);
  int(__stdcall *keep_loaded)(HMODULE, UINT_PTR (*)(int));
};

enum { STATUS = 1006, LONGEST = 1024 };

static const ULONGLONG TICKS_PER_SECOND = 10000000, SECONDS_FROM_1601_TO_1970 = 11644473600;

static HMODULE module;
static HWND status;
static FILETIME file_time;
static WCHAR verb[LONGEST], place[LONGEST], size_text[LONGEST], message[2 * LONGEST];
static DWORD failure;

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved) {
  (void)reason, (void)reserved;
  module = instance;
  return TRUE;
}

static UINT_PTR keep(int event) {
  (void)event;
  return 0;
}

static void pop(struct item **stack, WCHAR *text) {
  struct item *top = *stack;
  text[0] = 0;
  if (top == NULL) return;
  lstrcpynW(text, top->text, LONGEST);
  *stack = top->next;
  GlobalFree(top);
}

static void push(struct item **stack, const WCHAR *text, int length) {
  struct item *top = GlobalAlloc(GPTR, sizeof *top + (SIZE_T)length * sizeof(WCHAR));
  if (top == NULL) return;
  lstrcpynW(top->text, text, length);
  top->next = *stack;
  *stack = top;
}

static ULONGLONG number(const WCHAR *text) {
  ULONGLONG value = 0;
  for (; *text >= L'0' && *text <= L'9'; text++) value = value * 10 + (ULONGLONG)(*text - L'0');
  return value;
}

/* What NSIS shows of its own files, and in the same words. */
static void tell(unsigned percent) {
  WCHAR *name = place;
  for (WCHAR *at = place; *at != 0; at++)
    if (*at == L'\\') name = at + 1;
  if (status == NULL) return;
  wsprintfW(message, L"%s%s... %u%%", verb, name, percent);
  SetWindowTextW(status, message);
}

/* "C:\folder\file", and what Windows says of the error in the user's language. */
static void explain(void) {
  int length = lstrlenW(place);
  lstrcpyW(message, place);
  lstrcpyW(message + length, L"\r\n\r\n");
  if (FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, failure, 0,
                       message + length + 4, LONGEST - 4, NULL) == 0)
    wsprintfW(message + length + 4, L"%u", failure);
}

#define FUNCTION(name)                                                                                            \
  __declspec(dllexport) void __cdecl name(HWND window, int length, WCHAR *variables, struct item **stack,       \
                      struct installer *installer)

FUNCTION(begin) {
  (void)length, (void)variables;
  HWND page = window == NULL ? NULL : FindWindowExW(window, NULL, L"#32770", NULL);
  ULARGE_INTEGER time;
  installer->keep_loaded(module, keep);
  archive_close();
  status = page == NULL ? NULL : GetDlgItem(page, STATUS);
  pop(stack, place);
  pop(stack, size_text);
  pop(stack, verb);
  time.QuadPart = (number(size_text) + SECONDS_FROM_1601_TO_1970) * TICKS_PER_SECOND;
  file_time.dwLowDateTime = time.LowPart;
  file_time.dwHighDateTime = time.HighPart;
  failure = archive_open(place);
}

FUNCTION(extract) {
  (void)window, (void)length, (void)variables, (void)installer;
  static WCHAR path[LONGEST];
  pop(stack, path);
  pop(stack, size_text);
  if (failure != ERROR_SUCCESS) return;
  lstrcpyW(place, path);
  failure = archive_extract(place, number(size_text), &file_time, tell);
}

FUNCTION(finish) {
  (void)window, (void)variables, (void)installer;
  if (failure == ERROR_SUCCESS) failure = archive_end();
  archive_close();
  message[0] = 0;
  if (failure != ERROR_SUCCESS) explain();
  push(stack, message, length);
}
