/* The executable of an app that shares its runtime with others. It finds the runtime that app/runtime.conf names, gets it
 * when this user has it not yet, and runs the app with it. */
#include "starter.h"

/* What is wanted instead of the app: the runtime alone, by who prepares a machine; or an end of its use, by the uninstaller. */
static int is_wish(const wchar_t *wish) {
  wchar_t value[16];
  DWORD length = GetEnvironmentVariableW(L"FRAMEWORK_RUNTIME", value, 16);
  return length > 0 && length < 16 && !lstrcmpW(value, wish);
}

/* Windows Installer says that the app is uninstalled: what it runs gets arguments from it, and no variables. */
static int is_uninstalled(void) {
  const wchar_t *arguments = arguments_as_given();
  while (*arguments == L' ') arguments++;
  return !lstrcmpW(arguments, L"--framework-runtime=release");
}

/* The app that is to be noted: an installer gets the runtime of a version that it has yet to install. */
static const wchar_t *noted_app(const wchar_t *self) {
  static wchar_t path[PATH_ROOM];
  DWORD length = GetEnvironmentVariableW(L"FRAMEWORK_RUNTIME_FOR", path, PATH_ROOM);
  return length > 0 && length < PATH_ROOM ? path : self;
}

static void read_conf(struct conf *conf, const wchar_t *path) {
  static char text[CONF_SIZE_MAX + 2];
  DWORD length = 0;
  HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) fail(L"Cannot find \"%ls\": install %ls again", path, app_name);
  if (!ReadFile(file, text, CONF_SIZE_MAX + 1, &length, NULL))
    fail(L"Cannot read \"%ls\": install %ls again", path, app_name);
  CloseHandle(file);
  const char *problem = conf_parse(conf, text, length);
  if (problem) fail(L"Cannot use \"%ls\" (it %hs): install %ls again", path, problem, app_name);
}

/* `C:\Program Files\App\App.exe`, and `C:\Program Files\App` */
static void find_self(wchar_t self[PATH_ROOM], wchar_t folder[PATH_ROOM]) {
  app_name = L"This program";
  DWORD length = GetModuleFileNameW(NULL, self, PATH_ROOM);
  if (length == 0 || length >= PATH_ROOM) fail(L"Cannot start: the path of the program must be shorter");
  wchar_t *name = self + length;
  while (name > self && name[-1] != L'\\') name--;
  app_name = name;
  lstrcpynW(folder, self, (int)(name - self));
}

int main(void) {
  static wchar_t self[PATH_ROOM], folder[PATH_ROOM], app_folder[PATH_ROOM], conf_path[PATH_ROOM];
  static struct conf conf;
  static struct store store;
  static struct load loading = {.conf = &conf, .store = &store};
  int is_load = is_wish(L"load"), is_release = is_wish(L"release") || is_uninstalled();
  is_quiet = is_load || is_release;
  find_self(self, folder);
  join(app_folder, folder, L"app");
  join(conf_path, app_folder, L"runtime.conf");
  read_conf(&conf, conf_path);
  app_name = wide(conf.name);
  store_find(&store, &conf);
  if (is_release) {
    store_release(&store, self);
    return 0;
  }
  HANDLE runtime = store_open_runtime(&store, &conf);
  if (!runtime) {
    if (is_load) load_alone(&loading);
    else load_in_window(&loading);
    runtime = store_open_runtime(&store, &conf);
    if (runtime) store_forget_gone(&store);
  }
  if (!runtime)
    fail(L"Cannot start %ls: \"%ls\" was removed as soon as it was there: does a virus scanner do so?", app_name,
         store.executable);
  store_register(&store, is_load ? noted_app(self) : self);
  if (is_load) return 0;
  run(&conf, &store, app_folder);
}
