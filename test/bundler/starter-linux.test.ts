// The start program of shared apps on Linux: how it gets, keeps and runs the runtime, without a window. What it shows is in
// test/display/shared-runtime.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { architectures } from "../../src/contract/target.ts";
import { missingForStubs } from "../../stub/build.ts";
import { buildStarter } from "../../stub/starter-linux.ts";
import { stubFolder } from "../../stub/toolchain.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { brokenConfs } from "../support/broken-conf.ts";
import { confText, type FakeRuntime } from "../support/fake-runtime.ts";
import { RuntimeServer, serving, servingPart } from "../support/runtime-server.ts";
import { fakeRuntime, StarterApp } from "../support/starter-app.ts";
import { committedPrograms } from "./committed-programs.ts";
import { missingTool, run } from "./project.ts";

const isHere = process.platform === "linux";
const small = fakeRuntime();
const other = fakeRuntime("#!/bin/sh\necho the other\n", 0, "2.0.0");
const third = fakeRuntime("#!/bin/sh\necho the third\n", 0, "3.0.0");
const large = fakeRuntime(undefined, 4_000_000);
const half = large.archive.length >> 1;

const loaded = { code: 0, out: "", err: "" };

function runtimePath(app: StarterApp, runtime: FakeRuntime): string {
  return join(app.store, runtime.key, "bun");
}

/** The runtimes of the user. */
function kept(app: StarterApp): string[] {
  return readdirSync(app.store).filter((name) => name !== "lock");
}

describe.skipIf(!isHere)("on Linux", () => {
  // WebKitGTK brings one of both; a library of the first name that is none leaves the other.
  let broken: ReturnType<typeof tempDir>;
  beforeAll(() => {
    broken = tempDir({ "libsoup-3.0.so.0": "not a library" });
  });
  afterAll(() => broken[Symbol.dispose]());

  for (const soup of ["3", "2.4"]) {
    const env = (): Record<string, string> => (soup === "3" ? {} : { LD_LIBRARY_PATH: broken.path });

    test(`libsoup ${soup}: the first start loads the runtime, and those after it ask nobody`, async () => {
      await using server = await RuntimeServer.of(large.archive);
      using app = new StarterApp({ ...large.lines, address: server.address });
      expect(await app.load(env())).toEqual(loaded);
      expect(readFileSync(runtimePath(app, large)).equals(large.bytes)).toBe(true);
      expect(await app.load(env())).toEqual(loaded);
      expect((await app.run()).code).toBe(0);
      expect(server.asked).toEqual([null]);
    });

    test(`libsoup ${soup}: what was loaded before it broke off is not loaded again`, async () => {
      await using server = await RuntimeServer.of(large.archive);
      using app = new StarterApp({ ...large.lines, address: server.address });
      server.answer = servingPart(large.archive, half, "break");
      const { code, err } = await app.load(env());
      expect(code).toBe(1);
      expect(err).toContain(`Cannot load it from ${server.address}: `);
      expect(existsSync(runtimePath(app, large))).toBe(false);
      server.answer = serving(large.archive);
      expect(await app.load(env())).toEqual(loaded);
      expect(server.asked).toEqual([null, `bytes=${half}-`]);
      expect(readdirSync(join(app.store, large.key)).toSorted()).toEqual(["apps", "bun"]);
    });

    test(`libsoup ${soup}: an address may lead to another one, and the next is taken where one fails`, async () => {
      await using server = await RuntimeServer.of(small.archive);
      await using first = await RuntimeServer.of(Buffer.alloc(0));
      await using second = await RuntimeServer.of(Buffer.alloc(0));
      first.answer = (_, response) => response.writeHead(404).end("nothing here");
      second.answer = ({ url }, response) =>
        response.writeHead(302, { location: url === "/bun.tgz" ? "/again" : server.address }).end();
      using app = new StarterApp({ ...small.lines, address: [first.address, second.address] });
      expect(await app.load(env())).toEqual(loaded);
      expect([first, second, server].map(({ asked }) => asked.length)).toEqual([1, 2, 1]);
    });
  }

  test("the runtime is given flags, script, arguments and environment exactly", async () => {
    await using server = await RuntimeServer.of(small.archive);
    const flags = ["--one={app}/a b.toml", "--two"];
    using app = new StarterApp({
      ...small.lines,
      address: server.address,
      flag: flags,
      unset: ["STORY_GONE", "STORY_NEVER"],
      newer: "is ignored",
    });
    await app.load();
    const args = ["", "a b", 'ä"\\', "$HOME", "--two"];
    const variables = { STORY_GONE: "x", STORY_GONE_TOO: "", STORY_KEPT: "ä b", STATUS: "7" };
    expect(await app.run(args, variables)).toEqual({
      code: 7,
      err: "",
      out: [
        `arguments: --one=${app.folder}/app/a b.toml --two ${app.script} ${args.join(" ")}`,
        "STORY_GONE_TOO=",
        "STORY_KEPT=ä b",
        `runtime: ${runtimePath(app, small)}`,
        "",
      ].join("\n"),
    });
  });

  test("the process that is started becomes the app", async () => {
    await using server = await RuntimeServer.of(small.archive);
    const shows = fakeRuntime("#!/bin/sh\necho $$\n");
    server.answer = serving(shows.archive);
    using app = new StarterApp({ ...shows.lines, address: server.address });
    await app.load();
    await using started = app.start();
    expect(Number(await started.line(/^\d+$/))).toBe(started.pid);
  });

  test("two apps have one runtime", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = new StarterApp({ ...small.lines, address: server.address });
    using second = new StarterApp({ ...small.lines, address: server.address }, app.home);
    await app.load();
    expect((await second.run()).out).toContain(`runtime: ${runtimePath(app, small)}\n`);
    expect((await app.run()).code).toBe(0);
    expect(server.asked).toEqual([null]);
    const apps = join(app.store, small.key, "apps");
    const paths = readdirSync(apps).map((name) => readFileSync(join(apps, name), "utf8"));
    expect(paths.toSorted()).toEqual([app.program, second.program].toSorted());
  });

  test("two starters at once load it once", async () => {
    await using server = await RuntimeServer.of(small.archive);
    const { promise: isSecondThere, resolve } = Promise.withResolvers<void>();
    server.answer = (request, response) =>
      void isSecondThere.then(() => serving(small.archive)(request, response));
    using app = new StarterApp({ ...small.lines, address: server.address });
    const first = app.load();
    await waitFor("the first one's question", () => server.asked.length === 1);
    const second = app.load();
    resolve();
    expect(await Promise.all([first, second])).toEqual([loaded, loaded]);
    expect(server.asked).toEqual([null]);
  });

  test("two versions live side by side, and one goes when its last app has gone", async () => {
    await using server = await RuntimeServer.of(small.archive);
    await using others = await RuntimeServer.of(other.archive);
    await using thirds = await RuntimeServer.of(third.archive);
    using app = new StarterApp({ ...small.lines, address: server.address });
    using second = new StarterApp({ ...other.lines, address: others.address }, app.home);
    using last = new StarterApp({ ...third.lines, address: thirds.address }, app.home);
    for (const each of [app, second]) {
      await each.load();
      await each.run();
    }
    expect(kept(app).toSorted()).toEqual([small.key, other.key]);
    rmSync(app.program);
    await last.load();
    await last.run();
    expect(kept(app).toSorted()).toEqual([other.key, third.key]);
    expect((await second.run()).out).toBe("the other\n");
  });

  test("an app with a newer runtime keeps the one before, in case its update is taken back, and none before that", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = new StarterApp({ ...small.lines, address: server.address });
    for (const [days, runtime] of [
      [2, small],
      [1, other],
      [0, third],
    ] as const) {
      server.answer = serving(runtime.archive);
      app.configure({ name: "Hello", ...runtime.lines, address: server.address });
      await app.load();
      await app.run();
      const apps = join(app.store, runtime.key, "apps");
      const at = Date.now() / 1000 - days * 86_400;
      for (const name of readdirSync(apps)) utimesSync(join(apps, name), at, at);
    }
    expect(kept(app).toSorted()).toEqual([other.key, third.key]);
  });

  const damages: Readonly<Record<string, (path: string) => void>> = {
    "that is too short": (path) => truncateSync(path, 10),
    "that is too long": (path) => writeFileSync(path, Buffer.concat([small.bytes, Buffer.from("x")])),
    "that cannot be run": (path) => chmodSync(path, 0o644),
    "that others may write to": (path) => chmodSync(path, 0o777),
    "that is missing": (path) => rmSync(path),
  };
  for (const [what, damage] of Object.entries(damages)) {
    test(`a runtime ${what} is got anew`, async () => {
      await using server = await RuntimeServer.of(small.archive);
      using app = new StarterApp({ ...small.lines, address: server.address });
      await app.load();
      damage(runtimePath(app, small));
      expect(await app.load()).toEqual(loaded);
      expect((await app.run()).out).toContain("runtime: ");
      expect(server.asked).toEqual([null, null]);
    });
  }

  test("offline it says which address it has tried, and loads when that answers", async () => {
    const server = await RuntimeServer.of(small.archive);
    using app = new StarterApp({ ...small.lines, address: server.address });
    await server[Symbol.asyncDispose]();
    const { code, err } = await app.load();
    expect(code).toBe(1);
    expect(err).toStartWith(`framework: Cannot load it from ${server.address}: `);
    await using again = await RuntimeServer.of(small.archive);
    app.configure({ name: "Hello", ...small.lines, address: again.address });
    expect(await app.load()).toEqual(loaded);
  });

  test("killed while it loads or unpacks, it goes on with what it has, and runs nothing that is not whole", async () => {
    await using server = await RuntimeServer.of(large.archive);
    using app = new StarterApp({ ...large.lines, address: server.address });
    server.answer = servingPart(large.archive, half, "silence");
    const part = join(app.store, large.key, "archive.part");
    {
      await using started = app.start([], { FRAMEWORK_RUNTIME: "load" });
      await waitFor("half of it", () => existsSync(part) && statSync(part).size === half);
      started.signal("SIGKILL");
      await started.end();
    }
    writeFileSync(join(app.store, large.key, "bun.new"), large.bytes.subarray(0, 100));
    expect((await app.run()).code).toBe(1);
    server.answer = serving(large.archive);
    expect(await app.load()).toEqual(loaded);
    expect(server.asked).toEqual([null, `bytes=${half}-`]);
    expect(readFileSync(runtimePath(app, large)).equals(large.bytes)).toBe(true);
  });

  test("killed after the last byte had come, it asks nobody any more", async () => {
    using app = new StarterApp({ ...small.lines, address: "https://nobody.invalid/bun.tgz" });
    mkdirSync(join(app.store, small.key), { recursive: true, mode: 0o700 });
    writeFileSync(join(app.store, small.key, "archive.part"), small.archive, { mode: 0o600 });
    expect(await app.load()).toEqual(loaded);
  });

  test("a server that knows no ranges gives the whole file again", async () => {
    await using server = await RuntimeServer.of(large.archive);
    using app = new StarterApp({ ...large.lines, address: server.address });
    server.answer = servingPart(large.archive, half, "break");
    await app.load();
    server.answer = (_, response) => response.end(large.archive);
    expect(await app.load()).toEqual(loaded);
  });

  test("the user's proxy is asked", async () => {
    await using proxy = await RuntimeServer.of(small.archive);
    using app = new StarterApp({ ...small.lines, address: "http://127.0.0.1:9/bun.tgz" });
    const { origin } = new URL(proxy.address);
    expect(await app.load({ http_proxy: origin, no_proxy: "" })).toEqual(loaded);
    expect(proxy.asked).toEqual([null]);
  });

  test("without a display nothing is loaded, and it says what it needs", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = new StarterApp({ ...small.lines, address: server.address });
    expect(await app.run()).toEqual({
      code: 1,
      out: "",
      err: 'framework: cannot load what "Hello" runs with: it needs a display\n',
    });
    expect(server.asked).toEqual([]);
    expect(existsSync(app.store)).toBe(false);
  });

  // What the file says -----------------------------------------------------------------------------------

  const whole = confText({ name: "Hello", ...small.lines });
  for (const [what, [conf, wanted]] of Object.entries(brokenConfs(whole))) {
    test(`a runtime.conf that ${what} is refused with a sentence`, async () => {
      using app = new StarterApp(conf);
      const path = join(app.folder, "app/runtime.conf");
      const err = `framework: Cannot start the app with "${path}": it ${wanted}\n`;
      expect(await app.run()).toEqual({ code: 1, out: "", err });
    });
  }

  test("a missing runtime.conf is named", async () => {
    using app = new StarterApp("");
    rmSync(join(app.folder, "app/runtime.conf"));
    expect((await app.run()).err).toContain(`"${app.folder}/app/runtime.conf": it must be there`);
  });

  test("however runtime.conf is damaged, nothing crashes", async () => {
    using app = new StarterApp(whole);
    expect((await app.run()).err).toContain("it needs a display");
    const bytes = Buffer.from(whole);
    let seed = 7;
    const next = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
    for (let round = 0; round < 200; round++) {
      const copy = Buffer.from(bytes);
      for (let hits = next(8); hits >= 0; hits--) copy[next(copy.length)] = next(256);
      writeFileSync(
        join(app.folder, "app/runtime.conf"),
        round % 3 === 0 ? copy.subarray(0, next(copy.length)) : copy,
      );
      const { exitCode, signalCode } = Bun.spawnSync([app.program], { env: app.env });
      expect({ round, exitCode, signalCode }).toEqual({ round, exitCode: 1, signalCode: undefined });
    }
  });
});

// The programs ---------------------------------------------------------------------------------------------

committedPrograms("starters for Linux", {
  kinds: architectures,
  folder: stubFolder,
  build: buildStarter,
  missing: missingForStubs(),
});

const skipObjdump = missingTool("objdump");
test.skipIf(skipObjdump !== null)(
  `the starters need glibc 2.28 and nothing else (${skipObjdump ?? "objdump found"})`,
  () => {
    for (const architecture of architectures) {
      const listed = run(["objdump", "-p", "-T", join(stubFolder, `starter-${architecture}`)]);
      const versions = [...listed.matchAll(/GLIBC_2\.(\d+)/g)].map((match) => Number(match[1]));
      expect(Math.max(...versions)).toBe(28);
      const libraries = [...listed.matchAll(/NEEDED +(\S+)/g)].map((match) => match[1] ?? "");
      expect(libraries.filter((name) => !/^(libc|libdl|ld-linux-\w+)\.so/.test(name))).toEqual([]);
    }
  },
);

const skipArm = missingTool("qemu-aarch64");
const armLibraries = "/usr/aarch64-linux-gnu";
test.skipIf(skipArm !== null || !existsSync(armLibraries))(
  `the starter for arm64 runs the runtime (${skipArm ?? armLibraries})`,
  async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = new StarterApp({ ...small.lines, address: server.address });
    await app.load();
    writeFileSync(app.program, readFileSync(join(stubFolder, "starter-arm64")));
    const { stdout } = Bun.spawnSync(["qemu-aarch64", "-L", armLibraries, app.program, "one"], {
      env: app.env,
    });
    expect(stdout.toString()).toContain(`${app.script} one\n`);
  },
);
