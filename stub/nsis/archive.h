/* Files that were packed into one .xz stream, end to end: who unpacks them says in which order, and how long each is. */

#pragma once

#include <windows.h>

/* Each gives an error of Windows, or ERROR_SUCCESS. After an error nothing but archive_close may be called. */

DWORD archive_open(const WCHAR *path);

/* Writes the next `size` bytes to a new file, which is removed again when that fails. `told` is called with the percentage that
 * is written, each time that it is another one. */
DWORD archive_extract(const WCHAR *path, ULONGLONG size, const FILETIME *time, void (*told)(unsigned percent));

/* Whether all was unpacked, and its check sums were right. */
DWORD archive_end(void);

void archive_close(void);
