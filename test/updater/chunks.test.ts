import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { expect, test } from "bun:test";
import { ChunkFile } from "../../src/app/updater/delta/chunk-file.ts";
import { chunkHash, LocalSources } from "../../src/app/updater/delta/local-sources.ts";
import { chunkIndexName, writeChunks } from "../../src/bundler/update-chunks.ts";
import { chunkEnd, longestChunk } from "../../src/contract/shipped/chunking.ts";
import {
  parseChunkIndex,
  renderChunkIndex,
  type ChunkPacking,
} from "../../src/contract/shipped/chunk-index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { noise } from "../support/noise.ts";

function chunksOf(bytes: Uint8Array): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = chunkEnd(bytes, at);
    chunks.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  return chunks;
}

const content = noise(2_000_000, 1);

test("chunks are of about the wanted size, and are the whole", () => {
  const chunks = chunksOf(content);
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  expect(chunks.length).toBeGreaterThan(80);
  expect(chunks.length).toBeLessThan(200);
  for (const chunk of chunks.slice(0, -1)) {
    expect(chunk.length).toBeGreaterThan(4096);
    expect(chunk.length).toBeLessThanOrEqual(longestChunk);
  }
});

// Whoever updates has an older version of this code: were it to cut elsewhere, nothing would be
// found any more.
test("files are cut where they always were", () => {
  expect(chunksOf(content.subarray(0, 100_000)).map(({ length }) => length)).toEqual([
    16_615, 12_467, 16_645, 17_333, 16_900, 17_005, 3035,
  ]);
});

test("equal content has equal chunks, wherever it is", () => {
  const known = new Set(chunksOf(content).map(chunkHash));
  const changed = Buffer.concat([
    noise(777, 2),
    content.subarray(0, 900_000),
    noise(5, 3),
    content.subarray(900_000),
  ]);
  const missing = chunksOf(changed).filter((chunk) => !known.has(chunkHash(chunk)));
  expect(missing.length).toBeLessThan(8);
});

test("bytes that are all the same end no chunk before the longest", () => {
  expect(chunksOf(Buffer.alloc(200_000)).map(({ length }) => length)).toEqual([
    65_536, 65_536, 65_536, 3392,
  ]);
});

for (const packing of ["none", "deflate"] as const satisfies readonly ChunkPacking[]) {
  test(`an index tells where each chunk is, packed by "${packing}"`, () => {
    using dir = tempDir();
    const update = Buffer.concat([
      content.subarray(0, 300_000),
      Buffer.from("text ".repeat(40_000)),
    ]);
    writeChunks(update, { folder: dir.path, name: "x", packing });
    const bytes = readFileSync(join(dir.path, chunkIndexName("x")));
    const index = parseChunkIndex(bytes);
    expect(Buffer.from(renderChunkIndex(index)).equals(bytes)).toBe(true);
    const file = readFileSync(join(dir.path, "x"));
    let at = 0;
    const parts = index.chunks.map(({ hash, size, packedSize }) => {
      const part = file.subarray(at, (at += packedSize));
      const plain = packedSize < size ? inflateRawSync(part) : part;
      expect([chunkHash(plain), plain.length]).toEqual([hash, size]);
      return plain;
    });
    expect(at).toBe(file.length);
    expect(file.length < update.length).toBe(packing === "deflate");
    expect(Buffer.concat(parts).equals(update)).toBe(true);
    expect(createHash("sha512").update(update).digest("hex")).toBe(index.sha512);
  });
}

const description = (fields: object): Buffer => {
  const text = Buffer.from(JSON.stringify({ size: 0, sha512: "", packing: "none", ...fields }));
  const head = Buffer.alloc(12, "FRMWCHK1");
  head.writeUInt32LE(text.length, 8);
  return Buffer.concat([head, text]);
};
const entry = (size: number, packed?: number): Buffer => {
  const bytes = Buffer.alloc(packed === undefined ? 10 : 12);
  bytes.writeUInt16LE(size - 1, 8);
  if (packed !== undefined) bytes.writeUInt16LE(packed - 1, 10);
  return bytes;
};
for (const [what, bytes, reason] of [
  ["nothing", Buffer.alloc(0), "it is no index"],
  ["something else", Buffer.from("<html>".repeat(9)), "it is no index"],
  ["its first word alone", Buffer.from("FRMWCHK1"), ""],
  [
    "a description that is longer than it all",
    description({}).fill(0xff, 8, 12),
    "it is cut short",
  ],
  [
    "a description of another kind",
    description({ packing: "zip" }),
    "its description is not known here",
  ],
  [
    "a description that is no object",
    Buffer.concat([Buffer.from("FRMWCHK1\x04\0\0\0null")]),
    "its description is not known here",
  ],
  [
    "an entry that is cut",
    Buffer.concat([description({ size: 1 }), entry(1).subarray(1)]),
    "it is cut short",
  ],
  [
    "chunks of another size together",
    Buffer.concat([description({ size: 2 }), entry(1)]),
    "its chunks have another size",
  ],
  [
    "a chunk that grows by packing",
    Buffer.concat([description({ size: 1, packing: "deflate" }), entry(1, 2)]),
    "a chunk that cannot be",
  ],
] as const) {
  test(`${what} is no index`, () => expect(() => parseChunkIndex(bytes)).toThrow(reason));
}

test("seeds are found in any of the files, also across the pieces they are read in", async () => {
  using dir = tempDir();
  const large = noise(9_000_000, 4);
  const [one, other] = [join(dir.path, "one"), join(dir.path, "other")];
  writeFileSync(one, large);
  writeFileSync(other, content);
  const chunks = [...chunksOf(large), ...chunksOf(content)];
  await using seeds = await LocalSources.find([one, other], new Set(chunks.map(chunkHash)));
  for (const chunk of chunks)
    expect((await seeds.read(chunkHash(chunk), chunk.length)).equals(chunk)).toBe(true);
});

test("however many files there are, one is open at a time", async () => {
  using dir = tempDir();
  const contents = Array.from({ length: 300 }, (_, index) => noise(10_000, index));
  const paths = contents.map((_, index) => join(dir.path, String(index)));
  for (const [index, path] of paths.entries()) writeFileSync(path, contents[index] ?? "");
  const openFiles = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
  const before = openFiles();
  const chunks = contents.flatMap(chunksOf);
  await using seeds = await LocalSources.find(paths, new Set(chunks.map(chunkHash)));
  for (const chunk of chunks) {
    expect((await seeds.read(chunkHash(chunk), chunk.length)).equals(chunk)).toBe(true);
    expect(openFiles()).toBeLessThan(before + 20);
  }
});

test("a seed that has changed meanwhile is an error", async () => {
  using dir = tempDir();
  const path = join(dir.path, "x");
  writeFileSync(path, content);
  const [first = Buffer.alloc(0)] = chunksOf(content);
  await using seeds = await LocalSources.find([path], new Set([chunkHash(first)]));
  writeFileSync(path, "other");
  await expect(seeds.read(chunkHash(first), first.length)).rejects.toThrow(
    "the installed files have changed meanwhile",
  );
});

test("a server that says nothing, or a byte now and then, is given up", async () => {
  const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
    await Bun.sleep(5);
    controller.enqueue(Buffer.alloc(1));
  };
  using server = Bun.serve({
    port: 0,
    fetch: ({ url }) =>
      url.endsWith("/silent")
        ? new Promise<Response>(() => {})
        : new Response(new ReadableStream({ pull }), {
            status: 206,
            headers: { "content-range": "bytes 0-99999/100000" },
          }),
  });
  const chunk = { hash: "00".repeat(8), size: 50_000, packedSize: 50_000 };
  const run = { offset: 0, chunks: [chunk, chunk] };
  for (const [path, idle, total, message] of [
    ["silent", 60, 60_000, "nothing came for 60 ms"],
    ["slow", 60_000, 150, "it took longer than 150 ms"],
  ] as const) {
    const rules = { allowHttp: true, idle, total, resumptions: 3, pause: 1 };
    using file = new ChunkFile(`${server.url.origin}/${path}`, 100_000, rules);
    const read = Array.fromAsync(file.read(run, () => {}));
    await expect(read).rejects.toMatchObject({
      code: "timed-out",
      message: expect.stringContaining(message),
    });
  }
});
