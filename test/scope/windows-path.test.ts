import { expect, test } from "bun:test";
import { parsePath } from "../../src/app/scope/path/absolute-path.ts";
import { isReserved, isShortName } from "../../src/app/scope/path/windows-path.ts";

const relative =
  "must be a whole path: join it with appDataDir() or the like of framework/api/path, in own code with a folder of app.paths";

test.each([
  ["C:\\a\\b", "C:\\a\\b"],
  ["c:/a/b/", "C:\\a\\b"],
  ["C:\\\\a\\.\\b", "C:\\a\\b"],
  ["C:\\a\\\\.\\b", "C:\\a\\b"],
  ["C:\\", "C:\\"],
  ["\\\\?\\C:\\a", "C:\\a"],
  ["\\\\?\\c:\\", "C:\\"],
  ["\\\\server\\share\\a", "\\\\server\\share\\a"],
  ["//server/share/a", "\\\\server\\share\\a"],
  ["\\\\?\\UNC\\server\\share\\a", "\\\\server\\share\\a"],
  ["C:\\a b\\.hidden\\ü", "C:\\a b\\.hidden\\ü"],
  ["C:\\nullable\\com10\\console", "C:\\nullable\\com10\\console"],
])("%s is %s", (given, normal) => {
  expect(parsePath(given, "windows").text).toBe(normal);
});

test.each([
  ["", "must not be empty"],
  ["a\\b", relative],
  ["C:", 'must have a "\\" after the drive'],
  ["C:a", 'must have a "\\" after the drive'],
  ["\\a", "must begin with a drive or a share"],
  ["\\\\server", "must begin with a drive or a share"],
  ["\\\\.\\pipe\\x", "must not name a device"],
  ["\\\\?\\GLOBALROOT\\Device\\x", "must not name a device"],
  ["\\\\?\\Volume{0}\\a", "must not name a device"],
  ["\\??\\C:\\a", "must not name a device"],
  ["//./C:/a", "must not name a device"],
  ["\\\\?\\1:\\a", "must not name a device"],
  ["\\\\..\\share\\a", 'must not hold ".."'],
  ["\\\\server\\..\\a", 'must not hold ".."'],
  ["\\\\server:x\\share\\a", 'must not name a stream, as "server:x" does'],
  ["\\\\localhost\\C$\\a", 'must not use the hidden share "C$"'],
  ["C:\\a\\..\\b", 'must not hold ".."'],
  ["\\\\?\\C:\\a\\..\\b", 'must not hold ".."'],
  ["C:\\a.txt:stream", 'must not name a stream, as "a.txt:stream" does'],
  ["C:\\a.txt::$DATA", 'must not name a stream, as "a.txt::$DATA" does'],
  ["C:\\secret.", 'must not have a name that ends in a dot or a blank, as "secret." does'],
  ["C:\\secret \\a", 'must not have a name that ends in a dot or a blank, as "secret " does'],
  ["C:\\...\\a", 'must not have a name that ends in a dot or a blank, as "..." does'],
  ["C:\\a\\nul.txt", 'must not use the device name "nul.txt"'],
  ["C:\\a\\CON", 'must not use the device name "CON"'],
  ["C:\\a\\com¹", 'must not use the device name "com¹"'],
  ["C:\\a*", 'must not hold control characters or any of < > " | ? *'],
  ["C:\\a\u0001", 'must not hold control characters or any of < > " | ? *'],
  ["C:\\a\0", "must not hold a NUL character"],
  ["C:\\\ud800", "must be valid Unicode"],
])("%p is refused: %s", (given, reason) => {
  expect(() => parsePath(given, "windows")).toThrow(reason);
});

test("device names are known with any extension and blanks", () => {
  const numbered = Array.from("0123456789¹²³", (digit) => [`com${digit}`, `LPT${digit}`]).flat();
  const plain = ["con", "prn", "aux", "nul", "conin$", "conout$"];
  const names = ["NUL.tar.gz", "aux .c", "CONIN$", "com0.x", ...plain, ...numbered];
  expect(names.filter(isReserved)).toEqual(names);
  expect(["null", "aux1", "com", "com10", "lpt", "acon"].filter(isReserved)).toEqual([]);
});

test("short names are known", () => {
  const names = ["PROGRA~1", "LONGNA~2.TXT", "a~1", "ABCDE~12.x"];
  expect(names.filter(isShortName)).toEqual(names);
  expect(["a~b", "program~1", "progra~1.html", "~", "~1", "a.b~1"].filter(isShortName)).toEqual([]);
});
