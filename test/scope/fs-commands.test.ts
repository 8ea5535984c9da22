import { expect, spyOn, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  openSync,
  read,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";
import { withBudget } from "../../src/app/calls/reply-bytes.ts";
import { Handle } from "../../src/app/scope/open/open-handle.ts";
import type { PathProblem } from "../../src/app/paths/path-problem.ts";
import { waitFor } from "../../harness/wait.ts";
import { testOfPosix, fsFixture } from "./fs-fixture.ts";

const outside = (action: string, path: string) =>
  `out-of-scope: Cannot ${action} "${path}": not in framework.allowlist.fs.scope and not chosen by the user`;

testOfPosix("files in the scope are read as text and as bytes", async () => {
  using app = fsFixture({ "d/a.txt": "\uFEFFgrüß", "d/b": new Uint8Array([0, 255, 10]) }, [
    "~/d/*",
  ]);
  expect(await app.run("fs.readTextFile", { path: app.at("d/a.txt") })).toBe("\uFEFFgrüß");
  expect(await app.run("fs.readBinaryFile", { path: app.at("d/b") })).toEqual(
    new Uint8Array([0, 255, 10]),
  );
  expect(await app.run("fs.readBinaryFile", { path: app.at("d//./b") })).toEqual(
    new Uint8Array([0, 255, 10]),
  );
  expect(await app.run("fs.readTextFile", { path: app.at("d/b") })).toBe(
    'io: Cannot read "~/d/b": it holds bytes that are not UTF-8 text; use readBinaryFile',
  );
});

testOfPosix(
  "a file is read as it is now, into memory that goes to the page without a copy",
  async () => {
    const long = new Uint8Array(3_000_000).map((_, at) => at % 251);
    using app = fsFixture({ "d/none": "", "d/long": long }, ["~/d/*", "/proc/**"]);
    for (const [name, bytes] of [
      ["none", new Uint8Array()],
      ["long", long],
    ] as const) {
      const read = (await app.run("fs.readBinaryFile", {
        path: app.at(`d/${name}`),
      })) as Uint8Array;
      expect(Buffer.compare(read, bytes)).toBe(0);
      expect(withBudget([read], 100)?.buffer).toBe(read.buffer);
    }
    // It says that it holds nothing.
    expect(await app.run("fs.readTextFile", { path: `/proc/${process.pid}/status` })).toStartWith(
      "Name:",
    );
  },
);

testOfPosix("an unreadable file is refused with its path and the reason", async () => {
  using app = fsFixture(
    ["d/a", "d/sub/", "e/b", "d/out -> ../e/b", "d/gone -> nothing"],
    ["~/d/**"],
  );
  execFileSync("mkfifo", [app.at("d/pipe")]);
  const read = (path: string) => app.run("fs.readTextFile", { path });
  expect(await read(app.at("e/b"))).toBe(outside("read", "~/e/b"));
  expect(await read(app.at("d/out"))).toBe(outside("read", "~/d/out"));
  expect(await read(app.at("d/no"))).toBe(
    'not-found: Cannot read "~/d/no": there is no such file or folder',
  );
  expect(await read(app.at("d/gone"))).toBe(
    'not-found: Cannot read "~/d/gone": there is no such file or folder',
  );
  expect(await read(app.at("d/a/x"))).toBe(
    'not-found: Cannot read "~/d/a/x": it, or a part of its path, is not a folder',
  );
  expect(await read(app.at("d/no/x"))).toBe(
    'not-found: Cannot read "~/d/no/x": there is no such file or folder',
  );
  expect(await read(app.at("d/sub"))).toBe('io: Cannot read "~/d/sub": it is a folder');
  expect(await read("/")).toBe(outside("read", "/"));
  expect(await read(app.at("d/pipe"))).toBe(
    'io: Cannot read "~/d/pipe": it is a device, pipe or socket, not a file',
  );
  expect(await read(`${app.at("d")}/../e/b`)).toBe(
    'bad-argument: Cannot read "~/d/../e/b": must not hold ".."',
  );
  expect(await read("a")).toBe(
    'bad-argument: Cannot read "a": must be a whole path, or come with the option "dir"',
  );
  expect(await read("")).toBe('bad-argument: Cannot read "": must not be empty');
  const long = `/${"a/".repeat(2048)}`;
  expect(await read(long)).toStartWith(`bad-path: Cannot read "${long}": must have at most `);
  expect(await read(`${app.at("d/a")}\0.png`)).toBe(
    'bad-argument: Cannot read "~/d/a\0.png": must not hold a NUL character',
  );
  expect(await read(app.at(`d/${"n".repeat(300)}`))).toStartWith("bad-path: Cannot read");
});

testOfPosix("devices, pipes and sockets are neither read, written nor copied", async () => {
  using app = fsFixture({ "d/a": "a" }, ["~/d/**", "/dev/null", "/dev/zero"]);
  execFileSync("mkfifo", [app.at("d/pipe")]);
  using _ = Bun.listen({ unix: app.at("d/socket"), socket: { data() {} } });
  const reason = "it is a device, pipe or socket, not a file";
  for (const name of ["d/pipe", "d/socket"]) {
    const path = app.at(name);
    expect([
      await app.run("fs.readBinaryFile", { path }),
      await app.run("fs.writeTextFile", { path, contents: "x" }),
      await app.run("fs.writeTextFile", { path, contents: "x", options: { append: true } }),
      await app.run("fs.copyFile", { source: path, destination: app.at("d/b") }),
      await app.run("fs.copyFile", { source: app.at("d/a"), destination: path }),
    ]).toEqual([
      `io: Cannot read "~/${name}": ${reason}`,
      `io: Cannot write "~/${name}": ${reason}`,
      `io: Cannot write "~/${name}": ${reason}`,
      `io: Cannot copy "~/${name}": ${reason}`,
      `io: Cannot copy to "~/${name}": ${reason}`,
    ]);
  }
  expect(await app.run("fs.readBinaryFile", { path: "/dev/zero" })).toBe(
    `io: Cannot read "/dev/zero": ${reason}`,
  );
  expect(readdirSync(app.at("d")).toSorted()).toEqual(["a", "pipe", "socket"]);
});

// It calls itself a file, and lets who reads it wait for the kernel's next message.
const hasKernelLog = process.getuid?.() === 0 && existsSync("/proc/kmsg");

test.skipIf(!hasKernelLog)("a file that never answers is not waited for", async () => {
  using app = fsFixture([], ["/proc/kmsg"]);
  expect(await app.run("fs.readTextFile", { path: "/proc/kmsg" })).toBe(
    'io: Cannot read "/proc/kmsg": it has no data now, and may never have any',
  );
});

testOfPosix(
  "a call that waits for a disk ends with its page, and no other file gets its number before",
  async () => {
    using folder = fsFixture(["a"], []);
    execFileSync("mkfifo", [folder.at("pipe")]);
    // Read and written by one, it never comes to an end.
    const fd = openSync(folder.at("pipe"), "r+");
    const page = new AbortController();
    const answer = Promise.withResolvers<number>();
    {
      using file = new Handle(fd);
      const reading = promisify(read)(fd, Buffer.alloc(1), 0, 1, null).then(
        ({ bytesRead }) => bytesRead,
      );
      reading.then(answer.resolve, answer.reject);
      const waiting = file.use(page.signal, reading);
      page.abort();
      expect(await waiting.catch((error: PathProblem) => `${error.code}: ${error.message}`)).toBe(
        "closed: the page went away",
      );
    }
    const isOpen = () => existsSync(`/proc/self/fd/${fd}`);
    expect(isOpen()).toBe(true);
    writeSync(fd, "x");
    expect(await answer.promise).toBe(1);
    await waitFor("the number to be given back", () => !isOpen());
  },
);

testOfPosix("a path can be given from a base directory", async () => {
  using app = fsFixture(["home/Documents/a", "home/b"], ["$DOCUMENT/**"], {
    DOCUMENT: "home/Documents",
  });
  expect(await app.run("fs.readTextFile", { path: "a", options: { dir: "DOCUMENT" } })).toBe(
    "text of home/Documents/a",
  );
  expect(
    await app.run("fs.readTextFile", {
      path: app.at("home/Documents/a"),
      options: { dir: "DOCUMENT" },
    }),
  ).toBe("text of home/Documents/a");
  expect(await app.run("fs.readDir", { path: "", options: { dir: "DOCUMENT" } })).toEqual([
    { path: "~/home/Documents/a", name: "a" },
  ]);
  expect(await app.run("fs.readTextFile", { path: "../b", options: { dir: "DOCUMENT" } })).toBe(
    'bad-argument: Cannot read "../b": must not hold ".."',
  );
  expect(await app.run("fs.readTextFile", { path: "a", options: { dir: "AUDIO" } })).toBe(
    'unavailable: Cannot read "a": this system has no folder for "dir": "AUDIO"',
  );
});

testOfPosix("text is written, replaced and appended to, also where there was no file", async () => {
  using app = fsFixture(["d/a", "e/b"], ["~/d/*"]);
  const write = (path: string, contents: string, append = false) =>
    app.run("fs.writeTextFile", { path: app.at(path), contents, options: { append } });
  expect(await write("d/a", "né")).toBeUndefined();
  expect(readFileSync(app.at("d/a"), "utf8")).toBe("né");
  await write("d/a", "xt", true);
  expect(readFileSync(app.at("d/a"), "utf8")).toBe("néxt");
  await write("d/new", "1");
  await write("d/more", "2", true);
  await write("d/more", "3", true);
  await write("d/empty", "");
  expect(["new", "more", "empty"].map((name) => readFileSync(app.at(`d/${name}`), "utf8"))).toEqual(
    ["1", "23", ""],
  );
  expect(await write("d/no/x", "1")).toBe(outside("write", "~/d/no/x"));
  expect(await write("e/b", "1")).toBe(outside("write", "~/e/b"));
  expect(readFileSync(app.at("e/b"), "utf8")).toBe("text of e/b");
});

testOfPosix(
  "writing does not go through a link to the outside, not even one that leads to nothing yet",
  async () => {
    using app = fsFixture(
      [
        "d/to-file -> ../e/b",
        "d/to-nothing -> ../e/new",
        "d/to-folder -> ../e",
        "d/a",
        "d/in -> a",
        "e/b",
      ],
      ["~/d/**"],
    );
    for (const name of ["to-file", "to-nothing", "to-folder/new", "to-folder/b"]) {
      const path = app.at(`d/${name}`);
      expect(await app.run("fs.writeTextFile", { path, contents: "x" })).toBe(
        outside("write", `~/d/${name}`),
      );
      expect(
        await app.run("fs.writeTextFile", { path, contents: "x", options: { append: true } }),
      ).toBe(outside("write", `~/d/${name}`));
    }
    expect(await app.run("fs.exists", { path: app.at("e") })).toBe(outside("look for", "~/e"));
    expect(readFileSync(app.at("e/b"), "utf8")).toBe("text of e/b");
    expect(() => readFileSync(app.at("e/new"))).toThrow("ENOENT");
    await app.run("fs.writeTextFile", { path: app.at("d/in"), contents: "through" });
    expect(readFileSync(app.at("d/a"), "utf8")).toBe("through");
  },
);

testOfPosix("a page learns of files in the scope only whether they exist", async () => {
  using app = fsFixture(["d/a", "d/gone -> nothing", "d/out -> ../e/b", "e/b"], ["~/d/*"]);
  const exists = (path: string) => app.run("fs.exists", { path: app.at(path) });
  expect([await exists("d/a"), await exists("d/no"), await exists("d/gone")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await exists("e/b")).toBe(outside("look for", "~/e/b"));
  expect(await exists("d/out")).toBe(outside("look for", "~/d/out"));
});

const sorted = (entries: unknown): unknown =>
  Array.isArray(entries)
    ? entries
        .map((entry) =>
          "children" in entry ? { ...entry, children: sorted(entry.children) } : entry,
        )
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    : entries;

testOfPosix("a listing holds what the page could name itself, and nothing else", async () => {
  const files = [
    "d/a",
    "d/.hidden",
    "d/s/b",
    "d/s/.hidden/c",
    "d/secret/k",
    "e/x/y",
    "d/out -> ../e",
    "d/out-file -> ../e/x/y",
    "d/gone -> nothing",
    "d/circle -> circle",
    "d/gone-outside -> ../e/nothing",
    "d/in -> s",
    "d/in-file -> a",
    "d/s/loop -> ..",
    "d/empty/",
  ];
  using app = fsFixture(files, { allow: ["~/d/**"], deny: ["~/d/secret/**"] });
  expect(sorted(await app.run("fs.readDir", { path: app.at("d") }))).toEqual([
    { path: "~/d/a", name: "a" },
    { path: "~/d/circle", name: "circle" },
    { path: "~/d/empty", name: "empty", children: [] },
    { path: "~/d/gone", name: "gone" },
    { path: "~/d/in", name: "in", children: [] },
    { path: "~/d/in-file", name: "in-file" },
    { path: "~/d/s", name: "s", children: [] },
  ]);
  expect(
    sorted(await app.run("fs.readDir", { path: `${app.at("d")}/`, options: { recursive: true } })),
  ).toEqual([
    { path: "~/d/a", name: "a" },
    { path: "~/d/circle", name: "circle" },
    { path: "~/d/empty", name: "empty", children: [] },
    { path: "~/d/gone", name: "gone" },
    {
      path: "~/d/in",
      name: "in",
      children: [
        { path: "~/d/in/b", name: "b" },
        { path: "~/d/in/loop", name: "loop", children: [] },
      ],
    },
    { path: "~/d/in-file", name: "in-file" },
    {
      path: "~/d/s",
      name: "s",
      children: [
        { path: "~/d/s/b", name: "b" },
        { path: "~/d/s/loop", name: "loop", children: [] },
      ],
    },
  ]);
  expect(await app.run("fs.readDir", { path: app.at("d/out") })).toBe(outside("list", "~/d/out"));
  expect(await app.run("fs.readDir", { path: app.at("d/a") })).toBe(
    'not-found: Cannot list "~/d/a": it, or a part of its path, is not a folder',
  );
  expect(await app.run("fs.readDir", { path: app.at("d/no") })).toBe(
    'not-found: Cannot list "~/d/no": there is no such file or folder',
  );
});

testOfPosix(
  "names that are not Unicode are left out, which the log says; names that look so are kept",
  async () => {
    using app = fsFixture(["d/\uFFFDa"], ["~/d/**"]);
    writeFileSync(Buffer.concat([Buffer.from(app.at("d/x")), Buffer.from([0xff])]), "");
    expect(readdirSync(app.at("d"))).toHaveLength(2);
    const output = spyOn(process.stderr, "write").mockImplementation(() => true);
    try {
      expect(await app.run("fs.readDir", { path: app.at("d") })).toEqual([
        { path: "~/d/\uFFFDa", name: "\uFFFDa" },
      ]);
      expect(output.mock.calls.map(([line]) => line)).toEqual([
        `framework: readDir of "${app.at("d")}" left out 1 of its entries, because their names are not valid Unicode; rename them to use them\n`,
      ]);
    } finally {
      output.mockRestore();
    }
  },
);

testOfPosix(
  "a picked folder can be listed and its files read; its hidden files and what is deeper cannot",
  async () => {
    using app = fsFixture(["p[1]/a", "p[1]/.h", "p[1]/s/b", "p1/a"], []);
    app.grants.allowFolder(app.at("p[1]"));
    expect(
      sorted(await app.run("fs.readDir", { path: app.at("p[1]"), options: { recursive: true } })),
    ).toEqual([
      { path: "~/p[1]/a", name: "a" },
      { path: "~/p[1]/s", name: "s", children: [] },
    ]);
    expect(await app.run("fs.readTextFile", { path: app.at("p[1]/a") })).toBe("text of p[1]/a");
    for (const path of ["p[1]/.h", "p[1]/s/b", "p1/a"]) {
      expect(await app.run("fs.readTextFile", { path: app.at(path) })).toBe(
        outside("read", `~/${path}`),
      );
    }
  },
);

testOfPosix("a listing ends when its page goes away", async () => {
  using app = fsFixture(["d/a"], ["~/d/**"]);
  Object.assign(app.context, { signal: AbortSignal.abort() });
  expect(await app.run("fs.readDir", { path: app.at("d") })).toBe(
    'closed: Cannot list "~/d": the page went away',
  );
});

testOfPosix("no file stays open", async () => {
  using app = fsFixture(["d/a", "d/s/t/b", "d/l -> s", "e/b", "d/out -> ../e"], ["~/d/**"]);
  mkdirSync(app.at("d/x"));
  const open = () =>
    execFileSync("ls", [`/proc/${process.pid}/fd`], { encoding: "utf8" }).split("\n").length;
  const round = async () => {
    for (const path of ["d/a", "d/s", "d/no", "d/out", "d/x", "e/b", "d/a/b"]) {
      await app.run("fs.readTextFile", { path: app.at(path) });
      await app.run("fs.readDir", { path: app.at(path), options: { recursive: true } });
      await app.run("fs.writeTextFile", {
        path: app.at(path),
        contents: "x",
        options: { append: true },
      });
    }
  };
  await round();
  const before = open();
  for (let i = 0; i < 20; i++) await round();
  // The runtime opens a few of its own now and then; a leak of ours would be hundreds.
  expect(open()).toBeLessThan(before + 20);
});
