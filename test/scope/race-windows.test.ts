// The way in which Windows opens files, on a disk of this machine: symbolic links replace
// junctions, which Wine does not have.

import { expect, test } from "bun:test";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import type { FsCommand } from "./fs-fixture.ts";
import { fsCommandsIn } from "./fs-fixture.ts";
import type { Opener } from "../../src/app/scope/open/open-handle.ts";
import { windowsOpener } from "../../src/app/scope/open/open-windows.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { windowsFiles, windowsHost, windowsPath } from "../support/windows/windows-host.ts";

const secret = "the secret";

const swaps: readonly (readonly [string, string, (at: (path: string) => string) => void])[] = [
  ["the file by a link", "d/f", (at) => replace(at("d/f"), at("outside/f"))],
  ["its folder by a junction", "d/s/f", (at) => replace(at("d/s"), at("outside"))],
  ["a folder further up by a junction", "d/s/f", (at) => replace(at("d"), at("outside"))],
  ["nothing by a link to the outside", "d/new", (at) => symlinkSync(at("outside/f"), at("d/new"))],
  ["nothing by a link to nothing", "d/new", (at) => symlinkSync(at("outside/made"), at("d/new"))],
];

function replace(path: string, target: string): void {
  renameSync(path, `${path}-away`);
  symlinkSync(target, path);
}

const commands: readonly (readonly [FsCommand, object])[] = [
  ["fs.readTextFile", {}],
  ["fs.writeTextFile", { contents: "" }],
  ["fs.writeTextFile", { contents: "more", options: { append: true } }],
  ["fs.exists", {}],
];

test.each(swaps)(
  "swapping %s between check and opening gains nothing on Windows",
  async (_, path, swap) => {
    for (const [command, args] of commands) {
      using folder = tempDir({ "d/f": "f", "d/s/f": "f", "outside/f": secret });
      mkdirSync(join(folder.path, "outside/s"));
      const at = (name: string) => join(folder.path, name);
      let left = 1;
      const host = windowsHost();
      const swapped = () => (left-- > 0 && swap(at), host.opener);
      const opener: Opener = {
        ...host.opener,
        file: (real, access) => swapped().file(real, access),
        lstat: (real) => swapped().lstat(real),
      };
      const app = fsCommandsIn(windowsPath(folder.path), ["~/d/**"], {}, { ...host, opener });
      const asked = windowsPath(at(path));
      const result = String(await app.run(command, { ...args, path: asked } as never));
      // A whole file takes the place of the link.
      if (path === "d/new" && command === "fs.writeTextFile" && !("options" in args))
        expect([result, lstatSync(at(path)).isFile()]).toEqual(["undefined", true]);
      else expect(result).toStartWith("out-of-scope: ");
      expect(left).toBeLessThan(1);
      expect(readFileSync(at("outside/f"), "utf8")).toBe(secret);
      expect(readdirSync(at("outside")).sort()).toEqual(["f", "s"]);
    }
  },
);

test.each([
  ["fs.readTextFile", {}],
  ["fs.writeTextFile", { contents: "" }],
  ["fs.exists", {}],
] as const)(
  "a folder that becomes a junction while it is held gains nothing on Windows: %s",
  async (command, args) => {
    using folder = tempDir({ "d/s/f": "f", "outside/f": secret });
    const at = (name: string) => join(folder.path, name);
    let left = 1;
    const hold = (path: string) => {
      if (left-- > 0) replace(at("d/s"), at("outside"));
      return windowsFiles.hold(path);
    };
    const opener = windowsOpener({ ...windowsFiles, hold });
    const app = fsCommandsIn(
      windowsPath(folder.path),
      ["~/d/**"],
      {},
      { ...windowsHost(), opener },
    );
    expect(
      String(await app.run(command, { ...args, path: windowsPath(at("d/s/f")) } as never)),
    ).toStartWith("out-of-scope: ");
    expect(left).toBeLessThan(1);
    expect(readFileSync(at("outside/f"), "utf8")).toBe(secret);
  },
);

test("nothing stays held on Windows, found or not", async () => {
  using folder = tempDir({ "d/f": "f", "d/s/f": "f", "outside/f": secret });
  const at = (name: string) => join(folder.path, name);
  symlinkSync(at("outside/f"), at("d/out"));
  const app = fsCommandsIn(windowsPath(folder.path), ["~/d/**"], {}, windowsHost());
  for (const path of ["d/f", "d/s", "d/s/f", "d/no", "d/no/f", "d/f/f", "d/out", "outside/f"]) {
    for (const [command, args] of commands)
      await app.run(command, { ...args, path: windowsPath(at(path)) } as never);
  }
  const held = readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder.path);
    } catch {
      return false;
    }
  });
  expect(held).toEqual([]);
});
