import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { tempDir } from "../../harness/temp-dir.ts";
import { isWindowed } from "../../src/app/process/windowed-program.ts";
import { NtExecutable } from "../../src/bundler/windows/portable-executable.ts";

const [windows, console] = [2, 3];

function program(is32Bit: boolean, subsystem: number): Uint8Array {
  const executable = NtExecutable.createEmpty(is32Bit, false);
  executable.newHeader.optionalHeader.subsystem = subsystem;
  return new Uint8Array(executable.generate());
}

test.each([
  ["a program of 64 bits with windows", program(false, windows), true],
  ["a program of 32 bits with windows", program(true, windows), true],
  ["a program of 64 bits with a console", program(false, console), false],
  ["a program of 32 bits with a console", program(true, console), false],
  ["a batch file", Buffer.from("@echo off\r\n"), false],
  ["an empty file", Buffer.from(""), false],
  ["a program that breaks off", program(false, windows).subarray(0, 64), false],
])("%s is known by its header", (_, bytes, expected) => {
  using folder = tempDir();
  const file = `${folder.path}/program.exe`;
  writeFileSync(file, bytes);
  expect(isWindowed(file)).toBe(expected);
});

test("a program that is missing is left to its start", () => {
  expect(isWindowed("/nowhere/program.exe")).toBeFalse();
});
