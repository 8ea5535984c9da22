// Files that are written as a whole, under faults. What needs root or a disk of a kind says so
// where it is skipped.

import { expect, test } from "bun:test";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { draftName } from "../../src/app/scope/open/drafts.ts";
import { Handle, type Opener } from "../../src/app/scope/open/open-handle.ts";
import { linuxHost, thisHost, type Host } from "../../src/app/process/host.ts";
import { linuxCalls } from "../../src/native/linux/app-calls.ts";
import { libc } from "../../src/native/linux/lib/libc.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { fsCommandsIn, fsFixture, testOfPosix, type FsCommands } from "./fs-fixture.ts";

const isRoot = process.getuid?.() === 0;
const write = (app: FsCommands, path: string, contents: string) =>
  app.run("fs.writeTextFile", { path: app.at(path), contents });
const text = (app: FsCommands, path: string) => readFileSync(app.at(path), "utf8");
const copy = (app: FsCommands, source: string, destination: string) =>
  app.run("fs.copyFile", { source: app.at(source), destination: app.at(destination) });

/** A host whose drafts are something else than what its own opener makes. */
function hostWith(draft: (make: () => Handle) => Handle, place: Partial<Opener> = {}): Host {
  const host = thisHost("linux");
  const { opener } = host;
  return {
    ...host,
    opener: {
      ...opener,
      ...place,
      file: (real, access, mode) =>
        real.text.endsWith(".tmp")
          ? draft(() => opener.file(real, access, mode))
          : opener.file(real, access, mode),
    },
  };
}

function failing(code: string): never {
  throw Object.assign(new Error(code), { code });
}

testOfPosix(
  "a file is replaced by a whole new one, with its mode, also through a link",
  async () => {
    using app = fsFixture(["d/a", "d/l -> s/b", "d/s/b"], ["~/d/**"]);
    for (const [path, real] of [
      ["d/a", "d/a"],
      ["d/l", "d/s/b"],
    ] as const) {
      chmodSync(app.at(real), 0o640);
      const before = statSync(app.at(real));
      using old = new Handle(openSync(app.at(real), "r"));
      expect(await write(app, path, "new")).toBeUndefined();
      const after = statSync(app.at(real));
      expect([after.mode, after.ino === before.ino]).toEqual([before.mode, false]);
      expect(readFileSync(old.fd, "utf8")).toBe(`text of ${real}`);
      expect(text(app, real)).toBe("new");
    }
    expect(lstatSync(app.at("d/l")).isSymbolicLink()).toBe(true);
    expect(readdirSync(app.at("d")).toSorted()).toEqual(["a", "l", "s"]);
  },
);

testOfPosix(
  "a file with several hard links is written in place, and so is one appended to",
  async () => {
    using app = fsFixture(["d/a", "d/b"], ["~/d/**"]);
    linkSync(app.at("d/a"), app.at("d/other"));
    await write(app, "d/a", "new");
    expect([text(app, "d/other"), statSync(app.at("d/a")).nlink]).toEqual(["new", 2]);
    await copy(app, "d/b", "d/a");
    expect(text(app, "d/other")).toBe("text of d/b");
    const before = statSync(app.at("d/b")).ino;
    await app.run("fs.writeTextFile", {
      path: app.at("d/b"),
      contents: "!",
      options: { append: true },
    });
    expect([text(app, "d/b"), statSync(app.at("d/b")).ino]).toEqual(["text of d/b!", before]);
  },
);

test("a write that fails leaves the old file, or no new one, and no draft", async () => {
  const full = (make: () => Handle) => {
    make()[Symbol.dispose]();
    return new Handle(openSync("/dev/full", constants.O_WRONLY));
  };
  const failures: readonly (readonly [string, Host])[] = [
    ["no space is left on the disk", hostWith(full)],
    ["no space is left on the disk", hostWith(() => failing("ENOSPC"))],
    ["no space is left for this user on the disk", hostWith(() => failing("EDQUOT"))],
    ["the disk failed", hostWith(() => failing("EIO"))],
    [
      "the disk failed",
      hostWith((make) => make(), {
        place: (real) =>
          Object.assign(thisHost("linux").opener.place(real), { renameTo: () => failing("EIO") }),
      }),
    ],
  ];
  for (const [reason, host] of failures) {
    using folder = tempDir({ "d/a": "old", "d/b": "source" });
    const app = fsCommandsIn(folder.path, ["~/d/*"], {}, host);
    expect([
      await write(app, "d/a", "new"),
      await write(app, "d/new", "new"),
      await copy(app, "d/b", "d/a"),
      await copy(app, "d/b", "d/new"),
    ]).toEqual([
      `io: Cannot write "~/d/a": ${reason}`,
      `io: Cannot write "~/d/new": ${reason}`,
      `io: Cannot copy to "~/d/a": ${reason}`,
      `io: Cannot copy to "~/d/new": ${reason}`,
    ]);
    expect([text(app, "d/a"), readdirSync(app.at("d")).toSorted()]).toEqual(["old", ["a", "b"]]);
  }
});

/** A disk of 1 MB; `null`: it cannot be mounted here. */
function smallDisk(path: string): Disposable | null {
  mkdirSync(path);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", path], { stdio: "ignore" });
  } catch {
    return null;
  }
  return { [Symbol.dispose]: () => void execFileSync("umount", [path]) };
}

test("a disk that is full keeps the old file (skipped where a disk cannot be mounted)", async () => {
  using folder = tempDir();
  using disk = smallDisk(join(folder.path, "d"));
  if (disk === null) return;
  const app = fsCommandsIn(folder.path, ["~/**"], {}, linuxHost(linuxCalls));
  await write(app, "d/a", "x".repeat(600_000));
  writeFileSync(app.at("large"), "y".repeat(700_000));
  for (const answer of [
    await write(app, "d/a", "y".repeat(700_000)),
    await write(app, "d/new", "y".repeat(700_000)),
    await copy(app, "large", "d/a"),
    await copy(app, "large", "d/new"),
  ])
    expect(answer).toEndWith("no space is left on the disk");
  expect([text(app, "d/a"), readdirSync(app.at("d"))]).toEqual(["x".repeat(600_000), ["a"]]);
});

test("in a folder that takes no new file, and over a mount point, a file is written in place", async () => {
  const refused = ["EACCES", "EPERM", "EROFS", "ENOENT"].map((code) =>
    hostWith(() => failing(code)),
  );
  const busy = hostWith((make) => make(), {
    place: (real) =>
      Object.assign(thisHost("linux").opener.place(real), { renameTo: () => failing("EBUSY") }),
  });
  for (const host of [...refused, busy]) {
    using folder = tempDir({ "d/a": "a longer old text", "d/b": "source" });
    const app = fsCommandsIn(folder.path, ["~/d/*"], {}, host);
    const before = statSync(app.at("d/a")).ino;
    expect(await write(app, "d/a", "new")).toBeUndefined();
    expect(text(app, "d/a")).toBe("new");
    expect(await copy(app, "d/b", "d/a")).toBeUndefined();
    expect([text(app, "d/a"), statSync(app.at("d/a")).ino]).toEqual(["source", before]);
    expect(await write(app, "d/new", "new")).toMatch(/^(?:io|not-found): Cannot write "~\/d\/new"/);
    expect(readdirSync(app.at("d")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  }
});

test.skipIf(!isRoot)(
  "the owner and the group stay (skipped for users who may not change them)",
  async () => {
    using folder = tempDir({ "d/a": "old", "d/s": "old" });
    const app = fsCommandsIn(folder.path, ["~/d/*"], {}, linuxHost(linuxCalls));
    chownSync(app.at("d/a"), 1234, 4321);
    chmodSync(app.at("d/a"), 0o604);
    chmodSync(app.at("d/s"), 0o4755);
    await write(app, "d/a", "new");
    await write(app, "d/s", "new");
    const { uid, gid, mode } = statSync(app.at("d/a"));
    expect([uid, gid, mode & 0o7777, statSync(app.at("d/s")).mode & 0o7777]).toEqual([
      1234, 4321, 0o604, 0o755,
    ]);
  },
);

test("extended attributes and the access list stay; where they cannot, the file is written in place", async () => {
  using folder = tempDir({ "d/a": "old" });
  const path = join(folder.path, "d/a");
  const value = Buffer.from("https://example.com/a");
  // Version 2 of POSIX lists: the owner, user 4321, the group, the mask, others. Source:
  // <linux/posix_acl_xattr.h>.
  const entries = [
    [1, 6, 0xffffffff],
    [2, 4, 4321],
    [4, 4, 0xffffffff],
    [16, 4, 0xffffffff],
    [32, 0, 0xffffffff],
  ] as const;
  const list = Buffer.alloc(4 + 8 * entries.length);
  list.writeUInt32LE(2, 0);
  entries.forEach(([tag, rights, id], at) => {
    list.writeUInt16LE(tag, 4 + 8 * at);
    list.writeUInt16LE(rights, 6 + 8 * at);
    list.writeUInt32LE(id, 8 + 8 * at);
  });
  const wanted = { "user.origin": value, "system.posix_acl_access": list };
  const attributes = (): unknown => {
    const fd = openSync(path, "r");
    const read = Object.keys(wanted).map((name) => {
      const room = Buffer.alloc(1000);
      const length = Number(libc.fgetxattr(fd, name, room, room.length));
      return length < 0 ? null : room.subarray(0, length).toString("hex");
    });
    closeSync(fd);
    return read;
  };
  const fd = openSync(path, "r");
  const isSupported = Object.entries(wanted).every(
    ([name, bytes]) => libc.fsetxattr(fd, name, bytes, bytes.length, 0) === 0,
  );
  closeSync(fd);
  // Some disks, as those of older kernels in memory, have none.
  if (!isSupported) return;
  const before = attributes();
  const { ino } = statSync(path);
  const app = fsCommandsIn(folder.path, ["~/d/*"], {}, linuxHost(linuxCalls));
  await write(app, "d/a", "new");
  expect([attributes(), text(app, "d/a"), statSync(path).ino === ino]).toEqual([
    before,
    "new",
    false,
  ]);

  const other = fsCommandsIn(
    folder.path,
    ["~/d/*"],
    {},
    linuxHost({ ...linuxCalls, keepAttributes: () => false }),
  );
  const next = statSync(path).ino;
  await write(other, "d/a", "newer");
  expect([attributes(), text(app, "d/a"), statSync(path).ino]).toEqual([before, "newer", next]);
});

/** As a user who has no rights here but those of all. */
const asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];
const canBeNobody =
  isRoot && spawnSync("setpriv", [...asNobody, "test", "-r", import.meta.filename]).status === 0;

test.skipIf(!canBeNobody)(
  "a file that its writer may not change is refused, though the folder takes new ones (needs root, and a checkout for all to read)",
  () => {
    using folder = tempDir({ "d/a": "old" });
    chmodSync(folder.path, 0o755);
    chmodSync(join(folder.path, "d"), 0o777);
    chmodSync(join(folder.path, "d/a"), 0o444);
    const program = join(import.meta.dir, "whole-files-program.ts");
    const args = [...asNobody, process.execPath, program, "once", folder.path];
    const answer = execFileSync("setpriv", args, { encoding: "utf8" });
    expect(answer).toBe('io: Cannot write "~/d/a": the system does not permit it');
    expect(readFileSync(join(folder.path, "d/a"), "utf8")).toBe("old");
  },
);

test("a process that is killed leaves the old file or the new one, and its drafts are evicted later", async () => {
  using folder = tempDir({ "d/a": "a".repeat(2_000_000) });
  const app = fsCommandsIn(folder.path, ["~/d/**"], {}, thisHost("linux"));
  const program = join(import.meta.dir, "whole-files-program.ts");
  for (let round = 0; round < 12; round++) {
    const child = spawn(process.execPath, [program, "loop", folder.path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((begun) => child.stdout.once("data", begun));
    await Bun.sleep(Math.random() * 40);
    child.kill("SIGKILL");
    await new Promise((ended) => child.once("close", ended));
    const found = text(app, "d/a");
    expect([found.length, new Set(found).size]).toEqual([2_000_000, 1]);
  }
  // One that was left for sure, and one that another process may be writing.
  const [left, young] = [draftName(), draftName()];
  for (const name of [left, young]) writeFileSync(app.at(`d/${name}`), "part");
  const long = Date.now() / 1000 - 7200;
  utimesSync(app.at(`d/${left}`), long, long);
  expect(await app.run("fs.readDir", { path: app.at("d") })).toEqual([
    { path: "~/d/a", name: "a" },
  ]);
  await write(app, "d/a", "new");
  await waitFor("the draft to go", () => !readdirSync(app.at("d")).includes(left));
  expect(readdirSync(app.at("d"))).toContain(young);
  // Windows that pages do not see do not affect them.
  await app.run("fs.removeDir", { path: app.at("d"), options: { recursive: true } });
});

testOfPosix(
  "a folder in which only an ended app has left a draft is removed as an empty one",
  async () => {
    using app = fsFixture(["d/e/b"], ["~/d/**"]);
    const draft = app.at(`d/e/${draftName()}`);
    writeFileSync(draft, "part");
    const long = Date.now() / 1000 - 7200;
    utimesSync(draft, long, long);
    const remove = () => app.run("fs.removeDir", { path: app.at("d/e") });
    expect(await remove()).toBe('io: Cannot remove "~/d/e": the folder is not empty');
    await app.run("fs.removeFile", { path: app.at("d/e/b") });
    expect([await remove(), readdirSync(app.at("d"))]).toEqual([undefined, []]);
  },
);

testOfPosix("a file that the user chose stays chosen when the app writes it anew", async () => {
  using app = fsFixture(["d/a", "d/other"], []);
  const { id } = app.grants.allowFile(app.at("d/a"));
  const changes: string[] = [];
  app.grants.onChange(({ kind, grant }) => changes.push(`${kind} ${grant.id}`));
  await write(app, "d/a", "new");
  const [grant] = app.grants.list();
  expect([grant?.id, changes]).toEqual([id, [`changed ${id}`]]);
  expect(grant?.identity).toStartWith(`${statSync(app.at("d/a")).ino}:`);
});

test("writes and copies go on when their page goes away, and the end of the app waits for them", async () => {
  using folder = tempDir({ "d/a": "old", "d/b": "x".repeat(5_000_000) });
  const app = fsCommandsIn(folder.path, ["~/d/*"], {}, thisHost("linux"));
  const waited: Promise<unknown>[] = [];
  const page = new AbortController();
  Object.assign(app.context, { signal: page.signal });
  Object.assign(app.context.services, {
    exit: { waitFor: (work: Promise<unknown>) => waited.push(work) },
  });
  const answers = [
    write(app, "d/a", "new"),
    copy(app, "d/b", "d/c"),
    app.run("fs.writeTextFile", {
      path: app.at("d/a"),
      contents: ", and more",
      options: { append: true },
    }),
  ];
  page.abort();
  expect(await Promise.all(answers)).toEqual([
    'closed: Cannot write "~/d/a": the page went away',
    'closed: Cannot copy "~/d/b": the page went away',
    'closed: Cannot write "~/d/a": the page went away',
  ]);
  await Promise.allSettled(waited);
  expect([waited.length, text(app, "d/a"), text(app, "d/c").length]).toEqual([
    3,
    "new, and more",
    5_000_000,
  ]);
});

test("a link that is put in the place meanwhile is replaced, never followed", async () => {
  using folder = tempDir({ "outside/f": "outside", "d/x": "" });
  const place = (real: Parameters<Opener["place"]>[0]) => {
    const opened = thisHost("linux").opener.place(real);
    const renameTo = opened.renameTo.bind(opened);
    return Object.assign(opened, {
      renameTo(target: typeof opened) {
        symlinkSync(join(folder.path, "outside/f"), join(folder.path, "d/new"));
        renameTo(target);
      },
    });
  };
  const app = fsCommandsIn(
    folder.path,
    ["~/d/*"],
    {},
    hostWith((make) => make(), { place }),
  );
  expect(await write(app, "d/new", "new")).toBeUndefined();
  expect([text(app, "outside/f"), text(app, "d/new")]).toEqual(["outside", "new"]);
  expect(lstatSync(app.at("d/new")).isFile()).toBe(true);
});
