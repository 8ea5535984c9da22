// Attacks through addresses that Windows' shell opens, if an app admits every address.

import { expect, test } from "bun:test";
import { baseDirectories } from "../../src/app/paths/base-directories.ts";
import { ShellScope } from "../../src/app/scope/shell.ts";
import type { System } from "../../src/contract/target.ts";
import { windowsHost } from "../support/windows/windows-host.ts";
import { attack, secret } from "./attack.ts";

const app = { identifier: "org.example", executable: "C:\\app\\app.exe", name: "App" };
const scope = (open: string, system: System) =>
  new ShellScope({
    scope: [],
    open,
    externalBin: [],
    folders: baseDirectories(app, windowsHost()),
    system,
  });
const opened = (text: string, open = ".+") => scope(open, "windows").checkOpen(text);

for (const [what, address] of [
  ["a program", "file:///C:/Users/me/Downloads/setup.exe"],
  ["a program in another case", "file:///c:/x/SETUP.ExE"],
  ["a program by its path", "C:\\x\\run.bat"],
  ["a program with an encoded ending", "file:///C:/x/setup%2Eexe"],
  ["a program with a dot behind it", "file:///C:/x/setup.exe."],
  ["a program with a blank behind it", "file:///C:/x/setup.exe%20"],
  ["a stream of a file", "file:///C:/x/a.txt:b.exe"],
  ["a shortcut", "file:///C:/x/a.lnk"],
  ["an address in a file", "C:/x/a.url"],
  ["a script", "file:///C:/x/a.js"],
  ["settings", "file:///C:/x/a.settingcontent-ms"],
  ["an object of the shell", "file:///C:/x/a.{20D04FE0-3AEA-1069-A2D8-08002B30309D}"],
  ["a file on a share", "file://evil.example/share/a.txt"],
  ["a share by its path", "\\\\evil.example\\share\\a.txt"],
  ["a share in slashes", "file:////evil.example/share/a.txt"],
  ["a share without normalisation", "\\\\?\\UNC\\evil.example\\share\\a.txt"],
  ["a device", "\\\\.\\pipe\\x"],
  ["the troubleshooter, CVE-2022-30190", "ms-msdt:/id PCWDiagnostic /skip force"],
  ["a search on a share", "search-ms:query=x&crumb=location:\\\\evil.example\\share"],
  ["a folder of the shell", "shell:startup"],
  ["a script as an address", "javascript:alert(1)"],
  ["Office's commands", "ms-officecmd:{}"],
] as const) {
  attack(`shell.open is asked for ${what}, and Windows opens it`, (isWeak) => {
    if (isWeak) return /.+/.test(address) ? secret : null;
    opened(address);
    return secret;
  });
}

test("an address that an expression spells opens, and so does one that starts no program", () => {
  for (const [text, open, address] of [
    ["https://example.org/a?b#c", ".+", "https://example.org/a?b#c"],
    ["mailto:me@example.org", ".+", "mailto:me@example.org"],
    ["steam://run/1", "^(?:https|steam)://.+", "steam://run/1"],
    ["web+app:x", "^web\\+app:.+", "web+app:x"],
    ["C:\\docs\\report.pdf", ".+", "file:///C:/docs/report.pdf"],
    ["C:\\docs", ".+", "file:///C:/docs"],
    ["C:\\docs\\a.{1}.txt", ".+", "file:///C:/docs/a.%7B1%7D.txt"],
    ["C:\\docs.d\\setup", ".+", "file:///C:/docs.d/setup"],
  ] as const)
    expect(opened(text, open)).toBe(address);
});

test("an address stays one argument of the program that opens it", () => {
  expect(opened('mailto:a@b.c" -attach "C:\\x')).toBe("mailto:a@b.c%22%20-attach%20%22C:%5Cx");
  expect(opened('web+app:a" --run "b', "^web\\+app:.+")).toBe("web+app:a%22%20--run%20%22b");
});

test("on other systems the expression alone decides", () => {
  expect(scope(".+", "linux").checkOpen("file:///x/setup.exe")).toBe("file:///x/setup.exe");
});
