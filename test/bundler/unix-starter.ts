// What the start programs of shared apps do on Linux and macOS: how they get, keep and run the runtime, without a window.

import { expect, test } from "bun:test";
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
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { brokenConfs } from "../support/broken-conf.ts";
import { confText, type ConfLines, type FakeRuntime } from "../support/fake-runtime.ts";
import { RuntimeServer, serving, servingPart, TricklingServer } from "../support/runtime-server.ts";
import { fakeRuntime, type StarterApp } from "../support/starter-app.ts";
import { waitingTest } from "../support/waiting-test.ts";

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

/** A system whose starters tell their stories. */
export interface StarterSystem {
  app(lines: ConfLines | string | Buffer, home?: string): StarterApp;
  /** What it can ask servers by, and with which variables it does. */
  readonly clients: Readonly<Record<string, () => Record<string, string>>>;
  /** What the user knows an app by. */
  place(app: StarterApp): string;
  /** What an app is run from. */
  ranFrom(app: StarterApp, runtime: FakeRuntime): string;
}

/** The stories of the starters of a system. */
export function tellStarter(system: StarterSystem): void {
  for (const [client, env] of Object.entries(system.clients)) {
    test(`${client}: the first start loads the runtime, and those after it ask nobody`, async () => {
      await using server = await RuntimeServer.of(large.archive);
      using app = system.app({ ...large.lines, address: server.address });
      expect(await app.load(env())).toEqual(loaded);
      expect(readFileSync(runtimePath(app, large)).equals(large.bytes)).toBe(true);
      expect(await app.load(env())).toEqual(loaded);
      expect((await app.run()).code).toBe(0);
      expect(server.asked).toEqual([null]);
    });

    test(`${client}: what was loaded before it broke off is not loaded again`, async () => {
      await using server = await RuntimeServer.of(large.archive);
      using app = system.app({ ...large.lines, address: server.address });
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

    test(`${client}: an address may lead to another one, and the next is taken where one fails`, async () => {
      await using server = await RuntimeServer.of(small.archive);
      await using first = await RuntimeServer.of(Buffer.alloc(0));
      await using second = await RuntimeServer.of(Buffer.alloc(0));
      first.answer = (_, response) => response.writeHead(404).end("nothing here");
      second.answer = ({ url }, response) =>
        response.writeHead(302, { location: url === "/bun.tgz" ? "/again" : server.address }).end();
      using app = system.app({ ...small.lines, address: [first.address, second.address] });
      expect(await app.load(env())).toEqual(loaded);
      expect([first, second, server].map(({ asked }) => asked.length)).toEqual([1, 2, 1]);
    });
  }

  test("the runtime is given flags, script, arguments and environment exactly", async () => {
    await using server = await RuntimeServer.of(small.archive);
    const flags = ["--one={app}/a b.toml", "--two"];
    using app = system.app({
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
        `arguments: --one=${dirname(app.script)}/a b.toml --two ${app.script} ${args.join(" ")}`,
        "STORY_GONE_TOO=",
        "STORY_KEPT=ä b",
        `runtime: ${system.ranFrom(app, small)}`,
        "",
      ].join("\n"),
    });
  });

  test("the process that is started becomes the app", async () => {
    await using server = await RuntimeServer.of(small.archive);
    const shows = fakeRuntime("#!/bin/sh\necho $$\n");
    server.answer = serving(shows.archive);
    using app = system.app({ ...shows.lines, address: server.address });
    await app.load();
    await using started = app.start();
    expect(Number(await started.line(/^\d+$/))).toBe(started.pid);
  });

  test("two apps have one runtime", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = system.app({ ...small.lines, address: server.address });
    using second = system.app({ ...small.lines, address: server.address }, app.home);
    await app.load();
    expect((await second.run()).out).toContain(`runtime: ${system.ranFrom(second, small)}\n`);
    expect((await app.run()).code).toBe(0);
    expect(server.asked).toEqual([null]);
    const apps = join(app.store, small.key, "apps");
    const paths = readdirSync(apps).map((name) => readFileSync(join(apps, name), "utf8"));
    expect(paths.toSorted()).toEqual([app, second].map((each) => system.place(each)).toSorted());
  });

  test("two starters at once load it once", async () => {
    await using server = await RuntimeServer.of(small.archive);
    const { promise: isSecondThere, resolve } = Promise.withResolvers<void>();
    server.answer = (request, response) =>
      void isSecondThere.then(() => serving(small.archive)(request, response));
    using app = system.app({ ...small.lines, address: server.address });
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
    using app = system.app({ ...small.lines, address: server.address });
    using second = system.app({ ...other.lines, address: others.address }, app.home);
    using last = system.app({ ...third.lines, address: thirds.address }, app.home);
    for (const each of [app, second]) {
      await each.load();
      await each.run();
    }
    expect(kept(app).toSorted()).toEqual([small.key, other.key]);
    rmSync(system.place(app), { recursive: true });
    await last.load();
    await last.run();
    expect(kept(app).toSorted()).toEqual([other.key, third.key]);
    expect((await second.run()).out).toBe("the other\n");
  });

  test("an app with a newer runtime keeps the one before, in case its update is taken back, and none before that", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = system.app({ ...small.lines, address: server.address });
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
      using app = system.app({ ...small.lines, address: server.address });
      await app.load();
      damage(runtimePath(app, small));
      expect(await app.load()).toEqual(loaded);
      expect((await app.run()).out).toContain("runtime: ");
      expect(server.asked).toEqual([null, null]);
    });
  }

  test("offline it says which address it has tried, and loads when that answers", async () => {
    const server = await RuntimeServer.of(small.archive);
    using app = system.app({ ...small.lines, address: server.address });
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
    using app = system.app({ ...large.lines, address: server.address });
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
    using app = system.app({ ...small.lines, address: "https://nobody.invalid/bun.tgz" });
    mkdirSync(join(app.store, small.key), { recursive: true, mode: 0o700 });
    writeFileSync(join(app.store, small.key, "archive.part"), small.archive, { mode: 0o600 });
    expect(await app.load()).toEqual(loaded);
  });

  test("a server that knows no ranges gives the whole file again", async () => {
    await using server = await RuntimeServer.of(large.archive);
    using app = system.app({ ...large.lines, address: server.address });
    server.answer = servingPart(large.archive, half, "break");
    await app.load();
    server.answer = (_, response) => response.end(large.archive);
    expect(await app.load()).toEqual(loaded);
  });

  test("what was loaded stays when there is no place to unpack it", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = system.app({ ...small.lines, address: server.address });
    const taken = join(app.store, small.key, "bun.new");
    mkdirSync(taken, { recursive: true, mode: 0o700 });
    expect((await app.load()).err).toContain("Cannot unpack it in ");
    rmSync(taken, { recursive: true });
    expect(await app.load()).toEqual(loaded);
    expect(server.asked).toEqual([null]);
  });

  test("where there is no room for it the place is named, and no other server asked", async () => {
    await using server = await RuntimeServer.of(large.archive);
    await using other = await RuntimeServer.of(large.archive);
    using app = system.app({ ...large.lines, address: [server.address, other.address] });
    // Files may have 50 KB, which is told as a full disk is.
    const script = 'trap "" XFSZ; ulimit -f 100; exec "$0"';
    const env = { ...app.env, FRAMEWORK_RUNTIME: "load" };
    await using starting = Bun.spawn(["sh", "-c", script, app.program], { env, stderr: "pipe" });
    const said = await starting.stderr.text();
    expect(said).toBe(
      `framework: Cannot write "${join(app.store, large.key)}/archive.part": File too large\n`,
    );
    expect([await starting.exited, other.asked]).toEqual([1, []]);
  });

  test("a note that was cut off is written anew", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = system.app({ ...small.lines, address: server.address });
    await app.load();
    const apps = join(app.store, small.key, "apps");
    const [note] = readdirSync(apps);
    truncateSync(join(apps, note ?? ""), 0);
    await app.run();
    expect(readdirSync(apps).map((name) => readFileSync(join(apps, name), "utf8"))).toEqual([
      system.place(app),
    ]);
  });

  test("a start with a clock that was ahead does not make the runtime of then the app's last one", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = system.app({ ...small.lines, address: server.address });
    using last = system.app({ ...third.lines, address: server.address }, app.home);
    await app.load();
    const apps = join(app.store, small.key, "apps");
    const ahead = Date.now() / 1000 + 1e8;
    for (const name of readdirSync(apps)) utimesSync(join(apps, name), ahead, ahead);
    server.answer = serving(other.archive);
    app.configure({ name: "Hello", ...other.lines, address: server.address });
    await app.load();
    await app.run();
    server.answer = serving(third.archive);
    await last.load();
    expect(kept(app).toSorted()).toEqual([other.key, third.key]);
  });

  test("the runtime of an update stays until the update is started", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = system.app({ ...small.lines, address: server.address });
    using update = system.app({ ...other.lines, address: server.address }, app.home);
    using last = system.app({ ...third.lines, address: server.address }, app.home);
    await app.load();
    server.answer = serving(other.archive);
    expect(await update.load({ FRAMEWORK_RUNTIME_FOR: system.place(app) })).toEqual(loaded);
    rmSync(system.place(update), { recursive: true });
    server.answer = serving(third.archive);
    await last.load();
    expect(kept(app).toSorted()).toEqual([small.key, other.key, third.key]);
  });

  test("without a display nothing is loaded, and it says what it needs", async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = system.app({ ...small.lines, address: server.address });
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
      using app = system.app(conf);
      const err = `framework: Cannot start the app with "${app.conf}": it ${wanted}\n`;
      expect(await app.run()).toEqual({ code: 1, out: "", err });
    });
  }

  test("a missing runtime.conf is named", async () => {
    using app = system.app("");
    rmSync(app.conf);
    expect((await app.run()).err).toContain(`"${app.conf}": it must be there`);
  });

  test("however runtime.conf is damaged, nothing crashes", async () => {
    using app = system.app(whole);
    expect((await app.run()).err).toContain("it needs a display");
    const bytes = Buffer.from(whole);
    let seed = 7;
    const next = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
    for (let round = 0; round < 200; round++) {
      const copy = Buffer.from(bytes);
      for (let hits = next(8); hits >= 0; hits--) copy[next(copy.length)] = next(256);
      writeFileSync(app.conf, round % 3 === 0 ? copy.subarray(0, next(copy.length)) : copy);
      const { exitCode, signalCode } = Bun.spawnSync([app.program], { env: app.env });
      expect({ round, exitCode, signalCode }).toEqual({ round, exitCode: 1, signalCode: undefined });
    }
  });

  // It takes as long as the starter has patience: half a minute.
  waitingTest(
    "a server that keeps who asks with a byte now and then is given up, and the next one asked",
    async () => {
      await using good = await RuntimeServer.of(small.archive);
      const trickles: Readonly<Record<string, (socket: Socket) => void>> = {
        "of a header": (socket) => socket.write("x"),
        "of the file": (socket) => socket.write("1\r\nx\r\n"),
        "of the length of a piece": (socket) => socket.write("0"),
      };
      const begins: Readonly<Record<string, string>> = {
        "of a header": "HTTP/1.1 200 OK\r\nx: ",
        "of the file": "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
        "of the length of a piece": "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;",
      };
      const ends = Object.entries(trickles).map(async ([what, trickle]) => {
        await using slow = await TricklingServer.of(begins[what] ?? "", trickle);
        using app = system.app({ ...small.lines, address: [slow.address, good.address] });
        expect({ what, ...(await app.load()) }).toEqual({ what, ...loaded });
      });
      await Promise.all(ends);
    },
  );
}
