import { Database } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { claimFolder } from "../../src/cli/project/claim.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const module = join(import.meta.dir, "../../src/cli/project/claim.ts");
const roots = join(import.meta.dir, "../../src/disk/roots.ts");

test("of several who want a folder one has it, and the next one when it is given back", () => {
  using dir = tempDir({});
  const folder = join(dir.path, "target/work");
  {
    using claim = claimFolder(folder, "taken");
    expect(claim).not.toBeNull();
    for (let other = 0; other < 3; other++)
      expect(() => claimFolder(folder, "taken")).toThrow("taken");
    using elsewhere = claimFolder(join(dir.path, "target/dev"), "taken");
    expect(elsewhere).not.toBeNull();
  }
  using next = claimFolder(folder, "taken");
  expect(next).not.toBeNull();
});

test("a killed process holds no claim any more", async () => {
  using dir = tempDir({});
  const folder = join(dir.path, "work");
  const script = `
    const { openRoot } = await import(${JSON.stringify(roots)});
    const { claimFolder } = await import(${JSON.stringify(module)});
    openRoot(${JSON.stringify(dir.path)});
    globalThis.claim = claimFolder(${JSON.stringify(folder)}, "taken");
    require("node:fs").writeSync(1, "claimed");
    setInterval(() => {}, 1000);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  await child.stdout.getReader().read();
  expect(() => claimFolder(folder, "taken")).toThrow("taken");
  child.kill("SIGKILL");
  await child.exited;
  using claim = claimFolder(folder, "taken");
  expect(claim).not.toBeNull();
});

// As `\\wsl.localhost` from Windows and some disks of networks do.
test("on a disk that answers to each lock that another one has it, nothing can be claimed", () => {
  using dir = tempDir({});
  const run = Reflect.get(Database.prototype, "run") as Database["run"];
  using _run = spyOn(Database.prototype, "run").mockImplementation(function (
    this: Database,
    ...given
  ) {
    if (given[0].startsWith("BEGIN"))
      throw Object.assign(new Error("locked"), { code: "SQLITE_BUSY" });
    return run.apply(this, given);
  });
  expect(claimFolder(join(dir.path, "work"), "taken")).toBeNull();
  expect(readdirSync(dir.path)).toEqual(["work.lock"]);
});
