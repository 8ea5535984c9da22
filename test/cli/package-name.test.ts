import { expect, test } from "bun:test";
import packageJson from "../../package.json" with { type: "json" };
import { installedName, packageName } from "../../src/cli/project/package-name.ts";

const folders: readonly [folder: string, name: string | null][] = [
  ["/home/ada/notes/node_modules/framework", "framework"],
  ["/home/ada/notes/node_modules/@acme/desktop", "@acme/desktop"],
  ["C:\\notes\\node_modules\\@acme\\desktop", "@acme/desktop"],
  [
    "/home/ada/notes/node_modules/.pnpm/@acme+desktop@1.0.0/node_modules/@acme/desktop",
    "@acme/desktop",
  ],
  ["/home/ada/framework", null],
  ["/home/ada/node_modules/framework/checkout", null],
];

for (const [folder, name] of folders) {
  test(`a package in ${folder} is installed as ${name}`, () => {
    expect(installedName(folder)).toBe(name);
  });
}

test("a checkout has the name of its manifest", () => {
  expect(packageName).toBe(packageJson.name);
});
