import { expect, test } from "bun:test";
import {
  JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
  PROCESSENTRY32W,
} from "../../../src/native/windows/processes/jobs.ts";

// Sizes and offsets as a 64-bit compiler lays them out. Source: winnt.h, tlhelp32.h.

test("the structs of jobs and processes lie as Windows reads them", () => {
  const limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION;
  const accounting = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION;
  expect([limits.size, limits.place("IoInfo").offset, limits.place("PeakJobMemoryUsed").offset]).toEqual([
    144, 64, 136,
  ]);
  expect([accounting.size, accounting.place("ActiveProcesses").offset]).toEqual([48, 40]);
  expect([PROCESSENTRY32W.size, PROCESSENTRY32W.place("th32ParentProcessID").offset]).toEqual([568, 32]);
  expect(limits.make({ BasicLimitInformation: { LimitFlags: 0x2000 } }).bytes[17]).toBe(0x20);
});
