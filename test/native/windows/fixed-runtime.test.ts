// The engine that an app brings along, on Windows 10: its sandbox has to be let in.

import "./without-windows.ts";
import { describe, expect, spyOn, test } from "bun:test";
import { openEngine } from "../../../src/native/windows/page/engine.ts";
import { admitSandbox } from "../../../src/native/windows/page/fixed-runtime.ts";
import { noOverrides } from "../../../src/native/windows/page/overrides.ts";

const folder = "C:\\Users\\a b\\App\\webview";
const windows10 = "10.0.19045";
// As icacls leaves them, and as the folder for programs hands them down.
const owner = "D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;S-1-5-21-1-2-3-1001)";
const restricted = "(A;OICI;0x1200a9;;;S-1-15-2-2)";
const packages = "(A;OICIID;0x1200a9;;;AC)";

/** The script and the output for a folder with these rights. */
function done(
  rights: string | null,
  { windowsVersion = windows10, fails = false } = {},
): [string[], string] {
  const ran: string[] = [];
  using reported = spyOn(process.stderr, "write").mockImplementation(() => true);
  admitSandbox(folder, {
    windowsVersion,
    rightsOf: () => rights,
    run: (program, args) => {
      ran.push([program, ...args].join(" "));
      return !fails;
    },
  });
  return [ran, reported.mock.calls.flat().join("")];
}

const grant = `C:\\Windows\\System32\\icacls.exe ${folder} /grant *S-1-15-2-2:(OI)(CI)(RX) *S-1-15-2-1:(OI)(CI)(RX)`;

test.each<[string, string | null, string, readonly string[]]>([
  ["is granted what it lacks", owner, windows10, [grant]],
  ["is granted the one that it lacks", owner + packages, windows10, [grant]],
  ["is granted the other one that it lacks", owner + restricted, windows10, [grant]],
  ["is granted all where Windows does not tell", null, windows10, [grant]],
  ["is not let in by what refuses it", `${owner}(D;;FA;;;AC)${restricted}`, windows10, [grant]],
  ["has what it needs", owner + restricted + packages, windows10, []],
  ["has it by the number of each", `${owner}${restricted}(A;OICI;FA;;;S-1-15-2-1)`, windows10, []],
  ["needs nothing on Windows 11", owner, "10.0.22631", []],
])("the sandbox %s", (_, rights, windowsVersion, ran) => {
  expect(done(rights, { windowsVersion })).toEqual([[...ran], ""]);
});

test("the app says how to grant rights that it may not grant itself", () => {
  expect(done(owner, { fails: true })[1]).toBe(
    `framework: the web engine in "${folder}" may not start on Windows 10, whose sandbox cannot read it: run as administrator: icacls "${folder}" /grant *S-1-15-2-2:(OI)(CI)(RX) *S-1-15-2-1:(OI)(CI)(RX)\n`,
  );
});

describe("the engine looks after the folder", () => {
  test.each<[string, string | null, string, readonly string[]]>([
    ["that the app brings along", folder, folder, [folder]],
    ["of no other runtime that takes its place", folder, "D:\\other", []],
    ["of no installed one", null, "C:\\Installed", []],
  ])("%s", async (_, fixedRuntime, found, admitted) => {
    const asked: string[] = [];
    const engine = openEngine(
      {
        name: "Test",
        identifier: "com.example.test",
        executable: "C:\\App\\test.exe",
        dataDirectory: null,
        cacheDirectory: null,
        profile: null,
        schemes: [],
        proxy: null,
        browserArguments: null,
      },
      { fixedRuntime, takesOverrides: false },
      {
        readOverrides: () => noOverrides,
        find: () => ({ folder: found, library: "x", kind: 1 }),
        admitSandbox: (each) => void asked.push(each),
        // Before the engine is started.
        create: () => Promise.reject(new Error(`asked ${asked.length}`)),
        sayMissing: () => {},
      },
    );
    const reason = await engine.begun.catch((error: unknown) => String(error));
    expect(reason).toContain(`asked ${admitted.length};`);
    expect(asked).toEqual([...admitted]);
  });
});
