// Addresses that shell.open admits and that Finder would run.

import { expect, test } from "bun:test";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BaseDirectories } from "../../src/app/paths/base-directories.ts";
import { ShellScope } from "../../src/app/scope/shell.ts";
import type { System } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

/**
 * An app that admits every address. Without the rule it is on a system whose desktop asks the user.
 */
const scope = (system: System): ShellScope =>
  new ShellScope({
    scope: [],
    open: ".+",
    externalBin: [],
    folders: {} as BaseDirectories,
    system,
  });
const opened = (text: string): string => scope("macos").checkOpen(text);

for (const [what, address] of [
  ["an app", "/Applications/Calculator.app"],
  ["an app, as a folder", "/Applications/Calculator.app/"],
  ["an app by its address in other letters", "FILE:///Applications/Calculator.APP"],
  ["an app whose ending is encoded", "file:///Applications/Calculator%2Eapp"],
  ["a script of Terminal", "/Users/me/Downloads/run.command"],
  ["settings of Terminal, which may start a program", "/Users/me/Downloads/x.terminal"],
  ["a package", "/Users/me/Downloads/x.pkg"],
  ["a disk image", "/Users/me/Downloads/x.dmg"],
  ["a place on the net, which may be a program", "/Users/me/Downloads/x.inetloc"],
  ["a profile", "/Users/me/Downloads/x.mobileconfig"],
] as const) {
  attack(`shell.open is asked for ${what}, and Finder opens it`, (isWeak) => {
    scope(isWeak ? "linux" : "macos").checkOpen(address);
    return secret;
  });
}

test("a program without an ending is not opened, nor a link or an alias that leads to one", () => {
  using folder = tempDir({
    program: "#!/bin/sh\n",
    "notes.txt": "text",
    README: "text",
    "x.app/Contents/a": "",
    "by me.txt": "book of mine",
    "other.dat": "text\0\0\0\0mark",
  });
  const at = (name: string): string => join(folder.path, name);
  chmodSync(at("program"), 0o755);
  chmodSync(at("notes.txt"), 0o755);
  symlinkSync("x.app", at("link.txt"));
  symlinkSync("program", at("other.txt"));
  writeFileSync(at("alias.txt"), Buffer.from("book\0\0\0\0mark\0\0\0\0"));
  for (const [name, why] of [
    ["program", "it must be no program"],
    ["other.txt", "it must be no program"],
    ["link.txt", "nothing that macOS runs"],
    ["alias.txt", "it must be no alias"],
  ] as const)
    expect(() => opened(at(name))).toThrow(why);
  for (const name of ["notes.txt", "README", "missing.pdf", "by me.txt", "other.dat"])
    expect(opened(at(name))).toBe(pathToFileURL(at(name)).href);
  expect(opened(folder.path)).toBe(pathToFileURL(folder.path).href);
});

test("a file of another machine is not opened, and what is no file is not judged so", () => {
  expect(() => opened("file://server/share/a.txt")).toThrow("a file of this machine");
  expect(opened("https://example.org/x.app")).toBe("https://example.org/x.app");
});
