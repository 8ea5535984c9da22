/* Loads a file by Windows' own HTTP, with its certificates and the proxy that the user has set. */
#include "starter.h"
#include <winhttp.h>

#define HTTP(name) CALL(L"winhttp.dll", name)

enum {
  CHUNK = 1 << 16,
  SILENCE = 30000, /* milliseconds, also for all headers, and for LEAST bytes of what follows */
  LEAST = 1 << 14,
  REDIRECTS_MAX = 5
};

static int say(struct load *load, const wchar_t *problem) {
  lstrcpynW(load->problem, problem, TEXT_ROOM);
  return 0;
}

static int say_error(struct load *load, DWORD error) {
  wchar_t text[TEXT_ROOM];
  switch (error) {
  case ERROR_WINHTTP_NAME_NOT_RESOLVED:
  case ERROR_WINHTTP_CANNOT_CONNECT:
    return say(load, L"It cannot be reached. Is this computer connected to the internet?");
  case ERROR_WINHTTP_TIMEOUT:
    return say(load, L"The server does not answer.");
  case ERROR_WINHTTP_SECURE_FAILURE:
  case ERROR_WINHTTP_SECURE_CHANNEL_ERROR:
    return say(load, L"No secure connection can be made: Windows must trust the server's certificate.");
  }
  print(text, L"The connection failed (error %lu).", error);
  return say(load, text);
}

struct address {
  wchar_t host[CONF_HOST_MAX + 1], path[CONF_PATH_MAX + 1];
  INTERNET_PORT port;
  int is_secure;
};

static int is_loopback(const wchar_t *host) {
  return !lstrcmpiW(host, L"127.0.0.1") || !lstrcmpiW(host, L"[::1]");
}

static int has_space(const wchar_t *text) {
  for (; *text; text++)
    if (*text <= L' ') return 1;
  return 0;
}

/* Without a secure connection only from this computer. A secret in an address would be shown in the window. */
static int parse_address(struct address *address, const wchar_t *text) {
  wchar_t user[2] = L"";
  URL_COMPONENTS parts = {.dwStructSize = sizeof parts};
  parts.lpszHostName = address->host;
  parts.dwHostNameLength = CONF_HOST_MAX + 1;
  parts.lpszUrlPath = address->path;
  parts.dwUrlPathLength = CONF_PATH_MAX + 1;
  parts.lpszUserName = user;
  parts.dwUserNameLength = 2;
  if (has_space(text) || !HTTP(WinHttpCrackUrl)(text, 0, 0, &parts) || user[0]) return 0;
  address->port = parts.nPort;
  address->is_secure = parts.nScheme == INTERNET_SCHEME_HTTPS;
  return address->is_secure || is_loopback(address->host);
}

static DWORD header_number(HINTERNET request, DWORD which) {
  DWORD number = 0, length = sizeof number;
  HTTP(WinHttpQueryHeaders)(request, which | WINHTTP_QUERY_FLAG_NUMBER, NULL, &number, &length, NULL);
  return number;
}

static int header(HINTERNET request, DWORD which, wchar_t *text, DWORD room) {
  DWORD length = room * sizeof *text;
  return HTTP(WinHttpQueryHeaders)(request, which, NULL, text, &length, NULL);
}

static HINTERNET ask(HINTERNET connection, const struct address *address, uint64_t from) {
  wchar_t range[TEXT_ROOM];
  DWORD never = WINHTTP_OPTION_REDIRECT_POLICY_NEVER;
  DWORD flags = address->is_secure ? WINHTTP_FLAG_SECURE : 0;
  HINTERNET request = HTTP(WinHttpOpenRequest)(connection, L"GET", address->path, NULL, NULL, NULL, flags);
  if (!request) return NULL;
  DWORD silence = SILENCE;
  HTTP(WinHttpSetOption)(request, WINHTTP_OPTION_REDIRECT_POLICY, &never, sizeof never);
  HTTP(WinHttpSetOption)(request, WINHTTP_OPTION_RECEIVE_RESPONSE_TIMEOUT, &silence, sizeof silence);
  print(range, L"Range: bytes=%I64u-", from);
  if (HTTP(WinHttpSendRequest)(request, from > 0 ? range : NULL, (DWORD)-1, NULL, 0, 0, 0) &&
      HTTP(WinHttpReceiveResponse)(request, NULL))
    return request;
  DWORD error = GetLastError();
  HTTP(WinHttpCloseHandle)(request);
  SetLastError(error);
  return NULL;
}

/* Whether the answer goes on where the file ends: "bytes 1000-1999/2000". */
static int begins_at(HINTERNET request, uint64_t from) {
  wchar_t said[128], wanted[TEXT_ROOM];
  if (!header(request, WINHTTP_QUERY_CONTENT_RANGE, said, 128)) return 0;
  print(wanted, L"bytes %I64u-", from);
  int length = lstrlenW(wanted);
  return CompareStringOrdinal(said, length, wanted, length, TRUE) == CSTR_EQUAL;
}

static int move_to(HANDLE file, uint64_t at) {
  LARGE_INTEGER place = {.QuadPart = (LONGLONG)at};
  return SetFilePointerEx(file, place, NULL, FILE_BEGIN) && SetEndOfFile(file);
}

static int write_body(struct load *load, HINTERNET request, HANDLE file, uint64_t from, uint64_t most) {
  static BYTE bytes[CHUNK];
  uint64_t expected = 0;
  wchar_t said[32];
  if (header(request, WINHTTP_QUERY_CONTENT_LENGTH, said, 32))
    for (const wchar_t *digit = said; *digit >= L'0' && *digit <= L'9'; digit++)
      expected = expected * 10 + (uint64_t)(*digit - L'0');
  if (expected > 0) expected += from;
  if (expected > most || (expected > 0 && load->conf->archive_size && expected != most))
    return say(load, L"What is there is not this component.");
  if (!move_to(file, from)) return say(load, L"It cannot be written into the folder for your data.");
  uint64_t mark = from;
  ULONGLONG since = GetTickCount64();
  for (;;) {
    DWORD length, written;
    /* Reading waits until all of its room is full; what is there shall be on the disk, should this be ended. */
    int is_read = HTTP(WinHttpQueryDataAvailable)(request, &length) &&
                  HTTP(WinHttpReadData)(request, bytes, length < CHUNK ? length : CHUNK, &length);
    if (!is_read) return say(load, L"The connection was lost.");
    if (length == 0) break;
    if (length > most - from) return say(load, L"What is there is not this component.");
    if (!WriteFile(file, bytes, length, &written, NULL) || written != length)
      return say(load, L"It cannot be written into the folder for your data. Is the disk full?");
    from += length;
    if (from - mark >= LEAST) {
      mark = from;
      since = GetTickCount64();
    } else if (GetTickCount64() - since > SILENCE) return say(load, L"The server is too slow.");
    InterlockedExchange(&load->kilobytes, (LONG)(from / 1024));
  }
  if (from < expected || (load->conf->archive_size && from < most)) return say(load, L"The connection was lost.");
  return 1;
}

enum answer { NOT_LOADED, IS_LOADED, IS_ELSEWHERE, IS_TO_BEGIN_ANEW };

static enum answer load_once(struct load *load, HINTERNET session, const struct address *address, HANDLE file,
                             uint64_t most, wchar_t location[2048]) {
  wchar_t text[TEXT_ROOM];
  LARGE_INTEGER held = {0};
  GetFileSizeEx(file, &held);
  uint64_t from = (uint64_t)held.QuadPart;
  if (from > 0 && from == load->conf->archive_size) return IS_LOADED;
  HINTERNET connection = HTTP(WinHttpConnect)(session, address->host, address->port, 0);
  HINTERNET request = connection ? ask(connection, address, from) : NULL;
  enum answer answer = NOT_LOADED;
  DWORD status = 0;
  if (!request) say_error(load, GetLastError());
  else status = header_number(request, WINHTTP_QUERY_STATUS_CODE);
  if (status == 200 || (status == 206 && begins_at(request, from)))
    answer = write_body(load, request, file, status == 200 ? 0 : from, most) ? IS_LOADED : NOT_LOADED;
  else if ((status == 206 || status == 416) && from > 0) answer = IS_TO_BEGIN_ANEW;
  else if (status >= 301 && status <= 308 && header(request, WINHTTP_QUERY_LOCATION, location, 2048))
    answer = IS_ELSEWHERE;
  else if (status != 0) {
    print(text, L"The server does not send it (%lu).", status);
    say(load, text);
  }
  if (request) HTTP(WinHttpCloseHandle)(request);
  if (connection) HTTP(WinHttpCloseHandle)(connection);
  return answer;
}

/* Where an answer points to: an address, or a path on the same host. */
static int follow(struct address *address, const wchar_t *location) {
  int was_secure = address->is_secure;
  if (location[0] == L'/' && location[1] != L'/') {
    lstrcpynW(address->path, location, 2048);
    return !has_space(location);
  }
  return parse_address(address, location) && (address->is_secure || !was_secure);
}

static int load_from(struct load *load, HINTERNET session, struct address *address, HANDLE file, uint64_t most) {
  static wchar_t location[2048];
  int redirects = 0;
  for (;;) {
    switch (load_once(load, session, address, file, most, location)) {
    case NOT_LOADED: return 0;
    case IS_LOADED: return 1;
    case IS_TO_BEGIN_ANEW:
      if (!move_to(file, 0)) return say(load, L"It cannot be written into the folder for your data.");
      break;
    case IS_ELSEWHERE:
      if (++redirects > REDIRECTS_MAX || !follow(address, location))
        return say(load, L"The server points to an address that is not secure.");
    }
  }
}

int http_load(struct load *load, const wchar_t *text, HANDLE file, uint64_t most) {
  static struct address address;
  if (!parse_address(&address, text)) return say(load, L"This address is not secure.");
  DWORD access = is_loopback(address.host) ? WINHTTP_ACCESS_TYPE_NO_PROXY : WINHTTP_ACCESS_TYPE_AUTOMATIC_PROXY;
  HINTERNET session = HTTP(WinHttpOpen)(L"framework-starter", access, NULL, NULL, 0);
  if (!session) return say_error(load, GetLastError());
  HTTP(WinHttpSetTimeouts)(session, SILENCE, SILENCE, SILENCE, SILENCE);
  int is_loaded = load_from(load, session, &address, file, most);
  HTTP(WinHttpCloseHandle)(session);
  return is_loaded;
}
