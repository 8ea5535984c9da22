// On Linux alone: files are those of this machine.

import { afterAll, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { arrayBuffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type * as uploadApi from "../../plugins/upload/api.ts";
import { upload } from "../../plugins/upload/index.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection } from "../support/page-api.ts";
import { pageHalf } from "../support/page-half.ts";

const before = process.env["XDG_DATA_HOME"];
let folder: TempDir;
beforeEach(() => {
  folder?.[Symbol.dispose]();
  folder = tempDir();
  process.env["XDG_DATA_HOME"] = join(folder.path, "data");
  mkdirSync(join(folder.path, "data"));
});
afterAll(async () => {
  folder?.[Symbol.dispose]();
  server.closeAllConnections();
  server.close();
  if (before === undefined) delete process.env["XDG_DATA_HOME"];
  else process.env["XDG_DATA_HOME"] = before;
});

const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 7) % 251);
/** The version of the file at each request; the last one stays. */
let tags: string[] = [];
/** After how many bytes of an answer the connection breaks off, for each request. */
let breaks: number[] = [];
let ranges: (string | null)[] = [];

/** One of Node.js, which lets an answer break off; `Bun.serve` prints each of them. */
const server = createServer((request, response) => void answer(request, response));
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address() as AddressInfo;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url, method, headers } = request;
  switch (url) {
    case "/in": {
      const body = await arrayBuffer(request);
      response.end(
        JSON.stringify({
          method,
          length: body.byteLength,
          sum: new Bun.CryptoHasher("sha1").update(body).digest("hex"),
          mine: headers["x-mine"] ?? null,
          type: headers["content-type"] ?? null,
        }),
      );
      return;
    }
    case "/refuses":
      response.writeHead(404).end("no such thing");
      return;
    case "/packed": {
      const packed = gzipSync(bytes);
      ranges.push(headers.range ?? null);
      response.writeHead(200, {
        etag: '"one"',
        "content-encoding": "gzip",
        "content-length": packed.length,
      });
      if (breaks.shift() === undefined) return void response.end(packed);
      const kept = keptBytes();
      response.write(packed.subarray(0, packed.length / 2));
      await waitFor("the app to keep what was sent", () => keptBytes() > kept);
      return void response.destroy();
    }
    case "/part":
      response.writeHead(206, { "content-range": "bytes 5-9/3000000" }).end("56789");
      return;
    case "/away":
      response.writeHead(302, { location: "http://localhost:1/secret" }).end();
      return;
    case "/endless":
      while (!response.destroyed) {
        response.write(new Uint8Array(10));
        await Bun.sleep(5);
      }
      return;
    default:
      await answerWithFile(headers, response);
  }
}

async function answerWithFile(
  { range, "if-range": ifRange }: IncomingHttpHeaders,
  response: ServerResponse,
): Promise<void> {
  ranges.push(range ?? null);
  const tag = tags[Math.min(ranges.length, tags.length) - 1] ?? '"one"';
  const fits = range !== undefined && ifRange === tag;
  const start = fits ? Number(/\d+/.exec(range)?.[0]) : 0;
  const rest = bytes.subarray(start);
  response.writeHead(fits ? 206 : 200, {
    etag: tag,
    "content-length": rest.length,
    ...(fits && { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
  });
  const cut = breaks.shift();
  if (cut === undefined) {
    response.end(rest);
    return;
  }
  const kept = keptBytes();
  // As much as fits into the socket's buffer.
  if (cut > 0) {
    response.write(rest.subarray(0, cut));
    await waitFor("the app to keep what was sent", () => keptBytes() > kept);
  }
  response.destroy();
}

const at = (path: string): string => `http://127.0.0.1:${port}${path}`;
beforeEach(() => {
  tags = [];
  breaks = [];
  ranges = [];
});

async function start(allow: Record<string, boolean> = { all: true }) {
  const app = await startInMemory({
    definition: defineApp({ plugins: [upload()] }),
    config: {
      plugins: { upload: { allowlist: allow } },
      framework: {
        allowlist: { fs: { scope: [`${folder.path}/*`] }, http: { scope: [at("/*")] } },
      },
    },
  });
  return Object.assign(app, {
    half: await pageHalf<typeof uploadApi>("upload", app.page),
    async [Symbol.asyncDispose]() {
      // The last of them is that of a listener which was removed.
      await waitFor("all answers", () => app.platform.held <= app.services.events.readers);
      app[Symbol.dispose]();
    },
  });
}

const path = (name: string): string => join(folder.path, name);
const isWhole = (name: string): boolean => readFileSync(path(name)).equals(bytes);
/**
 * The number of bytes of unfinished downloads that the app has on the disk, without the versions
 * beside them.
 */
function keptBytes(): number {
  const folder = path("data/org.example.memory/private/upload");
  if (!existsSync(folder)) return 0;
  const sizes = readdirSync(folder)
    .filter((name) => !name.includes("."))
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

const parts = (): string[] => readdirSync(path("data/org.example.memory/private/upload"));

test("a file is sent as the body of a request, with headers, and its progress adds up", async () => {
  writeFileSync(path("a.bin"), bytes);
  await using app = await start();
  const heard: number[][] = [];
  const answer = await app.half.upload(
    at("/in"),
    path("a.bin"),
    (...each) => void heard.push(each),
    new Map([["x-mine", "1"]]),
  );
  expect(JSON.parse(answer)).toEqual({
    method: "POST",
    length: bytes.length,
    sum: new Bun.CryptoHasher("sha1").update(bytes).digest("hex"),
    mine: "1",
    type: "application/octet-stream",
  });
  await waitFor("the last event", () => heard.at(-1)?.[2] === bytes.length);
  expect(heard.reduce((sum, [progress]) => sum + progress!, 0)).toBe(bytes.length);
  expect(heard.every(([, total]) => total === bytes.length)).toBe(true);
  const put = await app.half.default(
    at("/in"),
    path("a.bin"),
    undefined,
    { "content-type": "image/png" },
    { method: "PUT" },
  );
  expect(JSON.parse(put)).toMatchObject({ method: "PUT", type: "image/png" });
});

test("a file is fetched, with progress, and nothing of it is left elsewhere", async () => {
  await using app = await start();
  const heard: number[][] = [];
  await app.half.download(at("/file"), path("b.bin"), (...each) => void heard.push(each));
  expect(isWhole("b.bin")).toBe(true);
  await waitFor("the last event", () => heard.at(-1)?.[2] === bytes.length);
  expect(heard.reduce((sum, [progress]) => sum + progress!, 0)).toBe(bytes.length);
  expect(heard.at(-1)?.[1]).toBe(bytes.length);
  expect(parts()).toEqual([]);
});

test("a file that the server compresses unasked is decompressed, and not continued by a range", async () => {
  await using app = await start();
  const get = () =>
    app.half.download(at("/packed"), path("b.bin"), undefined, undefined, { resume: true });
  breaks = [1];
  expect(await rejection(get())).toStartWith("network: ");
  expect(existsSync(path("b.bin"))).toBe(false);
  await get();
  expect([isWhole("b.bin"), ranges]).toEqual([true, [null, null]]);
});

test("a part that was not asked for is no file", async () => {
  await using app = await start();
  expect(await rejection(app.half.download(at("/part"), path("b.bin")))).toContain(
    "the server sent a part of the file, want all of it",
  );
  expect(existsSync(path("b.bin"))).toBe(false);
});

test("an upload after a download, and the reverse, both hear of their own progress", async () => {
  writeFileSync(path("a.bin"), "small");
  await using app = await start();
  const heard: string[] = [];
  for (const round of [1, 2]) {
    await app.half.download(at("/file"), path("b.bin"), () => void heard.push(`download ${round}`));
    await app.half.upload(at("/in"), path("a.bin"), () => void heard.push(`upload ${round}`));
  }
  await waitFor("all", () => new Set(heard).size === 4);
});

test("a status that is no success is an error, and what was at the place stays", async () => {
  writeFileSync(path("b.bin"), "before");
  await using app = await start();
  expect(await rejection(app.half.download(at("/refuses"), path("b.bin")))).toBe(
    `network: Cannot request "${at("/refuses")}": request failed with status code 404`,
  );
  expect(await rejection(app.half.upload(at("/refuses"), path("b.bin")))).toBe(
    `network: Cannot request "${at("/refuses")}": request failed with status code 404: no such thing`,
  );
  expect(readFileSync(path("b.bin"), "utf8")).toBe("before");
});

test("a download that the disk does not take names the file and the reason", async () => {
  await using app = await start();
  const part = new Bun.CryptoHasher("sha256").update(`${at("/file")}\0${path("b.bin")}`);
  mkdirSync(path(`data/org.example.memory/private/upload/${part.digest("hex")}`));
  expect(await rejection(app.half.download(at("/file"), path("b.bin")))).toBe(
    `io: Cannot write "${path("b.bin")}": it is a folder`,
  );
});

test("a download whose connection breaks off goes on where it was", async () => {
  breaks = [100_000, 50_000];
  await using app = await start();
  await app.half.download(at("/file"), path("b.bin"));
  expect(isWhole("b.bin")).toBe(true);
  const starts = ranges.map((range) => Number(/\d+/.exec(range ?? "0")?.[0]));
  expect(starts).toEqual([0, ...starts.slice(1).toSorted((one, other) => one - other)]);
  expect(starts.slice(1).every((one) => one > 0)).toBe(true);
  expect(starts).toHaveLength(3);
});

test("a file that has changed on the server meanwhile is fetched from its start", async () => {
  breaks = [100_000];
  tags = ['"one"', '"two"'];
  await using app = await start();
  await app.half.download(at("/file"), path("b.bin"));
  expect(ranges).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  expect(isWhole("b.bin")).toBe(true);
});

test("a download that brings nothing more is given up; with resume, the next one goes on", async () => {
  await using app = await start();
  for (const [resume, wanted] of [
    [false, /^null$/],
    [true, /^bytes=[1-9]\d+-$/],
  ] as const) {
    breaks = [100_000, 0, 0, 0, 0, 0];
    writeFileSync(path("b.bin"), "before");
    expect(
      await rejection(
        app.half.download(at("/file"), path("b.bin"), undefined, undefined, { resume }),
      ),
    ).toStartWith("network: ");
    expect(readFileSync(path("b.bin"), "utf8")).toBe("before");
    expect(parts().length > 0).toBe(resume);
    ranges = [];
    await app.half.download(at("/file"), path("b.bin"), undefined, undefined, { resume });
    expect(ranges.map(String)).toEqual([expect.stringMatching(wanted)]);
    expect(isWhole("b.bin")).toBe(true);
    expect(parts()).toEqual([]);
  }
});

test("a download that was continued lately is kept at a start, and one that was not is removed", async () => {
  const begun = new Date(Date.now() - 15 * 24 * 60 * 60 * 1000);
  const date = (isMeant: (name: string) => boolean): void => {
    for (const name of parts().filter(isMeant))
      utimesSync(path(`data/org.example.memory/private/upload/${name}`), begun, begun);
  };
  await using first = await start();
  breaks = [100_000, 0, 0, 0, 0, 0];
  await rejection(
    first.half.download(at("/file"), path("b.bin"), undefined, undefined, { resume: true }),
  );
  date((name) => name.endsWith(".version"));
  await using _ = await start();
  expect(parts().length).toBe(2);
  date(() => true);
  await using __ = await start();
  expect(parts()).toEqual([]);
});

test("a part that was damaged in length is not taken for the whole", async () => {
  await using app = await start();
  breaks = [100_000, 0, 0, 0, 0, 0];
  const again = () =>
    app.half.download(at("/file"), path("b.bin"), undefined, undefined, { resume: true });
  await rejection(again());
  const part = join(
    path("data/org.example.memory/private/upload"),
    parts().find((name) => !name.includes("."))!,
  );
  truncateSync(part, 10);
  await again();
  expect(isWhole("b.bin")).toBe(true);
  expect(statSync(path("b.bin")).size).toBe(bytes.length);
});

test("a transfer ends when its page says so, or goes away", async () => {
  await using app = await start();
  const controller = new AbortController();
  let heard = 0;
  const endless = app.half.download(
    at("/endless"),
    path("b.bin"),
    () => void heard++,
    {},
    { signal: controller.signal },
  );
  await waitFor("some of it", () => heard > 0);
  controller.abort();
  expect(await endless.catch((error: Error) => error.name)).toBe("AbortError");
  void app.half.download(at("/endless"), path("b.bin")).catch(() => {});
  await waitFor("the second one", () => parts().length > 0);
  app.platform.navigate("main");
  await waitFor("the end of it", () => parts().length === 0);
  expect(existsSync(path("b.bin"))).toBe(false);
});

test("a part that another instance of the app removes does not keep it from starting", async () => {
  await using first = await start();
  await first.half.download(at("/file"), path("a"));
  // Its name is read, and its status no longer.
  symlinkSync(path("gone"), path("data/org.example.memory/private/upload/link"));
  await using second = await start();
  await second.half.download(at("/file"), path("b"));
  expect(isWhole("b")).toBe(true);
});

test("an app whose folder cannot be written to starts, and a download says so", async () => {
  writeFileSync(path("source"), "x");
  process.env["XDG_DATA_HOME"] = "/dev/null/data";
  await using app = await start();
  expect(await rejection(app.half.download(at("/file"), path("a")))).toBe(
    'not-found: Cannot make folder "/dev/null/data/org.example.memory/private/upload": it, or a part of its path, is not a folder',
  );
  expect(await app.half.upload(at("/in"), path("source"))).toContain('"length":1,');
});

test("two downloads to one place do not mix", async () => {
  await using app = await start();
  const both = await Promise.allSettled(
    [1, 2].map(() => app.half.download(at("/file"), path("b.bin"))),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(isWhole("b.bin")).toBe(true);
});

test("both scopes and the flags are asked", async () => {
  writeFileSync(path("a.bin"), bytes);
  await using app = await start({ upload: true });
  expect(await rejection(app.half.download(at("/file"), path("b.bin")))).toContain(
    "set plugins.upload.allowlist.download to true",
  );
  expect(await rejection(app.half.upload("http://localhost:1/in", path("a.bin")))).toStartWith(
    "out-of-scope: ",
  );
  expect(await rejection(app.half.upload(at("/in"), "/etc/hostname"))).toStartWith(
    "out-of-scope: ",
  );
  expect(await rejection(app.half.upload(at("/away"), path("a.bin")))).toStartWith(
    "out-of-scope: ",
  );
  expect(await rejection(app.half.upload(at("/in"), path("missing")))).toStartWith("not-found: ");
});
