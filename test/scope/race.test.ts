import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { linuxOpener } from "../../src/app/scope/open/open-linux.ts";
import { macosOpener } from "../../src/app/scope/open/open-macos.ts";
import { portableOpener } from "../../src/app/scope/open/open-portable.ts";
import { lookAt, openFile, openFolder, openPlace } from "../../src/app/scope/open/open-checked.ts";
import { Swapped, type Access, type Opener } from "../../src/app/scope/open/open-handle.ts";
import { parsePath } from "../../src/app/scope/path/absolute-path.ts";
import type { RealPath } from "../../src/app/scope/path/real-path.ts";
import { problemOf } from "../../src/app/paths/path-problem.ts";
import { thisHost } from "../../src/app/process/host.ts";
import { macFiles, macHost } from "../support/macos/mac-host.ts";
import { fsCommandsIn, fsFixture, type FsCommands, type FsFixture } from "./fs-fixture.ts";

const files = [
  "d/f",
  "d/s/f",
  "d/s/only-inside",
  "d/s/deep/f",
  "d/g",
  "outside/f",
  "outside/only-outside",
];
const notInScope = "not in framework.allowlist.fs.scope and not chosen by the user";

const openers: readonly (readonly [string, Opener])[] = [
  ...(process.platform === "linux"
    ? ([
        ["linux", linuxOpener],
        ["macos", macHost().opener],
      ] as const)
    : []),
  ["portable", portableOpener("linux")],
];

/**
 * The content that `access` reads from `path` if `swap` runs once, exactly between the check and
 * the opening.
 */
async function attack(
  app: FsFixture,
  opener: Opener,
  path: string,
  access: Access | "list" | "look",
  swap: () => void,
): Promise<string> {
  let left = 1;
  const check = () => {
    const real = app.scope.check(app.at(path), null);
    if (left-- > 0) swap();
    return real;
  };
  try {
    if (access === "look") return lookAt(check, opener).kind;
    if (access === "list") {
      using folder = openFolder(check, opener);
      return (await folder.entries(new AbortController().signal)).map(({ name }) => name).join(" ");
    }
    using file = openFile(check, access, opener);
    if (access === "read") return readFileSync(file.fd, "utf8");
    writeFileSync(file.fd, "written");
    return "written";
  } catch (error) {
    return problemOf(error).message;
  }
}

const swaps: readonly (readonly [string, string, (app: FsFixture) => void])[] = [
  ["the file by a link to the outside", "d/f", (app) => replace(app, "d/f", "outside/f")],
  ["its folder by a link to the outside", "d/s/f", (app) => replace(app, "d/s", "outside")],
  ["a folder further up by a link to the outside", "d/s/f", (app) => replace(app, "d", "../there")],
  [
    "nothing by a link to the outside",
    "d/new",
    (app) => symlinkSync(app.at("outside/f"), app.at("d/new")),
  ],
  [
    "nothing by a link to nothing outside",
    "d/new",
    (app) => symlinkSync(app.at("outside/made"), app.at("d/new")),
  ],
];

function replace(app: FsFixture, path: string, target: string): void {
  if (target === "../there") {
    mkdirSync(app.at("there"));
    mkdirSync(app.at("there/s"));
    writeFileSync(app.at("there/s/f"), "text of outside/f");
  }
  renameSync(app.at(path), app.at("away"));
  symlinkSync(app.at(target === "../there" ? "there" : target), app.at(path));
}

for (const [name, opener] of openers) {
  test.each(swaps)(
    `${name}: swapping %s between check and opening gains nothing`,
    async (_, path, swap) => {
      for (const access of ["read", "write", "append"] as const) {
        using app = fsFixture(files, ["~/d/**"]);
        expect(await attack(app, opener, path, access, () => swap(app))).toBe(notInScope);
        expect(readFileSync(app.at("outside/f"), "utf8")).toBe("text of outside/f");
        expect(readdirSync(app.at("outside")).sort()).toEqual(["f", "only-outside"]);
      }
    },
  );

  test(`${name}: a pipe that is put in the place of a file is not opened`, async () => {
    for (const access of ["read", "write", "append"] as const) {
      using app = fsFixture(files, ["~/d/**"]);
      const swap = () => {
        unlinkSync(app.at("d/f"));
        execFileSync("mkfifo", [app.at("d/f")]);
      };
      expect(await attack(app, opener, "d/f", access, swap)).toBe(
        "it is a device, pipe or socket, not a file",
      );
    }
  });

  test(`${name}: swapping a folder that is to be listed gains nothing`, async () => {
    for (const path of ["d/s", "d/s/deep"]) {
      using app = fsFixture(files, ["~/d/**"]);
      const answer = await attack(app, opener, path, "list", () => replace(app, "d/s", "outside"));
      expect([notInScope, "it was replaced while it was being read"]).toContain(answer);
    }
  });

  test(`${name}: swapping a folder does not tell what is and is not where the link leads`, async () => {
    for (const [path, access] of [
      ["d/s/only-outside", "look"],
      ["d/s/only-inside", "look"],
      ["d/s/deep/f", "look"],
      ["d/s/deep/f", "read"],
      ["d/s/deep/new", "write"],
    ] as const) {
      using app = fsFixture(files, ["~/d/**"]);
      expect(await attack(app, opener, path, access, () => replace(app, "d/s", "outside"))).toBe(
        notInScope,
      );
    }
  });

  test(`${name}: a name is removed in the folder that was checked; a link there is meant itself`, () => {
    using app = fsFixture([...files, "d/l -> ../outside/f"], ["~/d/**"]);
    const remove = (path: string, swap?: () => void) => {
      const check = () => {
        const real = app.scope.checkPlace(app.at(path), null);
        swap?.();
        return real;
      };
      using place = openPlace(check, opener);
      place.removeFile();
    };
    remove("d/l");
    remove("d/s/only-inside");
    expect(readdirSync(app.at("d")).sort()).toEqual(["f", "g", "s"]);
    expect(readdirSync(app.at("d/s")).sort()).toEqual(["deep", "f"]);

    let left = 1;
    const swap = () => left-- > 0 && replace(app, "d/s", "outside");
    expect(() => remove("d/s/f", swap)).toThrow(notInScope);
    expect(() => remove("outside/f")).toThrow(notInScope);
    expect(() => remove("d/s/f")).toThrow(notInScope);
    expect(readdirSync(app.at("outside")).sort()).toEqual(["f", "only-outside"]);
  });

  test(`${name}: a swap for something that is allowed, too, opens that`, async () => {
    using app = fsFixture(files, ["~/d/**"]);
    expect(await attack(app, opener, "d/f", "read", () => replace(app, "d/f", "d/g"))).toBe(
      "text of d/g",
    );
  });

  test(`${name}: a name that is replaced over and over is given up`, () => {
    using app = fsFixture(files, ["~/d/**"]);
    const check = () => {
      rmSync(app.at("d/f"));
      writeFileSync(app.at("d/f"), "");
      const real = app.scope.check(app.at("d/f"), null);
      rmSync(app.at("d/f"));
      symlinkSync(app.at("d/g"), app.at("d/f"));
      return real;
    };
    expect(() => openFile(check, "read", opener)).toThrow("it is being replaced over and over");
  });

  test(`${name}: a folder that is replaced over and over is given up, and not called missing`, () => {
    using app = fsFixture(files, ["~/d/**"]);
    const check = () => {
      rmSync(app.at("d/s"), { recursive: true });
      mkdirSync(app.at("d/s"));
      const real = app.scope.checkPlace(app.at("d/s/new"), null);
      replace(app, "d/s", "outside");
      rmSync(app.at("away"), { recursive: true });
      return real;
    };
    expect(() => openPlace(check, opener)).toThrow("it is being replaced over and over");
  });

  // The switch that shows the attack is real: without the third step it gets through.
  test(`${name}: a new file in a folder that has moved is removed, and not called a failure`, () => {
    for (const access of ["write", "append"] as const) {
      using app = fsFixture(files, ["~/d/**"]);
      const { names, text } = parsePath(app.at("d/new"), "linux");
      // As after a move, the system's path of the new file is another than the checked one.
      const moved = text.replace(/new$/, "./new");
      const real: RealPath = { names, text: moved, found: { kind: "nothing" } };
      expect(() => opener.file(real, access)).toThrow(Swapped);
      expect(readdirSync(app.at("d")).sort()).toEqual(["f", "g", "s"]);
    }
  });

  test(`${name}: opening by path alone would be fooled by the same swaps`, () => {
    using app = fsFixture(files, ["~/d/**"]);
    const real = app.scope.check(app.at("d/f"), null);
    replace(app, "d/f", "outside/f");
    expect(readFileSync(real.text, "utf8")).toBe("text of outside/f");
  });
}

const testOfStandIn = test.skipIf(process.platform !== "linux");

testOfStandIn(
  "macos: what is made while its folder moves to the outside is not written, and does not stay there",
  () => {
    using app = fsFixture(files, ["~/d/**"]);
    const calls = macFiles({});
    let left = 1;
    const opener = macosOpener({
      ...calls,
      create(path, access, mode) {
        const made = calls.create(path, access, mode);
        if (left-- > 0) renameSync(app.at("d/s"), app.at("outside/s"));
        return made;
      },
    });
    const check = () => app.scope.check(app.at("d/s/new"), null);
    expect(() => openFile(check, "write", opener)).toThrow();
    expect(left).toBeLessThan(1);
    expect(readdirSync(app.at("outside/s")).sort()).toEqual(["deep", "f", "only-inside"]);
  },
);

testOfStandIn(
  "macos: a file of several names that has lost the one it was asked for is not read",
  () => {
    using app = fsFixture(files, ["~/d/**"]);
    unlinkSync(app.at("d/f"));
    for (const name of ["d/f", "outside/other"]) linkSync(app.at("outside/f"), app.at(name));
    const calls = macFiles({});
    let left = 1;
    const opener = macosOpener({
      ...calls,
      open(path, access) {
        const opened = calls.open(path, access);
        if (left-- > 0) {
          unlinkSync(app.at("d/f"));
          writeFileSync(app.at("d/f"), "another file");
        }
        return opened;
      },
    });
    using file = openFile(() => app.scope.check(app.at("d/f"), null), "read", opener);
    expect(readFileSync(file.fd, "utf8")).toBe("another file");
    expect(left).toBeLessThan(1);
  },
);

/**
 * Checks and reads without care: when this reaches the outside, the swaps do fall between check and
 * use.
 */
function isFooled(app: FsCommands, path: string): boolean {
  try {
    return readFileSync(app.scope.check(app.at(path), null).text, "utf8").includes("outside");
  } catch {
    return false;
  }
}

test.each([
  ["linux", thisHost("linux")],
  ["macos", macHost()],
])(
  "%s: a thread that swaps links all the time reads, writes, makes and lists nothing outside",
  async (_, host) => {
    using folder = fsFixture(files, []);
    const app = fsCommandsIn(folder.root, ["~/d/**"], {}, host);
    const swapper = new Worker(new URL("swapper.ts", import.meta.url));
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const heard = () =>
      new Promise((resolve) => swapper.addEventListener("message", resolve, { once: true }));
    try {
      const swapping = heard();
      swapper.postMessage({ root: app.root, stop });
      await swapping;

      const seen = { inside: 0, refused: 0, fooled: 0 };
      const note = (answer: unknown) => {
        const text = JSON.stringify(answer) ?? "done";
        expect(text).not.toContain("outside");
        if (/^"(?:out-of-scope|not-found|io|already-exists)/.test(text)) seen.refused++;
        else seen.inside++;
      };
      // For two seconds at least, and on a busy machine until each thing has been seen.
      const enough = () => seen.inside > 50 && seen.refused > 50 && seen.fooled > 0;
      const started = performance.now();
      while (
        performance.now() - started < 2000 ||
        (!enough() && performance.now() - started < 25_000)
      ) {
        for (const path of ["d/f", "d/s/f"]) {
          note(await app.run("fs.readTextFile", { path: app.at(path) }));
          note(await app.run("fs.writeTextFile", { path: app.at(path), contents: "inside" }));
          note(
            await app.run("fs.writeTextFile", {
              path: app.at(path),
              contents: "more",
              options: { append: true },
            }),
          );
          for (let i = 0; i < 20; i++) if (isFooled(app, path)) seen.fooled++;
        }
        note(await app.run("fs.writeTextFile", { path: app.at("d/made"), contents: "made" }));
        note(await app.run("fs.writeTextFile", { path: app.at("d/s/made"), contents: "made" }));
        note(await app.run("fs.readDir", { path: app.at("d"), options: { recursive: true } }));
        note(await app.run("fs.readDir", { path: app.at("d/s") }));
      }
      const stopped = heard();
      Atomics.store(stop, 0, 1);
      await stopped;
      expect(enough()).toBe(true);
      expect(readdirSync(app.at("outside")).sort()).toEqual(["f", "only-outside"]);
      expect(readFileSync(app.at("outside/f"), "utf8")).toBe("text of outside/f");
    } finally {
      swapper.terminate();
    }
  },
);
