// Attacks on the start program of shared apps for Windows: by who answers in place of the server, and by who can write where
// runtimes are kept. What is attacked is what the store holds under the runtime's name, since that is run.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { brokenArchives } from "../support/broken-archive.ts";
import { brokenConfs } from "../support/broken-conf.ts";
import {
  archiveLines,
  confText,
  executableLines,
  type ConfLines,
  type FakeRuntime,
} from "../support/fake-runtime.ts";
import { noise } from "../support/noise.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { SelfSigned } from "../support/self-signed.ts";
import { waitingTest } from "../support/waiting-test.ts";
import {
  filesIn,
  installedIn,
  storeOf,
  windowsRuntime,
  WineStarterApp,
} from "../support/wine-starter-app.ts";
import { attack, secret } from "./attack.ts";
import { asLong, withStowaways } from "./hostile-archive.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

// Of what cannot be packed, so that the archive is as long.
const rest = noise(20_000, 1);
const good = windowsRuntime(Buffer.concat([Buffer.from("good good!"), rest]));
// As long as the good one.
const evil = windowsRuntime(Buffer.concat([Buffer.from(secret), rest]));

if (missing === null) {
  let wine: WineSession;
  let number = 0;
  beforeAll(async () => {
    wine = await startWine();
  });
  afterAll(async () => {
    await wine?.[Symbol.asyncDispose]();
  });

  /** Loads a runtime with a key of its own; the result is what would be run, and what was said. */
  async function loaded(
    runtime: FakeRuntime,
    lines: ConfLines,
    before: (folder: string) => void = () => {},
    name = "App",
  ) {
    const key = `1.0.0-${++number}`;
    const store = storeOf(wine);
    before(join(store, key));
    const app = new WineStarterApp(wine, name, { ...runtime.lines, ...lines, key });
    const { code, err } = await app.load();
    const installed = installedIn(store, key);
    return { code, err, installed: installed?.toString("latin1", 0, secret.length) ?? null };
  }

  // The server ---------------------------------------------------------------------------------------------

  attack("the server has another archive of the same size", async (isWeak) => {
    const [real, fake] = asLong(good.archive, evil.archive);
    await using server = await RuntimeServer.of(fake);
    // Without the rule: an app that was made for this archive.
    const lines = {
      ...archiveLines(isWeak ? fake : real),
      ...executableLines(evil),
      address: server.address,
    };
    return await loaded(good, lines);
  });

  attack("the archive holds another runtime", async (isWeak) => {
    await using server = await RuntimeServer.of(evil.archive);
    return await loaded(evil, { ...executableLines(isWeak ? evil : good), address: server.address });
  });

  test("members beside the runtime are put nowhere, wherever their paths lead", async () => {
    const archive = withStowaways(good);
    await using server = await RuntimeServer.of(archive);
    const { code, installed } = await loaded(good, { ...archiveLines(archive), address: server.address });
    expect([code, installed]).toEqual([0, "good good!"]);
    expect(filesIn(join(wine.prefix, "drive_c")).filter((path) => path.includes("evil"))).toEqual([]);
    expect(filesIn(join(storeOf(wine), `1.0.0-${number}`))).toEqual([
      "apps",
      expect.stringMatching(/^apps\/[0-9a-f]{16}$/),
      "bun.exe",
    ]);
  });

  for (const [what, [archive, problem]] of Object.entries(brokenArchives(good))) {
    test(`an archive that ${what}, and that the app was made for, is refused and leaves nothing to run`, async () => {
      await using server = await RuntimeServer.of(archive);
      const { code, err, installed } = await loaded(good, {
        ...archiveLines(archive),
        address: server.address,
      });
      expect([code, err, installed]).toEqual([1, expect.stringContaining(problem), null]);
      expect(filesIn(join(storeOf(wine), `1.0.0-${number}`))).toEqual([]);
    });
  }

  /** Writes for ever, as fast as it is read. */
  function endless(response: ServerResponse): void {
    const piece = Buffer.alloc(1 << 16, "x");
    const more = (): void => {
      while (response.write(piece) && !response.destroyed);
      response.once("drain", more);
    };
    response.on("error", () => {});
    more();
  }

  for (const [what, sizes] of Object.entries({
    "whose size is known": {},
    "whose size is not known": { "archive-size": [] },
  } as Record<string, ConfLines>)) {
    test(`an endless answer instead of an archive ${what} is not read to its end`, async () => {
      await using server = await RuntimeServer.of(good.archive);
      server.answer = (_, response) => {
        response.writeHead(200);
        endless(response);
      };
      const { code, err, installed } = await loaded(good, { ...sizes, address: server.address });
      expect([code, err, installed]).toEqual([1, expect.stringContaining("is not this component"), null]);
    });
  }

  for (const [what, to] of Object.entries({
    "an address that is not secure": "http://runtimes.example/bun.tgz",
    "a file": "file:///C:/windows/win.ini",
    "another host by a short form": "//runtimes.example/bun.tgz",
    "an address with a name and a password": "https://me:word@runtimes.example/bun.tgz",
  })) {
    test(`an answer that points to ${what} is not followed`, async () => {
      await using server = await RuntimeServer.of(good.archive);
      server.answer = (_, response) => response.writeHead(302, { location: to }).end();
      const { code, err } = await loaded(good, { address: server.address });
      expect([code, err]).toEqual([1, expect.stringContaining("points to an address that is not secure")]);
    });
    test(`a configuration that names ${what} is not believed`, async () => {
      const { code, err } = await loaded(good, { address: to });
      expect([code, err]).toEqual([1, expect.stringContaining("This address is not secure")]);
    });
  }

  test("an answer that points to itself is followed a few times", async () => {
    await using server = await RuntimeServer.of(good.archive);
    server.answer = (_, response) => response.writeHead(302, { location: "/again" }).end();
    expect((await loaded(good, { address: server.address })).code).toBe(1);
    expect(server.asked.length).toBe(6);
  });

  test("a server whose certificate nobody has signed is not believed", async () => {
    using certificate = new SelfSigned("127.0.0.1");
    await using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      tls: certificate.tls,
      fetch: () => new Response(good.archive),
    });
    const { code, err, installed } = await loaded(good, {
      address: `https://127.0.0.1:${server.port}/bun.tgz`,
    });
    expect([code, err, installed]).toEqual([1, expect.stringContaining("No secure connection"), null]);
  });

  // The disk -----------------------------------------------------------------------------------------------

  test("what was planted as the beginning of the archive does not become part of it", async () => {
    await using server = await RuntimeServer.of(good.archive);
    const { code, installed } = await loaded(good, { address: server.address }, (folder) => {
      mkdirSync(join(folder, ".."), { recursive: true });
      writeFileSync(`${folder}.part`, evil.archive.subarray(0, 5000));
    });
    expect([code, installed]).toEqual([0, "good good!"]);
    expect(server.asked).toEqual(["bytes=5000-", null]);
  });

  test("what was planted as the whole archive is not unpacked", async () => {
    const [real, fake] = asLong(good.archive, evil.archive);
    await using server = await RuntimeServer.of(real);
    const lines = { ...archiveLines(real), address: server.address };
    const { code, installed } = await loaded(good, lines, (folder) => writeFileSync(`${folder}.part`, fake));
    expect([code, installed]).toEqual([0, "good good!"]);
  });

  const plant = (folder: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "bun.exe"), evil.bytes);
  };
  // Wine tells of what all users may do, and not of a group.
  const weaknesses: Record<string, (folder: string) => void> = {
    "whose folder all users may write to": (folder) => chmodSync(folder, 0o777),
    "that all users may write to": (folder) => chmodSync(join(folder, "bun.exe"), 0o777),
    "in a store that all users may write to": (folder) => chmodSync(join(folder, ".."), 0o777),
  };
  if (process.getuid?.() === 0) {
    weaknesses["that is another user's"] = (folder) => chownSync(join(folder, "bun.exe"), 1, 1);
    weaknesses["whose folder is another user's"] = (folder) => chownSync(folder, 1, 1);
  }
  for (const [what, weaken] of Object.entries(weaknesses)) {
    // Without the weakness it is one that the user has put there.
    attack(`a runtime ${what} is in the store`, async (isWeak) => {
      const result = await loaded(good, { address: "https://127.0.0.1:1/" }, (folder) => {
        plant(folder);
        if (!isWeak) weaken(folder);
      });
      chmodSync(storeOf(wine), 0o755);
      expect(result.err.includes("nobody else may be allowed to change it")).toBe(!isWeak);
      return result.code === 0 ? result.installed : null;
    });
  }

  // The configuration --------------------------------------------------------------------------------------

  const whole = confText({ name: "App", ...good.lines, address: "https://127.0.0.1:1/" });
  for (const [what, [conf, wanted]] of Object.entries(brokenConfs(whole))) {
    test(`a runtime.conf that ${what} is said to be wrong`, async () => {
      const app = new WineStarterApp(wine, "Spoilt", conf);
      expect(await app.load()).toMatchObject({
        code: 1,
        err: `Cannot use "C:\\Spoilt\\app\\runtime.conf" (it ${wanted}): install App.exe again\n`,
      });
    });
  }

  test("a runtime.conf with a long line for somebody else is taken", async () => {
    await using server = await RuntimeServer.of(good.archive);
    expect((await loaded(good, { address: server.address, note: "x".repeat(40_000) })).code).toBe(0);
  });

  waitingTest("an answer that says nothing more is given up after a while", async () => {
    await using server = await RuntimeServer.of(good.archive);
    server.answer = (_, response) => {
      response.writeHead(200, { "content-length": String(good.archive.length) });
      response.write(good.archive.subarray(0, 1000));
    };
    const { code, err, installed } = await loaded(good, { address: server.address }, () => {}, "Waiting");
    expect([code, err, installed]).toEqual([1, expect.stringContaining("The connection was lost"), null]);
  });
}
