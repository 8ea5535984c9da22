import { expect, test } from "bun:test";
import { SystemCalls } from "./system-calls.ts";

/** The system calls that escaped while "it" runs in `/x`, where `/x/out` is forbidden. */
function escapes(...calls: string[]): string[] {
  const read = new SystemCalls("/x", "/x/out");
  const lines = ['access("/mark:it", F_OK) = -1 ENOENT (No such file or directory)', ...calls];
  read.read(lines.map((line) => (/^\d/.test(line) ? `${line}\n` : `7   ${line}\n`)).join(""));
  return read.escapes.map(({ call }) => call);
}

const folderInside = 'openat(AT_FDCWD</w>, "/x/in", O_RDONLY|O_PATH|O_DIRECTORY) = 5</x/in>';
const folderOutside = 'openat(AT_FDCWD</w>, "/x/in", O_RDONLY|O_PATH|O_DIRECTORY) = 5</x/out>';

test.each([
  ["a file inside is opened", 'openat(AT_FDCWD</w>, "/x/in/f", O_RDONLY) = 6</x/in/f>'],
  ["a file elsewhere is opened", 'openat(AT_FDCWD</w>, "/etc/hosts", O_RDONLY) = 6</etc/hosts>'],
  [
    "a file outside is held, not opened",
    'openat(AT_FDCWD</w>, "/x/in/f", O_RDONLY|O_PATH) = 6</x/out/f>',
  ],
  ["a file outside is looked at", 'lstat("/x/out/f", {st_mode=S_IFREG|0644, st_size=2, ...}) = 0'],
  ["a file outside is not there", 'unlink("/x/out/f") = -1 ENOENT (No such file or directory)'],
  ["a folder inside is listed", "getdents64(6</x/in>, 0x7f29b4b74a20 /* 3 entries */, 8192) = 72"],
  ["a name in a held folder is removed", 'unlink("/proc/self/fd/5/f") = 0'],
  ["a name in a folder by its number is removed", 'unlinkat(5</x/in>, "f", 0) = 0'],
  ["names in held folders are exchanged", 'rename("/proc/self/fd/5/f", "/proc/self/fd/5/g") = 0'],
  ["an open file inside is cut off", "ftruncate(6</x/in/f>, 0) = 0"],
])("%s: no escape", (_, call) => {
  expect(escapes(folderInside, call)).toEqual([]);
});

test.each([
  ["a file outside is opened", 'openat(AT_FDCWD</w>, "/x/in/f", O_RDONLY) = 6</x/out/f>'],
  [
    "a file outside is made",
    'openat(AT_FDCWD</w>, "/x/in/n", O_WRONLY|O_CREAT, 0666) = 6</x/out/n>',
  ],
  [
    "a held file outside is opened",
    'openat(AT_FDCWD</w>, "/proc/self/fd/5", O_RDONLY) = 6</x/out/f>',
  ],
  [
    "the folder outside is listed",
    "getdents64(6</x/out>, 0x7f29b4b74a20 /* 3 entries */, 8192) = 72",
  ],
  ["an open file outside is cut off", "ftruncate(6</x/out/f>, 0) = 0"],
  ["a name is removed by a path that may lead anywhere", 'unlink("/x/in/f") = 0'],
  ["a name further down than what is held is removed", 'unlink("/proc/self/fd/5/a/f") = 0'],
  ["a name further down than a number is removed", 'unlinkat(5</x/in>, "a/f", 0) = 0'],
  ["one of two names may be anywhere", 'rename("/proc/self/fd/5/f", "/x/in/g") = 0'],
  ["a link in a held folder may be followed", 'chmod("/proc/self/fd/5/f", 0600) = 0'],
  ["calls go through a ring", "io_uring_setup(8, {flags=0, ...}) = 6<anon_inode:[io_uring]>"],
])("%s: an escape", (_, call) => {
  expect(escapes(folderInside, call)).toEqual([call]);
});

test.each([
  ["removed", 'unlink("/proc/self/fd/5/f") = 0'],
  ["made by a number", 'mkdirat(5</x/out>, "n", 0777) = 0'],
  ["moved there", 'rename("/x/in/f", "/proc/self/fd/5/g") = 0'],
])("a name in a held folder outside is %s: an escape", (_, call) => {
  expect(escapes(folderOutside, call)).toEqual([call]);
});

test("a call that another thread's came into is put together again", () => {
  const [begun, ended] = ['7   openat(AT_FDCWD</w>, "/x/in/f", O_RDONLY', " = 6</x/out/f>"];
  const other = '8   openat(AT_FDCWD</w>, "/x/in/g", O_RDONLY) = 9</x/in/g>';
  expect(escapes(`${begun} <unfinished ...>`, other, `7   <... openat resumed>)${ended}`)).toEqual([
    'openat(AT_FDCWD</w>, "/x/in/f", O_RDONLY) = 6</x/out/f>',
  ]);
});

test("calls without a running command are not judged", () => {
  const none = 'access("/mark:", F_OK) = -1 ENOENT (No such file or directory)';
  expect(escapes(none, 'unlink("/x/out/f") = 0')).toEqual([]);
});

test("a line that is no system call is not passed over", () => {
  expect(() => escapes("what is this")).toThrow('Cannot read "7   what is this"');
});
