import { expect, spyOn, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { testOfPosix, fsFixture, type FsFixture } from "./fs-fixture.ts";

const outside = (action: string, path: string) =>
  `out-of-scope: Cannot ${action} "${path}": not in framework.allowlist.fs.scope and not chosen by the user`;

const text = (app: FsFixture, path: string) => readFileSync(app.at(path), "utf8");

testOfPosix("bytes are written, replaced and appended to", async () => {
  using app = fsFixture(["d/a"], ["~/d/*"]);
  const write = (contents: Uint8Array, append = false) =>
    app.run("fs.writeBinaryFile", { path: app.at("d/a"), contents, options: { append } });
  expect(await write(new Uint8Array([0, 255]))).toBeUndefined();
  await write(new Uint8Array([10]), true);
  expect(new Uint8Array(readFileSync(app.at("d/a")))).toEqual(new Uint8Array([0, 255, 10]));
  // A view of a larger buffer is only what it shows.
  await write(new Uint8Array([1, 2, 3, 4]).subarray(1, 3));
  expect(new Uint8Array(readFileSync(app.at("d/a")))).toEqual(new Uint8Array([2, 3]));
});

testOfPosix("a file is copied with its content and mode, over what was there", async () => {
  using app = fsFixture({ "d/a": "x".repeat(3_000_000), "d/b": "y".repeat(4_000_000), "d/c": "" }, [
    "~/d/*",
  ]);
  chmodSync(app.at("d/a"), 0o640);
  const copy = (source: string, destination: string) =>
    app.run("fs.copyFile", { source: app.at(source), destination: app.at(destination) });
  expect(await copy("d/a", "d/b")).toBeUndefined();
  expect(text(app, "d/b")).toBe(text(app, "d/a"));
  expect(statSync(app.at("d/b")).mode & 0o777).toBe(0o640);
  await copy("d/c", "d/a");
  expect(text(app, "d/a")).toBe("");
  await copy("d/b", "d/new");
  expect(text(app, "d/new")).toHaveLength(3_000_000);
});

const hasProc = existsSync("/proc/self/comm");
test.skipIf(!hasProc)(
  "a copy succeeds where the system permits no mode of the source",
  async () => {
    const name = `/proc/${process.pid}/comm`;
    const before = readFileSync(name, "utf8");
    using app = fsFixture(["d/a"], ["~/d/*", name]);
    writeFileSync(app.at("d/a"), "copied");
    chmodSync(app.at("d/a"), 0o600);
    using _ = { [Symbol.dispose]: () => writeFileSync(name, before) };
    const paths = { source: app.at("d/a"), destination: name };
    expect(await app.run("fs.copyFile", paths)).toBeUndefined();
    expect(readFileSync(name, "utf8")).toBe("copied\n");
  },
);

testOfPosix("a file copied onto itself keeps its content", async () => {
  using app = fsFixture(["d/a", "d/l -> a"], ["~/d/*"]);
  for (const destination of ["d/a", "d/l"]) {
    expect(
      await app.run("fs.copyFile", { source: app.at("d/a"), destination: app.at(destination) }),
    ).toBe(`io: Cannot copy to "~/${destination}": it is the same file`);
  }
  expect(text(app, "d/a")).toBe("text of d/a");
});

testOfPosix("both ends of copying and renaming must be in the scope, links followed", async () => {
  using app = fsFixture(["d/a", "e/b", "d/out -> ../e", "d/l -> ../e/b"], ["~/d/**"]);
  const copy = (source: string, destination: string) =>
    app.run("fs.copyFile", { source: app.at(source), destination: app.at(destination) });
  const rename = (oldPath: string, newPath: string) =>
    app.run("fs.renameFile", { oldPath: app.at(oldPath), newPath: app.at(newPath) });
  expect(await copy("e/b", "d/b")).toBe(outside("copy", "~/e/b"));
  expect(await copy("d/l", "d/b")).toBe(outside("copy", "~/d/l"));
  expect(await copy("d/a", "e/a")).toBe(outside("copy to", "~/e/a"));
  expect(await copy("d/a", "d/l")).toBe(outside("copy to", "~/d/l"));
  expect(await copy("d/a", "d/out/a")).toBe(outside("copy to", "~/d/out/a"));
  expect(await rename("e/b", "d/b")).toBe(outside("rename", "~/e/b"));
  expect(await rename("d/a", "e/a")).toBe(outside("rename to", "~/e/a"));
  expect(await rename("d/a", "d/out/a")).toBe(outside("rename to", "~/d/out/a"));
  expect(await rename("d/out/b", "d/b")).toBe(outside("rename", "~/d/out/b"));
  expect([text(app, "e/b"), text(app, "d/a"), existsSync(app.at("e/a"))]).toEqual([
    "text of e/b",
    "text of d/a",
    false,
  ]);
});

testOfPosix("files, folders and links are renamed, each as it is", async () => {
  using app = fsFixture(["d/a", "d/s/b", "d/l -> ../e/b", "e/b"], ["~/d/**"]);
  const rename = (oldPath: string, newPath: string) =>
    app.run("fs.renameFile", { oldPath: app.at(oldPath), newPath: app.at(newPath) });
  expect([
    await rename("d/a", "d/x"),
    await rename("d/s", "d/t"),
    await rename("d/l", "d/m"),
  ]).toEqual([undefined, undefined, undefined]);
  expect([text(app, "d/x"), text(app, "d/t/b"), readlinkSync(app.at("d/m"))]).toEqual([
    "text of d/a",
    "text of d/s/b",
    "../e/b",
  ]);
  expect(text(app, "e/b")).toBe("text of e/b");
  expect(await rename("d/no", "d/y")).toBe(
    'not-found: Cannot rename "~/d/no": there is no such file or folder',
  );
  expect(await rename("d/x", "d/t")).toBe('io: Cannot rename to "~/d/t": it is a folder');
  expect(text(app, "d/x")).toBe("text of d/a");
});

testOfPosix("a folder is not moved into itself", async () => {
  using app = fsFixture(["d/s/a", "d/l -> s"], ["~/d/**"]);
  for (const newPath of ["d/s/in", "d/l/in"])
    expect(
      await app.run("fs.renameFile", { oldPath: app.at("d/s"), newPath: app.at(newPath) }),
    ).toBe('io: Cannot rename "~/d/s": a folder cannot be moved into itself');
  expect(
    await app.run("fs.renameFile", { oldPath: app.at("d/s"), newPath: app.at("d/s-more") }),
  ).toBeUndefined();
});

testOfPosix("a missing folder is named where something new goes into it", async () => {
  using app = fsFixture(["d/a"], ["~/d/**"]);
  const path = app.at("d/no/b");
  const reason = "its folder does not exist; make it with createDir and recursive: true";
  for (const options of [{}, { append: true }])
    expect(await app.run("fs.writeTextFile", { path, contents: "text", options })).toBe(
      `not-found: Cannot write "~/d/no/b": ${reason}`,
    );
  expect(await app.run("fs.copyFile", { source: app.at("d/a"), destination: path })).toBe(
    `not-found: Cannot copy to "~/d/no/b": ${reason}`,
  );
  expect(await app.run("fs.renameFile", { oldPath: app.at("d/a"), newPath: path })).toBe(
    `not-found: Cannot rename to "~/d/no/b": ${reason}`,
  );
});

testOfPosix("a folder with something denied in it is neither renamed nor removed", async () => {
  using app = fsFixture(["d/s/a", "d/s/t/key", "d/ok/a"], {
    allow: ["~/d/**"],
    deny: ["~/d/s/t/key"],
  });
  const reason = "it holds something that the scope does not allow";
  expect(await app.run("fs.renameFile", { oldPath: app.at("d/s"), newPath: app.at("d/u") })).toBe(
    `out-of-scope: Cannot rename "~/d/s": ${reason}`,
  );
  expect(await app.run("fs.removeDir", { path: app.at("d/s"), options: { recursive: true } })).toBe(
    `out-of-scope: Cannot remove "~/d/s": ${reason}`,
  );
  expect(text(app, "d/s/t/key")).toBe("text of d/s/t/key");
  await app.run("fs.removeDir", { path: app.at("d/ok"), options: { recursive: true } });
  expect(existsSync(app.at("d/ok"))).toBe(false);
});

testOfPosix("removing a link removes the link", async () => {
  using app = fsFixture(
    ["d/l -> ../e/b", "d/f -> ../e", "e/b", "d/a", "d/s/t/x", "d/s/l -> ../../e"],
    ["~/d/**"],
  );
  const remove = (path: string) => app.run("fs.removeFile", { path: app.at(path) });
  expect([await remove("d/l"), await remove("d/f"), await remove("d/a")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(() => lstatSync(app.at("d/l"))).toThrow("ENOENT");
  expect(await remove("d/s")).toBe('io: Cannot remove "~/d/s": it is a folder; use removeDir');
  expect(await remove("e/b")).toBe(outside("remove", "~/e/b"));
  expect(await remove("d/no")).toBe(
    'not-found: Cannot remove "~/d/no": there is no such file or folder',
  );
  await app.run("fs.removeDir", { path: app.at("d/s"), options: { recursive: true } });
  expect([existsSync(app.at("d/s")), text(app, "e/b")]).toEqual([false, "text of e/b"]);
});

testOfPosix("only an empty folder is removed, unless all of it is asked for", async () => {
  using app = fsFixture(["d/full/a", "d/empty/", "d/l -> full", "d/f"], ["~/d/**"]);
  const remove = (path: string, recursive = false) =>
    app.run("fs.removeDir", { path: app.at(path), options: { recursive } });
  expect(await remove("d/empty")).toBeUndefined();
  expect(await remove("d/full")).toBe('io: Cannot remove "~/d/full": the folder is not empty');
  expect(await remove("d/f")).toBe('io: Cannot remove "~/d/f": it is not a folder; use removeFile');
  expect(await remove("d/l")).toBe('io: Cannot remove "~/d/l": it is not a folder; use removeFile');
  expect(await remove("d/full", true)).toBeUndefined();
  expect([existsSync(app.at("d/full")), existsSync(app.at("d/f"))]).toEqual([false, true]);
});

testOfPosix("a folder is made, with what is missing above it when that is asked for", async () => {
  using app = fsFixture(["d/a", "d/out -> ../e", "e/"], ["~/d/**", "~/new/app/**"]);
  const make = (path: string, recursive = false) =>
    app.run("fs.createDir", { path: app.at(path), options: { recursive } });
  expect(await make("d/s")).toBeUndefined();
  expect(await make("d/s")).toBe('already-exists: Cannot create "~/d/s": it exists already');
  expect(await make("d/s", true)).toBeUndefined();
  expect(await make("d/x/y")).toBe(
    'not-found: Cannot create "~/d/x/y": its folder does not exist; make it with createDir and recursive: true',
  );
  expect(await make("d/x/y/z", true)).toBeUndefined();
  // The parents of the scope's folder need not be in the scope.
  expect(await make("new/app/data", true)).toBeUndefined();
  expect(await make("d/a", true)).toBe(
    'already-exists: Cannot create "~/d/a": it exists already, and is no folder',
  );
  expect(await make("d/out/x", true)).toBe(outside("create", "~/d/out/x"));
  expect(await make("new", true)).toBe(outside("create", "~/new"));
  expect(["d/s", "d/x/y/z", "new/app/data", "e/x"].map((path) => existsSync(app.at(path)))).toEqual(
    [true, true, true, false],
  );
});

testOfPosix(
  "a folder far below what is there takes not much longer than its names are many",
  async () => {
    using app = fsFixture(["d/a"], ["~/d/**"]);
    const path = `d${"/s".repeat(60)}`;
    const make = () =>
      app.run("fs.createDir", { path: app.at(path), options: { recursive: true } });
    const looked = spyOn(app.context.services.host.opener, "lstat");
    expect([await make(), existsSync(app.at(path))]).toEqual([undefined, true]);
    // One at each name for each that is missing would be 1,800.
    expect(looked.mock.calls.length).toBeLessThan(1000);
    looked.mockRestore();
  },
);

testOfPosix("both paths can be given from a base directory", async () => {
  using app = fsFixture(["docs/a"], ["$DOCUMENT/**"], { DOCUMENT: "docs" });
  await app.run("fs.copyFile", { source: "a", destination: "b", options: { dir: "DOCUMENT" } });
  await app.run("fs.renameFile", { oldPath: "b", newPath: "c", options: { dir: "DOCUMENT" } });
  await app.run("fs.createDir", { path: "x/y", options: { dir: "DOCUMENT", recursive: true } });
  await app.run("fs.removeFile", { path: "a", options: { dir: "DOCUMENT" } });
  expect([
    text(app, "docs/c"),
    existsSync(app.at("docs/a")),
    existsSync(app.at("docs/x/y")),
  ]).toEqual(["text of docs/a", false, true]);
});

testOfPosix("no file stays open", async () => {
  using app = fsFixture(["d/a", "e/b"], ["~/d/**"]);
  const open = () =>
    new Set(
      Array.from({ length: 200 }, (_, fd) => fd).filter((fd) => existsSync(`/proc/self/fd/${fd}`)),
    ).size;
  const round = async () => {
    mkdirSync(app.at("d/s"), { recursive: true });
    writeFileSync(app.at("d/s/x"), "");
    for (const path of ["d/a", "d/no/x", "e/b", "d/s"]) {
      await app.run("fs.copyFile", { source: app.at(path), destination: app.at("d/copy") });
      await app.run("fs.copyFile", { source: app.at("d/a"), destination: app.at(path) });
      await app.run("fs.renameFile", { oldPath: app.at(path), newPath: app.at("e/x") });
      await app.run("fs.removeFile", { path: app.at(path === "d/a" ? "d/none" : path) });
      await app.run("fs.createDir", { path: app.at(path), options: { recursive: true } });
      await app.run("fs.removeDir", { path: app.at(path), options: { recursive: true } });
    }
  };
  await round();
  const before = open();
  for (let i = 0; i < 10; i++) await round();
  // Files of other tests may be closed meanwhile.
  expect(open()).toBeLessThanOrEqual(before);
});
