// On Linux alone: XDG_DATA_HOME leads to a folder of the test, and the plugin writes to the disk of
// this machine.

import { expect, spyOn, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { persistedScope } from "../../plugins/persisted-scope/index.ts";
import { defineApp, type App } from "../../src/app/index.ts";
import { systemDisk } from "../../src/app/scope/open/disk.ts";
import { Grants } from "../../src/app/scope/grants/grants.ts";
import { systemHere } from "../support/each-system.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { userFolder } from "../support/user-folder.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const data = userFolder({ XDG_DATA_HOME: "" });

const appFolder = () => join(data.path, "org.example.memory");
const storeFile = (name: string) =>
  join(data.path, "org.example.memory/private/persisted-scope", name);

interface Options {
  readonly chosen?: readonly string[];
  readonly deny?: readonly string[];
  readonly setup?: (app: App) => void;
  readonly allow?: Record<string, boolean>;
}

/** Starts the app anew; the user will choose `chosen` in its next dialog. */
async function start({
  chosen = [],
  deny = [],
  setup = () => {},
  allow = { list: true, revoke: true },
}: Options = {}) {
  const app = await startInMemory({
    allow: ["fs.all", "dialog.all"],
    answers: { file: () => chosen },
    definition: defineApp({ plugins: [persistedScope()], setup: setup as never }),
    config: {
      plugins: { "persisted-scope": { allowlist: allow } },
      framework: {
        allowlist: {
          fs: { scope: { allow: [], deny } },
          protocol: { assetScope: { allow: [], deny } },
        },
      },
    },
  });
  const list = async () =>
    (
      (await app.page.invoke("plugin:persisted-scope|list")) as { path: string; kind: string }[]
    ).map(({ path, kind }) => [kind, path]);
  return Object.assign(app, {
    list,
    read: (path: string) => app.page.invoke("fs.readTextFile", { path }),
  });
}

/** One run of the app in which the user chooses. */
async function choose(chosen: readonly string[], options: object = {}): Promise<void> {
  using app = await start({ chosen });
  await app.page.invoke("dialog.open", { options });
}

test("a chosen file can be read after a restart, and nothing beside it", async () => {
  using dir = tempDir({ "a.txt": "a", "b.txt": "b" });
  await choose([join(dir.path, "a.txt")]);
  using app = await start();
  expect(await app.read(join(dir.path, "a.txt"))).toBe("a");
  await expect(app.read(join(dir.path, "b.txt"))).rejects.toMatchObject({ code: "out-of-scope" });
});

test("without its flags a page uses what was chosen, and neither lists it nor takes it back", async () => {
  using dir = tempDir({ "a.txt": "a" });
  await choose([join(dir.path, "a.txt")]);
  using app = await start({ allow: {} });
  expect(await app.read(join(dir.path, "a.txt"))).toBe("a");
  for (const [command, flag] of [
    ["list", "list"],
    ["revoke", "revoke"],
    ["revokeAll", "revoke"],
  ]) {
    await expect(
      app.page.invoke(`plugin:persisted-scope|${command}`, { id: 1 }),
    ).rejects.toMatchObject({
      code: "not-allowed",
      message: expect.stringContaining(`set plugins.persisted-scope.allowlist.${flag} to true`),
    });
  }
});

test("a folder stays a folder, and a tree a tree", async () => {
  using dir = tempDir({ "one/a": "a", "one/sub/b": "b", "all/a": "a", "all/sub/b": "b" });
  await choose([join(dir.path, "one")], { directory: true });
  await choose([join(dir.path, "all")], { directory: true, recursive: true });
  using app = await start();
  expect(await app.list()).toEqual([
    ["folder", join(dir.path, "one")],
    ["tree", join(dir.path, "all")],
  ]);
  expect(await app.read(join(dir.path, "one/a"))).toBe("a");
  expect(await app.read(join(dir.path, "all/sub/b"))).toBe("b");
  await expect(app.read(join(dir.path, "one/sub/b"))).rejects.toMatchObject({
    code: "out-of-scope",
  });
});

for (const name of ["[a].txt", "*", "a?b", "new\nline", "ünï"]) {
  test(`${JSON.stringify(name)} is that file after a restart, and no pattern`, async () => {
    using dir = tempDir({ [name]: "this", "a.txt": "other", aXb: "other" });
    await choose([join(dir.path, name)]);
    using app = await start();
    expect(await app.read(join(dir.path, name))).toBe("this");
    for (const other of ["a.txt", "aXb"]) {
      await expect(app.read(join(dir.path, other))).rejects.toMatchObject({ code: "out-of-scope" });
    }
  });
}

for (const [what, change] of [
  [
    "another file took its place",
    (path: string) => (writeFileSync(`${path}.new`, "x"), renameSync(`${path}.new`, path)),
  ],
  [
    "a link took its place",
    (path: string) => (renameSync(path, `${path}.old`), symlinkSync(`${path}.old`, path)),
  ],
  ["it is gone", (path: string) => rmSync(path)],
] as const) {
  test(`a file is not restored when ${what}, and is forgotten`, async () => {
    using dir = tempDir({ "a.txt": "a" });
    const path = join(dir.path, "a.txt");
    await choose([path]);
    change(path);
    for (let run = 0; run < 2; run++) {
      using app = await start();
      expect(await app.list()).toEqual([]);
    }
    expect(readFileSync(storeFile("grants.json"), "utf8")).not.toContain("a.txt");
  });
}

test("a place to save is restored, with or without a file in it", async () => {
  using dir = tempDir();
  const path = join(dir.path, "new.txt");
  {
    using app = await start({ chosen: [path] });
    await app.page.invoke("dialog.save", {});
  }
  {
    using app = await start();
    await app.page.invoke("fs.writeTextFile", { path, contents: "saved" });
  }
  using app = await start();
  expect(await app.read(path)).toBe("saved");
});

test("a configuration that denies it wins, and a later one does not bring it back", async () => {
  using dir = tempDir({ "a.txt": "a" });
  const path = join(dir.path, "a.txt");
  await choose([path]);
  {
    using app = await start({ deny: [`${dir.path}/**`] });
    await expect(app.read(path)).rejects.toMatchObject({ code: "out-of-scope" });
    expect(await app.list()).toEqual([]);
  }
  using app = await start();
  await expect(app.read(path)).rejects.toMatchObject({ code: "out-of-scope" });
});

test("grants of the app's own code are not kept", async () => {
  using dir = tempDir({ "a.txt": "a" });
  {
    using app = await start({
      setup: ({ scope }) => void scope.allowFile(join(dir.path, "a.txt")),
    });
    expect(await app.read(join(dir.path, "a.txt"))).toBe("a");
    expect(await app.list()).toEqual([]);
  }
  using app = await start();
  await expect(app.read(join(dir.path, "a.txt"))).rejects.toMatchObject({ code: "out-of-scope" });
});

test("a page takes back what is kept, at once and for good", async () => {
  using dir = tempDir({ "a.txt": "a", "b.txt": "b" });
  await choose([join(dir.path, "a.txt"), join(dir.path, "b.txt")], { multiple: true });
  {
    using app = await start();
    const [first] = (await app.page.invoke("plugin:persisted-scope|list")) as {
      id: number;
      path: string;
    }[];
    expect(await app.page.invoke("plugin:persisted-scope|revoke", { id: first!.id })).toBe(true);
    expect(await app.page.invoke("plugin:persisted-scope|revoke", { id: first!.id })).toBe(false);
    await expect(app.read(first!.path)).rejects.toMatchObject({ code: "out-of-scope" });
    await expect(
      app.page.invoke("plugin:persisted-scope|revoke", { id: "1" }),
    ).rejects.toMatchObject({
      code: "bad-argument",
    });
  }
  {
    using app = await start();
    expect(await app.list()).toEqual([["file", join(dir.path, "b.txt")]]);
    await app.page.invoke("plugin:persisted-scope|revokeAll");
  }
  using app = await start();
  expect(await app.list()).toEqual([]);
});

for (const [what, tamper] of [
  ["a path in it was changed", () => edit("grants.json", (text) => text.replace("a.txt", "b.txt"))],
  [
    "its signature was cut",
    () => edit("grants.json", (text) => text.replace(/"mac":"../, '"mac":"')),
  ],
  ["it is no JSON", () => edit("grants.json", (text) => text.slice(1))],
  ["it is null", () => edit("grants.json", () => "null")],
  ["its key was replaced", () => writeFileSync(storeFile("key"), new Uint8Array(32))],
  ["its key was cut", () => writeFileSync(storeFile("key"), new Uint8Array(31))],
  ["its key is gone", () => rmSync(storeFile("key"))],
  ["others could have read its key", () => chmodSync(storeFile("key"), 0o644)],
] as const) {
  test(`nothing is restored when ${what}, and the app works on`, async () => {
    using dir = tempDir({ "a.txt": "a", "b.txt": "b" });
    const path = join(dir.path, "a.txt");
    await choose([path]);
    tamper();
    {
      using app = await start({ chosen: [path] });
      expect(await app.list()).toEqual([]);
      await app.page.invoke("dialog.open", {});
    }
    using app = await start();
    expect(await app.list()).toEqual([["file", path]]);
  });
}

test("an unverified list is kept beside the new one", async () => {
  using dir = tempDir({ "a.txt": "a" });
  const path = join(dir.path, "a.txt");
  await choose([path]);
  const damaged = "half of it";
  edit("grants.json", () => damaged);
  writeFileSync(storeFile("key"), "short", { mode: 0o600 });
  await choose([path]);
  expect(readFileSync(storeFile("grants.json.bad"), "utf8")).toBe(damaged);
  expect(readFileSync(storeFile("key.bad"), "utf8")).toBe("short");
});

test("two processes of the app keep the choices of both, and what one takes back", async () => {
  using dir = tempDir({ "a.txt": "a", "b.txt": "b", "c.txt": "c", "d.txt": "d" });
  const path = (name: string) => join(dir.path, name);
  await choose([path("a.txt"), path("b.txt")], { multiple: true });
  {
    using one = await start({ chosen: [path("c.txt")] });
    using other = await start({ chosen: [path("d.txt")] });
    await one.page.invoke("dialog.open", {});
    await other.page.invoke("dialog.open", {});
    const [first] = (await one.page.invoke("plugin:persisted-scope|list")) as {
      id: number;
      path: string;
    }[];
    expect(first?.path).toBe(path("a.txt"));
    await one.page.invoke("plugin:persisted-scope|revoke", { id: first!.id });
    // The other one writes once more, and still has what was taken back.
    await other.page.invoke("fs.writeTextFile", { path: path("d.txt"), contents: "new" });
  }
  using app = await start();
  expect(await app.list()).toEqual(["b.txt", "c.txt", "d.txt"].map((name) => ["file", path(name)]));
});

test("a file that the app itself has written is restored", async () => {
  using dir = tempDir({ "a.txt": "a" });
  const path = join(dir.path, "a.txt");
  {
    using app = await start({ chosen: [path] });
    await app.page.invoke("dialog.open", {});
    await app.page.invoke("fs.writeTextFile", { path, contents: "new" });
  }
  using app = await start();
  expect(await app.read(path)).toBe("new");
});

test("a file on an absent drive stays chosen, is listed, and can be taken back", async () => {
  using dir = tempDir({ "drive/a.txt": "a", "drive/b.txt": "b" });
  const [drive, elsewhere] = [join(dir.path, "drive"), join(dir.path, "elsewhere")];
  await choose([join(drive, "a.txt"), join(drive, "b.txt")], { multiple: true });
  renameSync(drive, elsewhere);
  {
    using app = await start();
    const list = (await app.page.invoke("plugin:persisted-scope|list")) as {
      id: number;
      isThere: boolean;
    }[];
    expect(list.map(({ isThere }) => isThere)).toEqual([false, false]);
    await expect(app.read(join(drive, "a.txt"))).rejects.toMatchObject({ code: "out-of-scope" });
    expect(await app.page.invoke("plugin:persisted-scope|revoke", { id: list[1]!.id })).toBe(true);
  }
  renameSync(elsewhere, drive);
  using app = await start();
  expect(await app.read(join(drive, "a.txt"))).toBe("a");
  await expect(app.read(join(drive, "b.txt"))).rejects.toMatchObject({ code: "out-of-scope" });
});

test("a disk that is full at the first start costs only what is kept (skipped where none can be mounted)", async () => {
  using dir = tempDir({ "a.txt": "a" });
  mkdirSync(appFolder());
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", appFolder()], {
      stdio: "ignore",
    });
  } catch {
    return;
  }
  try {
    expect(() => writeFileSync(join(appFolder(), "full"), new Uint8Array(100_000))).toThrow(
      "ENOSPC",
    );
    await choose([join(dir.path, "a.txt")]);
    rmSync(join(appFolder(), "full"));
    await choose([join(dir.path, "a.txt")]);
    using app = await start();
    expect(await app.list()).toEqual([["file", join(dir.path, "a.txt")]]);
  } finally {
    execFileSync("umount", [appFolder()]);
  }
});

test("a file is away where another disk is in the place of its own, and removed where it is not", () => {
  using dir = tempDir({ "a.txt": "a" });
  const grants = new Grants({ system: systemHere(), disk: systemDisk });
  const isAway = (name: string, volume: string): boolean =>
    grants.isAway({
      kind: "file",
      path: join(dir.path, name),
      identity: `7:1:${volume}`,
      window: null,
    });
  const own = systemDisk.identify(dir.path)?.split(":").slice(2).join(":") ?? "";
  expect(isAway("gone.txt", own)).toBe(false);
  expect(isAway("gone.txt", "uuid-other")).toBe(true);
  expect(isAway("gone/gone.txt", own)).toBe(true);
  expect(isAway("a.txt", own)).toBe(false);
  expect(isAway("a.txt", "uuid-other")).toBe(true);
});

test("a file that a page writes under another name and renames is restored", async () => {
  using dir = tempDir({ "d/a.txt": "a" });
  const [path, draft] = [join(dir.path, "d/a.txt"), join(dir.path, "d/a.txt.new")];
  await choose([join(dir.path, "d")], { directory: true });
  {
    using app = await start({ chosen: [path] });
    await app.page.invoke("dialog.open", {});
    await app.page.invoke("fs.writeTextFile", { path: draft, contents: "new" });
    await app.page.invoke("fs.renameFile", { oldPath: draft, newPath: path });
  }
  using app = await start();
  expect(await app.list()).toContainEqual(["file", path]);
});

test("a place to save that the app has written to is that file, and no other one", async () => {
  using dir = tempDir();
  const path = join(dir.path, "new.txt");
  {
    using app = await start({ chosen: [path] });
    await app.page.invoke("dialog.save", {});
    await app.page.invoke("fs.writeTextFile", { path, contents: "saved" });
  }
  {
    using app = await start();
    expect(await app.read(path)).toBe("saved");
  }
  rmSync(path);
  writeFileSync(path, "of another program");
  using app = await start();
  expect(await app.list()).toEqual([]);
});

for (const [what, breakStore] of [
  ["the app's folder cannot be made", () => writeFileSync(appFolder(), "")],
  ["the list is a folder", () => mkdirSync(storeFile("grants.json"), { recursive: true })],
  ["the key is a folder", () => mkdirSync(storeFile("key"), { recursive: true })],
  ["the lock is a folder", () => mkdirSync(storeFile("lock"), { recursive: true })],
] as const) {
  test(`the app goes on when ${what}, says so, and leaves it as it is`, async () => {
    using dir = tempDir({ "a.txt": "a" });
    breakStore();
    const before = readdirSync(data.path, { recursive: true, encoding: "utf8" }) as string[];
    const output = spyOn(process.stderr, "write").mockImplementation(() => true);
    try {
      using app = await start({ chosen: [join(dir.path, "a.txt")] });
      await app.page.invoke("dialog.open", {});
      expect(await app.read(join(dir.path, "a.txt"))).toBe("a");
      expect(output.mock.calls.flat().join("")).toContain("choices are not kept over a restart: ");
      expect(readdirSync(data.path, { recursive: true, encoding: "utf8" }) as string[]).toEqual(
        expect.arrayContaining(before),
      );
    } finally {
      output.mockRestore();
    }
  });
}

function edit(name: string, change: (text: string) => string): void {
  writeFileSync(storeFile(name), change(readFileSync(storeFile(name), "utf8")));
}

test("the list and its key are for this user alone, and no page reaches them", async () => {
  using dir = tempDir({ "a.txt": "a" });
  await choose([join(dir.path, "a.txt")]);
  for (const name of ["grants.json", "key"]) {
    expect(statSync(storeFile(name)).mode & 0o777).toBe(0o600);
    using app = await start({ chosen: [storeFile(name)] });
    await app.page.invoke("dialog.open", {});
    await expect(app.read(storeFile(name))).rejects.toMatchObject({ code: "out-of-scope" });
  }
  expect(readdirSync(storeFile("")).filter((name) => name.endsWith(".new"))).toEqual([]);
});
