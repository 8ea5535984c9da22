#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0A00
#include <windows.h>
#include "../starter/conf.h"

enum { PATH_ROOM = 4096, TEXT_ROOM = 1024 };

/* A function of a library that only some starts need, from Windows' own folder: what lies beside the app is never taken. */
#define CALL(library, name) ((__typeof__(&name))system_function(library, #name))
FARPROC system_function(const wchar_t *library, const char *name);

/* text.c */

/* A copy that is never given back: there are few, and the process is short. */
wchar_t *wide(const char *utf8);
void join(wchar_t path[PATH_ROOM], const wchar_t *folder, const wchar_t *name);
void append(wchar_t path[PATH_ROOM], const wchar_t *beginning, const wchar_t *ending);
/* As swprintf; what does not fit is cut off. */
void print(wchar_t text[TEXT_ROOM], const wchar_t *format, ...);
/* Says it in a box where windows are seen and wanted and on standard error, and ends with exit code 1. */
__attribute__((noreturn)) void fail(const wchar_t *format, ...);
/* What a box is titled with; the name of the executable until the app's is known. */
extern const wchar_t *app_name;
/* Set where no box is wanted: nobody looks, or has seen already what is wrong. */
extern int is_quiet;
/* Whether somebody sees windows: not those of a service. */
int has_desktop(void);

/* store.c */

struct store {
  wchar_t runtimes[PATH_ROOM];   /* %LOCALAPPDATA%\framework\runtimes */
  wchar_t folder[PATH_ROOM];     /* the runtime's own in it */
  wchar_t executable[PATH_ROOM]; /* bun.exe in there, which has this name since it was verified and is whole */
};
void store_find(struct store *store, const struct conf *conf);
/* Opens the runtime, if it is there and whole and nobody else could have changed it; else returns NULL. As long as it is
 * open it cannot be removed. Ends the process where others may change what is in the store. */
HANDLE store_open_runtime(const struct store *store, const struct conf *conf);
/* Makes its folders. Returns the path that cannot be made, or NULL. */
const wchar_t *store_make(const struct store *store);
/* Notes that the app uses this runtime; of those that it used before, it keeps the last. */
void store_register(const struct store *store, const wchar_t *app);
/* What only apps used that are gone goes. */
void store_forget_gone(const struct store *store);
/* The app is about to be uninstalled. */
void store_release(const struct store *store, const wchar_t *app);

/* load.c: gets the runtime on a thread of its own. */

enum load_state { LOADING, WAITING, LOADED, FAILED };
struct load {
  const struct conf *conf;
  const struct store *store;
  volatile LONG state;
  volatile LONG kilobytes;
  /* Where it was looked for last, and what was wrong; read when it has failed. */
  wchar_t address[TEXT_ROOM], problem[TEXT_ROOM];
};
DWORD WINAPI load(void *load);

/* http.c */

/* Has the file hold what is at the address; what it holds already is the beginning, and is not loaded again. No more than
 * `most` bytes are taken. Returns 0 with the problem said. */
int http_load(struct load *load, const wchar_t *address, HANDLE file, uint64_t most);

/* gunzip.c */

struct archive;
/* Has the archive take what the file unpacks to. Returns what is wrong, or NULL. */
const char *gunzip(struct archive *archive, HANDLE file);

/* install.c */

int has_archive_sum(HANDLE file, const struct conf *conf);
/* Unpacks the executable from the archive and puts it in its place. Returns what is wrong, or NULL. */
const char *install(HANDLE archive, const struct store *store, const struct conf *conf);

/* window.c: shows a window while the runtime is loaded; returns when it is there, or ends the process. */
void load_in_window(struct load *load);
/* The same without a window. */
void load_alone(struct load *load);

/* run.c */

/* What follows the program's name, with the space before it. */
const wchar_t *arguments_as_given(void);
/* Runs the app and ends with its exit code. The runtime is held open meanwhile. */
__attribute__((noreturn)) void run(const struct conf *conf, const struct store *store, const wchar_t *app_folder);
