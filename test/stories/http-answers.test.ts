// The share of a page, its waiting time, and its effect on the other pages.

import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
  type InputType,
} from "node:zlib";
import { withBudget } from "../../src/app/calls/reply-bytes.ts";
import { Semaphore } from "../../src/app/calls/semaphore.ts";
import { readBody, unpackedAnswer } from "../../src/app/network/http-body.ts";
import { wholeFrames } from "../../src/app/network/zstd-frames.ts";
import { limits } from "../../src/contract/limits.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection, startWithApi, type ApiApp } from "../support/page-api.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

let heldRequests = 0;
let slowAnswers = 0;
let isReadingOn = false;

const packed: Readonly<Record<string, (text: InputType) => Buffer>> = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  "gzip, br": (text) => brotliCompressSync(gzipSync(text)),
  identity: (text) => Buffer.from(text as string),
};

/** Parts of gzip with nothing in them, 300 MB, packed once more. */
const packedNothing = (): Buffer => {
  const nothing = gzipSync("");
  const part = gzipSync(Buffer.concat(Array.from({ length: 50_000 }, () => nothing)));
  return Buffer.concat(Array.from({ length: 300 }, () => part));
};

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const [, what, ...rest] = new URL(request.url).pathname.split("/");
    if (what === "never") heldRequests++;
    if (what === "never") return await new Promise<Response>(() => {});
    if (what === "packed") {
      const encoding = decodeURIComponent(rest[0] ?? "");
      const body = request.method === "HEAD" ? null : packed[encoding]?.("text that was packed");
      return new Response(body, { headers: { "content-encoding": encoding } });
    }
    if (what === "raw-deflate") {
      return new Response(deflateRawSync("text"), { headers: { "content-encoding": "deflate" } });
    }
    if (what === "nothing")
      return new Response(packedNothing(), { headers: { "content-encoding": "gzip, gzip" } });
    if (what === "cut-off") {
      return new Response(gzipSync("text").subarray(0, 15), {
        headers: { "content-encoding": "gzip" },
      });
    }
    if (what === "bytes") return new Response("x".repeat(Number(rest[0])));
    if (what === "parts") {
      const parts = Array.from({ length: 3 }, () =>
        new TextEncoder().encode("x".repeat(1_000_000)),
      );
      return new Response(
        (async function* () {
          yield* parts;
        })(),
      );
    }
    if (what === "endless") {
      isReadingOn = true;
      return new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(65536)),
          cancel: () => void (isReadingOn = false),
        }),
      );
    }
    if (what === "slow") {
      slowAnswers++;
      return new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) }),
      );
    }
    return new Response("{}");
  },
});
afterAll(() => server.stop(true));
const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;

function httpApp(scope = [at("/*")]): Promise<ApiApp> {
  return startWithApi({
    allow: ["http.request"],
    config: { framework: { allowlist: { http: { scope } } } },
  });
}

test("an answer that comes too slowly rejects, and ends with its page", async () => {
  using http = await httpApp();
  expect(
    await rejection(http.api.http.fetch(at("/slow"), { timeout: { secs: 0, nanos: 30_000_000 } })),
  ).toBe(`timed-out: Cannot request "${at("/slow")}": it took longer than 30 ms`);
  const before = slowAnswers;
  const waiting = rejection(
    http.app.page.invoke("http.request", { method: "GET", url: at("/slow") }),
  );
  await waitFor("the request to arrive", () => slowAnswers > before);
  http.app.platform.navigate("main");
  expect(await waiting).toBe(`closed: Cannot request "${at("/slow")}": the page went away`);
});

test("a page whose servers never answer leaves connections to the other pages", async () => {
  using app = await startInMemory({
    allow: ["http.request"],
    config: {
      framework: {
        windows: [{ label: "main" }, { label: "other" }],
        allowlist: { http: { scope: [at("/*")] } },
      },
    },
  });
  const before = heldRequests;
  const never = { method: "GET", url: at("/never") } as const;
  const waiting = Array.from({ length: 300 }, () =>
    rejection(app.page.invoke("http.request", never)),
  );
  await waitFor(
    "the first requests to arrive",
    () => heldRequests >= before + limits.httpRequests.most,
  );
  const { status } = await app
    .pageOf("other")
    .invoke("http.request", { method: "GET", url: at("/echo") });
  expect([status, heldRequests - before]).toEqual([200, limits.httpRequests.most]);
  app.platform.navigate("main");
  expect(new Set(await Promise.all(waiting))).toEqual(
    new Set([`closed: Cannot request "${at("/never")}": the page went away`]),
  );
});

test("a request that has come to its end, well or not, gives its turn to the next one", async () => {
  using http = await httpApp();
  const { fetch } = http.api.http;
  for (let round = 0; round < limits.httpRequests.most; round++) {
    const path = round % 2 === 0 ? "/bytes/0" : "/cut-off";
    await fetch(at(path)).catch(() => {});
  }
  expect((await fetch(at("/bytes/0"))).status).toBe(200);
});

test("a request that has to wait for its turn gets it, or its time runs out", async () => {
  const turns = new Semaphore(1);
  const never = new AbortController().signal;
  const first = await turns.acquire(1, never);
  const late = turns.acquire(1, AbortSignal.timeout(1)).catch((error: Error) => error.name);
  const next = turns.acquire(1, never);
  using _ = await turns.acquire(2, never);
  expect(await late).toBe("TimeoutError");
  first[Symbol.dispose]();
  using __ = await next;
});

test("a packed answer is unpacked, in each way that the request admits", async () => {
  using http = await httpApp();
  const { fetch, ResponseType } = http.api.http;
  const options = { responseType: ResponseType.Text };
  for (const encoding of Object.keys(packed)) {
    const { data } = await fetch(at(`/packed/${encodeURIComponent(encoding)}`), options);
    expect([encoding, data]).toEqual([encoding, "text that was packed"]);
  }
  expect((await fetch(at("/raw-deflate"), options)).data).toBe("text");
  expect((await fetch(at("/packed/gzip"), { ...options, method: "HEAD" })).data).toBe("");
  expect(await rejection(fetch(at("/cut-off"), options))).toStartWith("network: Cannot request");
});

test("an answer has as many bytes as the request allows, and the server of a longer one is cut off", async () => {
  using http = await httpApp();
  const { fetch, ResponseType } = http.api.http;
  const get = (path: string, maxBytes: number) =>
    fetch<Uint8Array>(at(path), { responseType: ResponseType.Binary, maxBytes });
  const refusal = (path: string, most: number) =>
    `too-long: Cannot request "${at(path)}": the answer has more than ${most} bytes; set maxBytes to take more`;
  expect((await get("/bytes/10", 10)).data.length).toBe(10);
  expect((await get("/packed/gzip", 20)).data.length).toBe(20);
  expect(await rejection(get("/bytes/11", 10))).toBe(refusal("/bytes/11", 10));
  expect(await rejection(get("/packed/gzip", 19))).toBe(refusal("/packed/gzip", 19));
  expect(await rejection(get("/endless", 1_000_000))).toBe(refusal("/endless", 1_000_000));
  await waitFor("the server to stop", () => !isReadingOn);
  expect(await rejection(get("/bytes/1", 2 ** 31))).toStartWith("bad-argument: ");
});

test("an answer is collected in memory that goes to the page without a copy, whether its length is known or not", async () => {
  for (const path of ["/bytes/3000000", "/parts"]) {
    const response = await fetch(at(path));
    expect(response.headers.has("content-length")).toBe(path !== "/parts");
    const bytes = await readBody(response, 3_000_000, null);
    expect(bytes.length).toBe(3_000_000);
    expect(bytes.every((byte) => byte === 0x78)).toBe(true);
    expect(withBudget([bytes], 100)?.buffer).toBe(bytes.buffer);
  }
});

/** A server of one answer, which is written as it is here. */
const answering = (answer: string) =>
  Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${answer}`) },
  });

test("an answer that breaks off is refused, though its header had the length", async () => {
  using breaking = answering("content-length: 5\r\n\r\nfour");
  const url = `http://127.0.0.1:${breaking.port}/`;
  using http = await httpApp([`${url}*`]);
  expect(await rejection(http.api.http.fetch(url))).toStartWith(`network: Cannot request "${url}"`);
});

test("an answer for own code is decompressed, keeps its address, and fails where it breaks off", async () => {
  const get = async (path: string) =>
    await unpackedAnswer(await fetch(at(path), { decompress: false }));
  for (const encoding of Object.keys(packed)) {
    const answer = await get(`/packed/${encodeURIComponent(encoding)}`);
    expect([answer.url, await answer.text()]).toEqual([
      at(`/packed/${encodeURIComponent(encoding)}`),
      "text that was packed",
    ]);
  }
  const cutOff = await get("/cut-off");
  expect(await rejection(cutOff.text())).not.toBe("");
});

test("an answer that breaks off anywhere in its compressed data is refused", async () => {
  const zstd = (options: object) => zstdCompressSync("text of an answer", options);
  const checksum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
  const answers = [
    ["gzip", gzipSync("text")],
    ["br", brotliCompressSync("text")],
    ["zstd", zstd({})],
    ["zstd", zstd(checksum)],
    ["zstd", zstdCompressSync(Buffer.alloc(1000))],
    ["zstd", Buffer.concat([skippable, zstd(checksum)])],
  ] as const;
  const read = async (encoding: string, bytes: Uint8Array) => {
    const headers = { "content-encoding": encoding };
    return await readBody(new Response(bytes, { headers }), 10_000, null);
  };
  for (const [encoding, bytes] of answers) {
    expect((await read(encoding, bytes)).length).toBeGreaterThan(0);
    const taken: number[] = [];
    for (let length = 1; length < bytes.length; length++)
      await read(encoding, bytes.subarray(0, length)).then(
        () => taken.push(length),
        () => {},
      );
    // Between two frames, nothing says that there is another one.
    const isBoundary = (length: number) => bytes[0] === skippable[0] && length === skippable.length;
    expect([encoding, taken.filter((length) => !isBoundary(length))]).toEqual([encoding, []]);
  }
});

test("frames of zstd follow each other, in parts of any length", async () => {
  const text = Buffer.from(randomBytes(200_000).toString("hex"));
  const bytes = Buffer.concat([zstdCompressSync(text), zstdCompressSync(text)]);
  for (const length of [1, 7, 65_536, bytes.length]) {
    let size = 0;
    const parts = async function* () {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    };
    for await (const part of wholeFrames(parts())) size += part.length;
    expect(size).toBe(bytes.length);
  }
  const cut = new Response(bytes.subarray(0, -1)).body as ReadableStream<Uint8Array>;
  expect(await rejection(Array.fromAsync(wholeFrames(cut)))).toBe("its zstd data breaks off");
});

test("of an answer in pieces no other length holds", async () => {
  using pieces = answering(
    "content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n5\r\npiece\r\n0\r\n\r\n",
  );
  const response = await fetch(`http://127.0.0.1:${pieces.port}/`);
  expect(new TextDecoder().decode(await readBody(response, 100, null))).toBe("piece");
});

test("an answer with two encodings has a limit between them, too", async () => {
  using http = await httpApp();
  expect(await rejection(http.api.http.fetch(at("/nothing")))).toStartWith(
    "too-long: Cannot request",
  );
});

test("an answer that a server compresses into 4 MB takes no more memory than the request allows", async () => {
  // 4 GB, as gzip's parts one after the other.
  const part = gzipSync(Buffer.alloc(64_000_000));
  using bomb = tempDir({ "bomb.gz": Buffer.concat(Array.from({ length: 64 }, () => part)) });
  const script = `
    const { readBody } = await import(${JSON.stringify(import.meta.resolve("../../src/app/network/http-body.ts"))});
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(Bun.file("bomb.gz"), { headers: { "content-encoding": "gzip" } }),
    });
    const response = await fetch(server.url, { decompress: false });
    const refusal = await readBody(response, 16_000_000).catch((error) => error.name);
    const status = await Bun.file("/proc/self/status").text();
    console.log(refusal, /^VmHWM:\\s+([0-9]+)/m.exec(status)[1]);
    process.exit();
  `;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { cwd: bomb.path });
  const [refusal, kilobytes] = stdout.toString().trim().split(" ");
  expect(refusal).toBe("TooLong");
  expect(Number(kilobytes)).toBeLessThan(120_000);
});
