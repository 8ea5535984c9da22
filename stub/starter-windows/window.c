/* The window that is there while the runtime is loaded, and the one that says why it could not be. */
#include "starter.h"
#include <commctrl.h>

enum { RETRY = 100, POSITIONS = 1000 };

struct shown {
  struct load *load;
  LONG state, megabytes;
};

static LONG whole_kilobytes(const struct conf *conf) {
  return (LONG)((conf->archive_size ? conf->archive_size : conf->executable_size / 3) / 1024);
}

/* As people count them. */
static long megabytes(uint64_t kilobytes) {
  return (long)((kilobytes * 1024 + 500000) / 1000000);
}

static void show(HWND window, struct shown *shown) {
  wchar_t text[TEXT_ROOM];
  struct load *load = shown->load;
  LONG state = load->state, loaded = load->kilobytes, whole = whole_kilobytes(load->conf);
  LONG at = loaded >= whole ? POSITIONS : (LONG)((uint64_t)loaded * POSITIONS / (uint64_t)whole);
  CALL(L"user32.dll", SendMessageW)(window, TDM_SET_PROGRESS_BAR_POS, (WPARAM)at, 0);
  if (state == shown->state && megabytes(loaded) == shown->megabytes) return;
  shown->state = state;
  shown->megabytes = megabytes(loaded);
  if (state == WAITING) lstrcpyW(text, L"Another app is loading it already.");
  else if (loaded >= whole) lstrcpyW(text, L"It is being unpacked.");
  else if (load->conf->archive_size) print(text, L"%ld of %ld MB", megabytes(loaded), megabytes(whole));
  else print(text, L"%ld MB", megabytes(loaded));
  CALL(L"user32.dll", SendMessageW)(window, TDM_SET_ELEMENT_TEXT, TDE_CONTENT, (LPARAM)text);
}

static HRESULT CALLBACK on_progress(HWND window, UINT message, WPARAM button, LPARAM parameter, LONG_PTR data) {
  struct shown *shown = (struct shown *)data;
  (void)button;
  (void)parameter;
  if (message == TDN_CREATED) {
    CALL(L"user32.dll", SendMessageW)(window, TDM_SET_PROGRESS_BAR_RANGE, 0, MAKELPARAM(0, POSITIONS));
    HANDLE thread = CreateThread(NULL, 0, load, shown->load, 0, NULL);
    if (!thread) fail(L"Cannot start %ls: there is too little memory", app_name);
    CloseHandle(thread);
  }
  if (message == TDN_TIMER) {
    show(window, shown);
    if (shown->load->state >= LOADED) CALL(L"user32.dll", SendMessageW)(window, TDM_CLICK_BUTTON, IDCANCEL, 0);
  }
  return S_OK;
}

static int show_dialog(const TASKDIALOGCONFIG *config) {
  int pressed = IDCANCEL;
  /* By its name alone: the manifest says which of the two that Windows has. */
  HMODULE library = LoadLibraryW(L"comctl32.dll");
  FARPROC found = library ? GetProcAddress(library, "TaskDialogIndirect") : NULL;
  __typeof__(&TaskDialogIndirect) show_indirect = (__typeof__(&TaskDialogIndirect))found;
  if (!show_indirect || FAILED(show_indirect(config, &pressed, NULL, NULL)))
    fail(L"Cannot start %ls: no window can be shown", app_name);
  return pressed;
}

static void show_progress(struct load *load) {
  wchar_t text[TEXT_ROOM];
  long size = megabytes((uint64_t)whole_kilobytes(load->conf));
  if (load->conf->archive_size)
    print(text, L"%.200ls needs a component (%ld MB), which is loaded once.", app_name, size);
  else print(text, L"%.200ls needs a component, which is loaded once.", app_name);
  struct shown shown = {load, -1, -1};
  TASKDIALOGCONFIG config = {.cbSize = sizeof config};
  config.hInstance = GetModuleHandleW(NULL);
  config.dwFlags = TDF_SHOW_PROGRESS_BAR | TDF_CALLBACK_TIMER | TDF_CAN_BE_MINIMIZED | TDF_ALLOW_DIALOG_CANCELLATION |
                   TDF_SIZE_TO_CONTENT;
  config.dwCommonButtons = TDCBF_CANCEL_BUTTON;
  config.pszWindowTitle = app_name;
  config.pszMainInstruction = text;
  config.pszContent = L" ";
  config.pfCallback = on_progress;
  config.lpCallbackData = (LONG_PTR)&shown;
  show_dialog(&config);
}

/* Returns whether to try once more. */
static int show_failure(const struct load *load) {
  wchar_t text[TEXT_ROOM], title[TEXT_ROOM];
  static const TASKDIALOG_BUTTON buttons[] = {{RETRY, L"Try again"}, {IDCANCEL, L"Close"}};
  print(title, L"%.200ls could not load a component that it needs", app_name);
  print(text, L"%.300ls\n%.400ls\n\nWhat was loaded is kept: %.200ls can be started again later.", load->problem,
             load->address, app_name);
  TASKDIALOGCONFIG config = {.cbSize = sizeof config};
  config.hInstance = GetModuleHandleW(NULL);
  config.dwFlags = TDF_ALLOW_DIALOG_CANCELLATION | TDF_SIZE_TO_CONTENT;
  config.pButtons = buttons;
  config.cButtons = 2;
  config.nDefaultButton = RETRY;
  config.pszWindowTitle = app_name;
  config.pszMainIcon = TD_WARNING_ICON;
  config.pszMainInstruction = title;
  config.pszContent = text;
  return show_dialog(&config) == RETRY;
}

static _Noreturn void fail_to_load(const struct load *load) {
  fail(L"Cannot load what %.200ls runs with: %.300ls (%.400ls)", app_name, load->problem, load->address);
}

void load_alone(struct load *parameter) {
  load(parameter);
  if (parameter->state != LOADED) fail_to_load(parameter);
}

void load_in_window(struct load *load) {
  if (!has_desktop())
    fail(L"Cannot start %ls: a component must be loaded, and nobody would see it: start it on a desktop", app_name);
  for (;;) {
    load->state = LOADING;
    show_progress(load);
    if (load->state == LOADED) return;
    if (load->state == FAILED && show_failure(load)) continue;
    is_quiet = 1;
    if (load->state == FAILED) fail_to_load(load);
    fail(L"Cannot start %ls: loading was cancelled", app_name);
  }
}
