/* Runs the app: bun.exe, its flags, main.js, and whatever followed the starter's own name, to the letter. */
#include "starter.h"
#include <string.h>
#include <wchar.h>

enum { COMMAND_ROOM = 32768 };

struct command {
  wchar_t text[COMMAND_ROOM];
  size_t length;
};

static void put(struct command *command, wchar_t unit) {
  if (command->length + 1 >= COMMAND_ROOM) fail(L"Cannot start %ls: it must get fewer arguments", app_name);
  command->text[command->length++] = unit;
  command->text[command->length] = 0;
}

/* As programs of Windows split a line: backslashes count twice before a quotation mark, and only there. */
static void put_quoted(struct command *command, const wchar_t *argument) {
  if (command->length > 0) put(command, L' ');
  put(command, L'"');
  for (size_t slashes = 0;; argument++) {
    if (*argument == L'\\') {
      slashes++;
      put(command, *argument);
      continue;
    }
    if (*argument == L'"' || *argument == 0)
      for (size_t i = 0; i < slashes; i++) put(command, L'\\');
    slashes = 0;
    if (*argument == 0) break;
    if (*argument == L'"') put(command, L'\\');
    put(command, *argument);
  }
  put(command, L'"');
}

/* A flag of the runtime; `{app}` in it stands for the app's folder. */
static void put_flag(struct command *command, const char *flag, const wchar_t *app_folder) {
  static wchar_t text[PATH_ROOM];
  static const wchar_t mark[] = L"{app}";
  const wchar_t *rest = wide(flag);
  size_t length = 0;
  while (*rest) {
    int is_mark = !wcsncmp(rest, mark, wcslen(mark));
    size_t part = is_mark ? wcslen(app_folder) : 1;
    if (length + part >= PATH_ROOM) fail(L"Cannot start %ls: its folder must have a shorter path", app_name);
    memcpy(text + length, is_mark ? app_folder : rest, part * sizeof *text);
    length += part;
    rest += is_mark ? wcslen(mark) : 1;
  }
  text[length] = 0;
  put_quoted(command, text);
}

const wchar_t *arguments_as_given(void) {
  /* In the program's name a backslash is nothing special. */
  const wchar_t *line = GetCommandLineW();
  int is_quoted = 0;
  for (; *line && (is_quoted || (*line != L' ' && *line != L'\t')); line++)
    if (*line == L'"') is_quoted = !is_quoted;
  return line;
}

/* Ends the app when the starter is ended, and nothing that the app has started: that may go on. */
static HANDLE make_job(void) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  HANDLE job = CreateJobObjectW(NULL, NULL);
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
  if (job) SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

/* What the starter was given to read or write; where that is nothing, the console that it was started from, if any. */
static HANDLE stream(DWORD which, int has_console) {
  HANDLE given = GetStdHandle(which);
  if (given && given != INVALID_HANDLE_VALUE) {
    SetHandleInformation(given, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return given;
  }
  if (!has_console) return NULL;
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  const wchar_t *console = which == STD_INPUT_HANDLE ? L"CONIN$" : L"CONOUT$";
  HANDLE opened = CreateFileW(console, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                              OPEN_EXISTING, 0, NULL);
  return opened == INVALID_HANDLE_VALUE ? NULL : opened;
}

void run(const struct conf *conf, const struct store *store, const wchar_t *app_folder) {
  static struct command command;
  wchar_t main_module[PATH_ROOM];
  join(main_module, app_folder, L"main.js");
  command.length = 0;
  put_quoted(&command, store->executable);
  for (size_t i = 0; i < conf->flags.count; i++) put_flag(&command, conf->flags.items[i], app_folder);
  put_quoted(&command, main_module);
  for (const wchar_t *rest = arguments_as_given(); *rest; rest++) put(&command, *rest);
  for (size_t i = 0; i < conf->unset.count; i++) SetEnvironmentVariableW(wide(conf->unset.items[i]), NULL);

  /* The app gets what the starter was given: how its window is shown, the shortcut it was started by. */
  STARTUPINFOW info;
  PROCESS_INFORMATION app;
  GetStartupInfoW(&info);
  /* A program with windows has no console unless it takes that of its parent; the runtime is one for consoles, and
   * would be given a new one. */
  int has_console = AttachConsole(ATTACH_PARENT_PROCESS);
  DWORD flags = CREATE_SUSPENDED | (has_console ? 0 : DETACHED_PROCESS);
  info.dwFlags = (info.dwFlags & ~(DWORD)STARTF_USEHOTKEY) | STARTF_USESTDHANDLES;
  info.hStdInput = stream(STD_INPUT_HANDLE, has_console);
  info.hStdOutput = stream(STD_OUTPUT_HANDLE, has_console);
  info.hStdError = stream(STD_ERROR_HANDLE, has_console);
  HANDLE job = make_job();
  if (!CreateProcessW(store->executable, command.text, NULL, NULL, TRUE, flags, NULL, NULL, &info, &app))
    fail(L"Cannot start %ls: Windows refuses to run \"%ls\" (error %lu)", app_name, store->executable, GetLastError());
  if (job) AssignProcessToJobObject(job, app.hProcess);
  /* The keys that end what runs in a console are for the app, which may want to save something. */
  if (has_console) FreeConsole();
  /* When the session ends, after the app: those with a higher level end first, and 0x280 is what they have. */
  SetProcessShutdownParameters(0x27f, SHUTDOWN_NORETRY);
  ResumeThread(app.hThread);
  DWORD code = 1;
  WaitForSingleObject(app.hProcess, INFINITE);
  GetExitCodeProcess(app.hProcess, &code);
  ExitProcess(code);
}
