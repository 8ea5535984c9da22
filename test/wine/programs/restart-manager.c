/* A stand-in for Windows' Restart Manager, which Wine lacks: two programs have each file open whose name it is told. */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>
#include <restartmanager.h>

static wchar_t asked[MAX_PATH];

__declspec(dllexport) DWORD WINAPI RmStartSession(DWORD *session, DWORD flags, WCHAR key[]) {
  *session = 7;
  wcscpy(key, L"0123456789abcdef0123456789abcdef");
  return flags == 0 ? ERROR_SUCCESS : ERROR_BAD_ARGUMENTS;
}

__declspec(dllexport) DWORD WINAPI RmRegisterResources(DWORD session, UINT files, LPCWSTR names[], UINT programs,
    RM_UNIQUE_PROCESS processes[], UINT services, LPCWSTR serviceNames[]) {
  if (session != 7 || files != 1 || programs != 0 || processes || services != 0 || serviceNames)
    return ERROR_BAD_ARGUMENTS;
  wcscpy(asked, names[0]);
  return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI RmGetList(DWORD session, UINT *needed, UINT *room, RM_PROCESS_INFO list[],
    DWORD *reasons) {
  static const wchar_t *names[] = {L"Notizen $0 & Söhne", NULL};
  if (session != 7 || asked[0] == 0) return ERROR_BAD_ARGUMENTS;
  *needed = 2;
  *reasons = RmRebootReasonNone;
  if (*room < 2) return ERROR_MORE_DATA;
  memset(list, 0, 2 * sizeof *list);
  for (DWORD at = 0; at < 2; at++) {
    list[at].Process.dwProcessId = 4711 + at;
    list[at].Process.ProcessStartTime.dwLowDateTime = 0xffffffff;
    /* The second one's name is the path that it was asked about. */
    wcscpy(list[at].strAppName, names[at] ? names[at] : asked);
    wcscpy(list[at].strServiceShortName, L"service");
    list[at].ApplicationType = RmMainWindow;
  }
  *room = 2;
  return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI RmEndSession(DWORD session) {
  return session == 7 ? ERROR_SUCCESS : ERROR_BAD_ARGUMENTS;
}
