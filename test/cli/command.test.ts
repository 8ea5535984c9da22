// The start of hooks and runners, by the rules of each system.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { programCommand, shellCommand, type Machine } from "../../src/cli/programs/command.ts";
import { childEnvironment } from "../../src/cli/programs/hooks.ts";
import { root } from "../support/app/display-app.ts";

const windows: Machine = { isWindows: true, shell: "C:\\Windows\\system32\\cmd.exe" };
const posix: Machine = { isWindows: false, shell: undefined };

test("a hook is read by the shell of the system, which is found by its whole path", () => {
  const line = 'npm run build -- "a b" && echo %PATH%';
  expect(shellCommand(line, posix)).toEqual({
    program: "/bin/sh",
    args: ["-c", line],
    windowsVerbatimArguments: false,
  });
  const onWindows = { args: ["/d", "/s", "/c", `"${line}"`], windowsVerbatimArguments: true };
  expect(shellCommand(line, windows)).toEqual({
    program: "C:\\Windows\\system32\\cmd.exe",
    ...onWindows,
  });
  expect(shellCommand(line, { ...windows, shell: undefined })).toEqual({
    program: "C:\\Windows\\System32\\cmd.exe",
    ...onWindows,
  });
});

test("a batch file is started by the shell, other programs by themselves", () => {
  for (const [machine, program] of [
    [posix, "/a/bun"],
    [posix, "/a/bun.cmd"],
    [windows, "C:\\a\\bun.exe"],
  ] as const) {
    expect(programCommand(program, ['"'], machine)).toEqual({
      program,
      args: ['"'],
      windowsVerbatimArguments: false,
    });
  }
  for (const program of ["C:\\a b\\bun.cmd", "C:\\a b\\BUN.BAT"]) {
    expect(programCommand(program, ["-e", "f(1, { a })", "&", ""], windows)).toEqual({
      program: "C:\\Windows\\system32\\cmd.exe",
      args: ["/d", "/s", "/c", `""${program}" "-e" "f(1, { a })" "&" """`],
      windowsVerbatimArguments: true,
    });
  }
});

test("an argument that a batch file would change is refused", () => {
  for (const word of ['a"b', "%PATH%", "a\nb", "a\r"]) {
    expect(() => programCommand("C:\\bun.cmd", [word], windows)).toThrow(
      `Cannot hand "${word}" to "C:\\bun.cmd"`,
    );
  }
});

test("the project's tools are found first and those of this package last, whatever the path's variable is called", () => {
  const tools = ["/a/b/node_modules/.bin", "/a/node_modules/.bin", "/node_modules/.bin"].join(":");
  const path = `${tools}:/bin:${join(root, "node_modules/.bin")}`;
  expect(childEnvironment("/a/b", { PATH: "/bin", OTHER: "1" })).toEqual({
    PATH: path,
    OTHER: "1",
  });
  expect(childEnvironment("/a/b", { Path: "/bin" })).toEqual({ Path: path });
  expect(childEnvironment("/a/b", { Path: "/x", PATH: "/bin" })).toEqual({
    Path: "/x",
    PATH: path,
  });
});

test("a hook finds Bun, also where nothing but this package has it", () => {
  const { PATH } = childEnvironment("/a/b", { PATH: "/nowhere" });
  expect(Bun.which("bun", { PATH: PATH ?? "" })).toBe(join(root, "node_modules/.bin/bun"));
});
