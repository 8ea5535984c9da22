// Attacks on the start programs of shared apps on Linux and macOS: by who answers in place of the server, and by who can write
// where the runtime is kept. The attacker's runtime shows the secret when it is run.

import { expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { brokenArchives } from "../support/broken-archive.ts";
import { archiveLines, archiveOf, executableLines, type ConfLines } from "../support/fake-runtime.ts";
import { RuntimeServer, serving } from "../support/runtime-server.ts";
import { fakeRuntime, member, type StarterApp } from "../support/starter-app.ts";
import { attack, secret } from "./attack.ts";
import { asLong, withStowaways } from "./hostile-archive.ts";

const good = fakeRuntime("#!/bin/sh\necho fine\n", 20_000);
// As long as the good one in every respect.
const evil = fakeRuntime(`#!/bin/sh\necho ${secret}\n`, 20_000);

/** Loads the runtime and starts the app with it. */
async function loadAndRun(app: StarterApp): Promise<string> {
  const { code } = await app.load();
  return code === 0 ? (await app.run()).out : "";
}

/** A system whose starters are attacked. */
export interface AttackedSystem {
  app(lines: ConfLines | string | Buffer, home?: string): StarterApp;
  /** What is in the store of an app that was run, by names of files, in order; `an app` stands for one. */
  readonly kept: readonly string[];
}

/** Each attack on the starters of systems like Unix. */
export function attackStarter(system: AttackedSystem): void {
  // The server -------------------------------------------------------------------------------------------

  attack("the server has another archive of the same size", async (isWeak) => {
    const [real, fake] = asLong(good.archive, evil.archive);
    await using server = await RuntimeServer.of(fake);
    // Without the rule: an app that was made for this archive.
    const lines = { ...archiveLines(isWeak ? fake : real), ...executableLines(evil) };
    using app = system.app({ ...good.lines, ...lines, address: server.address });
    return await loadAndRun(app);
  });

  attack("the archive holds another runtime", async (isWeak) => {
    await using server = await RuntimeServer.of(evil.archive);
    const lines = executableLines(isWeak ? evil : good);
    using app = system.app({ ...evil.lines, ...lines, address: server.address });
    return await loadAndRun(app);
  });

  attack("the runtime in the archive is a link to a file of the machine", async (isWeak) => {
    const kind = { kind: "link", path: member, to: "/bin/true" } as const;
    const whole = { kind: "file", path: member, mode: 0o755, bytes: evil.bytes } as const;
    const archive = archiveOf([isWeak ? whole : kind]);
    await using server = await RuntimeServer.of(archive);
    using app = system.app({ ...evil.lines, ...archiveLines(archive), address: server.address });
    return await loadAndRun(app);
  });

  test("members beside the runtime are put nowhere, wherever their paths lead", async () => {
    const archive = withStowaways(good);
    await using server = await RuntimeServer.of(archive);
    using app = system.app({ ...good.lines, ...archiveLines(archive), address: server.address });
    expect(await loadAndRun(app)).toBe("fine\n");
    expect(existsSync("/tmp/framework-evil.exe")).toBe(false);
    const left = readdirSync(app.store, { recursive: true, encoding: "utf8" });
    const files = left.filter((path) => statSync(join(app.store, path)).isFile());
    const names = files.map((path) => basename(path).replace(/^\w{16}$/, "an app"));
    expect(names.toSorted()).toEqual([...system.kept]);
  });

  for (const [what, [archive, problem]] of Object.entries(brokenArchives(good))) {
    test(`an archive that ${what}, and that the app was made for, is refused and leaves nothing`, async () => {
      await using server = await RuntimeServer.of(archive);
      using app = system.app({ ...good.lines, ...archiveLines(archive), address: server.address });
      const { code, err } = await app.load();
      const folder = join(app.store, good.key);
      expect([code, err]).toEqual([1, `framework: Cannot unpack it in "${folder}": ${problem}\n`]);
      expect(readdirSync(folder)).toEqual([]);
    });
  }

  for (const isSizeKnown of [true, false]) {
    test(`an answer without an end is ended (its size is ${isSizeKnown ? "known" : "not known"})`, async () => {
      await using server = await RuntimeServer.of(good.archive);
      const chunk = Buffer.alloc(1 << 20, "x");
      server.answer = (_, response) => {
        const send = (): void => void response.write(chunk, (error) => (error ? null : send()));
        send();
      };
      const size: ConfLines = isSizeKnown ? {} : { "archive-size": [] };
      using app = system.app({ ...good.lines, ...size, address: server.address });
      const { code, err } = await app.load();
      expect([code, err]).toEqual([1, expect.stringContaining("it sends more than the file has")]);
      expect(statSync(join(app.store, good.key, "archive.part")).size).toBe(0);
    });
  }

  attack(
    "the server leads to one whose name stands for any machine, without a certificate",
    async (isWeak) => {
      await using elsewhere = await RuntimeServer.of(evil.archive);
      await using server = await RuntimeServer.of(evil.archive);
      const { port } = new URL(elsewhere.address);
      server.answer = (_, response) =>
        response.writeHead(302, { location: `http://${isWeak ? "127.0.0.1" : "localhost"}:${port}/` }).end();
      using app = system.app({ ...evil.lines, address: server.address });
      return await loadAndRun(app);
    },
  );

  attack("the server leads from one place to the next without an end", async (isWeak) => {
    await using server = await RuntimeServer.of(evil.archive);
    let hops = 0;
    server.answer = (request, response) =>
      ++hops > (isWeak ? 5 : 1000)
        ? serving(evil.archive)(request, response)
        : response.writeHead(302, { location: `/${hops}` }).end();
    using app = system.app({ ...evil.lines, address: server.address });
    return await loadAndRun(app);
  });

  for (const address of [
    "http://runtimes.invalid/bun.tgz",
    "file:///etc/passwd",
    "ftp://127.0.0.1/a",
    "nonsense",
  ]) {
    test(`"${address}" is not asked`, async () => {
      using app = system.app({ ...good.lines, address });
      expect((await app.load()).err).toBe(
        `framework: Cannot load it from ${address}: it must be an https: address\n`,
      );
    });
  }

  // The disk ---------------------------------------------------------------------------------------------

  /** Puts the attacker's runtime where the app's would be, as long as that. */
  function plant(app: StarterApp): string {
    const folder = join(app.store, good.key);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(dirname(app.store), 0o700);
    writeFileSync(join(folder, "bun"), evil.bytes, { mode: 0o755 });
    return folder;
  }

  const writable: Readonly<Record<string, (app: StarterApp, folder: string) => void>> = {
    "a group may write to the runtime": (_, folder) => chmodSync(join(folder, "bun"), 0o775),
    "others may write to the runtime": (_, folder) => chmodSync(join(folder, "bun"), 0o757),
    "a group may write to its folder": (_, folder) => chmodSync(folder, 0o770),
    "others may write to its folder": (_, folder) => chmodSync(folder, 0o1777),
    "others may write to the folder of all": (app) => chmodSync(app.store, 0o777),
    "others may write to the folder above": (app) => chmodSync(dirname(app.store), 0o777),
    "the runtime is a link": (app, folder) => {
      renameSync(join(folder, "bun"), join(app.home, "elsewhere"));
      symlinkSync(join(app.home, "elsewhere"), join(folder, "bun"));
    },
    "its folder is a link": (app, folder) => {
      renameSync(folder, join(app.home, "elsewhere"));
      symlinkSync(join(app.home, "elsewhere"), folder);
    },
    "the folder of all is a link": (app) => {
      renameSync(app.store, join(app.home, "elsewhere"));
      symlinkSync(join(app.home, "elsewhere"), app.store);
    },
  };
  const isRoot = process.getuid?.() === 0;
  const foreign: typeof writable = isRoot
    ? {
        "the runtime is another user's": (_, folder) => chownSync(join(folder, "bun"), 1, 1),
        "its folder is another user's": (_, folder) => chownSync(folder, 1, 1),
        "the folder of all is another user's": (app) => chownSync(app.store, 1, 1),
      }
    : {};
  for (const [what, open] of Object.entries({ ...writable, ...foreign })) {
    // Without the rule it is like a runtime that was put there by the starter.
    attack(`a runtime of the right size lies in the store, and ${what}`, async (isWeak) => {
      using app = system.app({ ...good.lines, address: "https://runtimes.invalid/" });
      const folder = plant(app);
      if (!isWeak) open(app, folder);
      return (await app.run()).out;
    });
  }

  for (const [what, open] of Object.entries({ ...writable, ...foreign })) {
    if (what.includes("the runtime")) continue;
    test(`nothing is put into the store where ${what}`, async () => {
      await using server = await RuntimeServer.of(good.archive);
      using app = system.app({ ...good.lines, address: server.address });
      open(app, plant(app));
      const { code, err } = await app.load();
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          /^framework: Cannot use ".*": it must be a folder of yours that nobody else can write to\n$/,
        ),
      ]);
      expect(server.asked).toEqual([]);
    });
  }

  /** A file of the user's that is to stay as it is, and the folder of a runtime that is not there yet. */
  function prepare(app: StarterApp): { readonly victim: string; readonly folder: string } {
    const victim = join(app.home, "victim");
    writeFileSync(victim, secret);
    const folder = join(app.store, good.key);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { victim, folder };
  }

  const planted: Readonly<Record<string, (part: string, victim: string) => void>> = {
    "is a link": (part, victim) => symlinkSync(victim, part),
    "is another name of a file": (part, victim) => linkSync(victim, part),
    "is a folder of its own": (part) => mkdirSync(part),
    "that others may write to": (part) => {
      writeFileSync(part, good.archive);
      chmodSync(part, 0o666);
    },
    "has other bytes": (part) => writeFileSync(part, Buffer.alloc(100, "x"), { mode: 0o600 }),
    "is longer than the archive": (part) => writeFileSync(part, Buffer.alloc(100_000, "x"), { mode: 0o600 }),
    "is a pipe": (part) => void Bun.spawnSync(["mkfifo", part]),
  };
  for (const [what, put] of Object.entries(planted)) {
    test(`a part file ${what} harms nobody`, async () => {
      await using server = await RuntimeServer.of(good.archive);
      using app = system.app({ ...good.lines, address: server.address });
      const { victim, folder } = prepare(app);
      put(join(folder, "archive.part"), victim);
      const out = await loadAndRun(app);
      expect(readFileSync(victim, "utf8")).toBe(secret);
      expect(out).toBe(what === "is a folder of its own" ? "" : "fine\n");
    });
  }

  test("a new runtime that was planted half-written is not taken, nor written through", async () => {
    await using server = await RuntimeServer.of(good.archive);
    using app = system.app({ ...good.lines, address: server.address });
    const { victim, folder } = prepare(app);
    symlinkSync(victim, join(folder, "bun.new"));
    expect(await loadAndRun(app)).toBe("fine\n");
    expect(readFileSync(victim, "utf8")).toBe(secret);
  });

  test("what others write down as apps' paths makes nothing but runtimes go", async () => {
    await using server = await RuntimeServer.of(good.archive);
    using app = system.app({ ...good.lines, address: server.address });
    const { victim } = prepare(app);
    mkdirSync(join(app.home, "elsewhere/apps"), { recursive: true });
    symlinkSync(join(app.home, "elsewhere"), join(app.store, "0.9-link"));
    mkdirSync(join(app.store, "0.9-own/apps"), { recursive: true, mode: 0o700 });
    symlinkSync(victim, join(app.store, "0.9-own/apps/one"));
    writeFileSync(join(app.store, "0.9-own/notes.txt"), "of the user");
    expect(await loadAndRun(app)).toBe("fine\n");
    expect(readFileSync(victim, "utf8")).toBe(secret);
    expect(existsSync(join(app.home, "elsewhere/apps"))).toBe(true);
    expect(readFileSync(join(app.store, "0.9-own/notes.txt"), "utf8")).toBe("of the user");
  });
}
