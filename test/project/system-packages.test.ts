import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { linuxPackages } from "../../src/contract/shipped/linux-packages.ts";

test("set-up looks for the engine, and installs it, by the names that apps and packages use", () => {
  // Read as text: the script is JavaScript without types, and gives out only what is missing on
  // this machine.
  const script = readFileSync(join(import.meta.dir, "../../tools/system-packages.mjs"), "utf8");
  const { library, debian, fedora, arch } = linuxPackages.webkit;
  const need = script.split(/^ {2}\{$/m).find((text) => text.includes('what: "WebKitGTK 4.1"'));
  expect(need).toContain(`hasLibrary("${library}")`);
  expect(need).toContain(`debian: ["${debian}"]`);
  expect(need).toContain(`fedora: ["${fedora}"]`);
  expect(need).toContain(`arch: ["${arch}"]`);
});
