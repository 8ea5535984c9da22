// Updates that are assembled from the installed files and the missing parts: the downloads, and
// attacks of a hostile server with parts. Whatever it sends, one whole version is installed, and it
// is a signed one.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, spyOn, test } from "bun:test";
import { Transfer } from "../../src/app/updater/download/transfer.ts";
import { LocalSources } from "../../src/app/updater/delta/local-sources.ts";
import { parseChunkIndex, renderChunkIndex } from "../../src/contract/shipped/chunk-index.ts";
import { openKey, signFile } from "../../src/cli/signer/minisign.ts";
import type { UpdateProgress } from "../../src/contract/commands/updater.ts";
import type { ChunkPacking } from "../../src/contract/shipped/chunk-index.ts";
import type { MemoryApp } from "../support/app/memory-app.ts";
import { archive, bundle, file, MacSite } from "../support/macos/mac-site.ts";
import { noise } from "../support/noise.ts";
import {
  image,
  install,
  partOf,
  output,
  UpdateSite,
  type ChunkOffer,
} from "../support/update-site.ts";
import { gunzipSync } from "node:zlib";
import { join } from "node:path";

/** Versions that have most in common, as those of an app do. */
const common = noise(1_500_000, 7);
const withPage = (version: string, page: Buffer): Buffer =>
  Buffer.concat([
    image(""),
    common,
    Buffer.from(`page of ${version}`),
    page,
    common.subarray(0, 200_000),
  ]);
const old = withPage("1.0.0", noise(20_000, 8));
const next = withPage("1.1.0", noise(30_000, 9));

const installedVersion = (site: UpdateSite): string =>
  /page of ([\d.]+)/.exec(site.installed)?.[1] ?? "none";

/** The update progress that a page has received. */
class Heard {
  sum = 0;
  /** The announced totals, each time that the number changed. */
  readonly wholes: (number | null)[] = [];

  constructor({ services }: MemoryApp) {
    services.events.listen("framework://update-download-progress", ({ payload }) => {
      const { chunkLength, contentLength } = payload as UpdateProgress;
      this.sum += chunkLength;
      if (this.wholes.at(-1) !== contentLength) this.wholes.push(contentLength);
      expect(this.sum).toBeLessThanOrEqual(contentLength ?? Infinity);
    });
  }
}

/** The result of an update by parts. */
interface Outcome {
  readonly version: string;
  /** The download was given as a whole. */
  readonly isWhole: boolean;
  readonly output: string;
}

/** Offers 1.1.0 in parts, lets `change` modify the server, and lets the app install. */
async function updated(
  change: (site: UpdateSite, offered: ChunkOffer) => void | Promise<void> = () => {},
  payload: Buffer = next,
): Promise<Outcome> {
  using site = new UpdateSite(old);
  const offered = await site.offerChunks({ payload });
  await change(site, offered);
  // A broken transfer is resumed a second later, twenty times.
  using _pause = spyOn(Transfer.prototype, "pause").mockResolvedValue();
  using app = await site.start();
  const heard = new Heard(app);
  const text = await output(() => install(app));
  expect(heard.sum).toBe(heard.wholes.at(-1) ?? 0);
  // Nothing but the update is left there.
  expect(site.names.filter((name) => !name.endsWith(".previous"))).toEqual(["Memory.AppImage"]);
  return {
    version: installedVersion(site),
    isWhole: site.requests.includes("/download"),
    output: text,
  };
}

test("only what is missing is downloaded, and the progress counts that", async () => {
  using site = new UpdateSite(old);
  const { index } = await site.offerChunks({ payload: next });
  using app = await site.start();
  const heard = new Heard(app);
  await install(app);
  expect(installedVersion(site)).toBe("1.1.0");
  expect(site.requests).toEqual(["/feed", "/index", "/chunks"]);
  const came = heard.sum;
  expect(heard.wholes).toEqual([came]);
  // The page, and the rest of the chunks around it.
  expect(came).toBeGreaterThan(30_000);
  expect(came + index.length).toBeLessThan(150_000);
});

test("when the last parts turn out to be wrong, received parts are not reported again", async () => {
  using site = new UpdateSite(old);
  const { chunks } = await site.offerChunks({ payload: next });
  const wrong = Buffer.from(chunks).fill(0, 1_520_000, 1_600_000);
  site.answers["/chunks"] = (request) => partOf(wrong, request);
  using app = await site.start();
  const heard = new Heard(app);
  expect(await output(() => install(app))).toContain("a part of it is not the requested one");
  expect(heard.wholes).toEqual([expect.any(Number), next.length]);
  expect(heard.sum).toBe(next.length);
});

test("an update that shares little with the installed file downloads as a whole", async () => {
  const other = Buffer.concat([image(""), Buffer.from("page of 1.1.0"), noise(1_000_000, 11)]);
  expect(await updated(() => {}, other)).toEqual({ version: "1.1.0", isWhole: true, output: "" });
});

test("a feed without chunks is one of a whole download", async () => {
  using site = new UpdateSite(old);
  await site.offer({ payload: next });
  using app = await site.start();
  await install(app);
  expect([installedVersion(site), site.requests]).toEqual(["1.1.0", ["/feed", "/download"]]);
});

test("a part that breaks off goes on where it was", async () => {
  let requests = 0;
  const outcome = await updated((site, { chunks }) => {
    site.answers["/chunks"] = (request) => {
      const whole = partOf(chunks, request);
      if (++requests > 1) return whole;
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue((await whole.bytes()).subarray(0, 20_000));
          controller.close();
        },
      });
      return new Response(body, { status: 206, headers: whole.headers });
    };
  });
  expect([outcome, requests]).toEqual([{ version: "1.1.0", isWhole: false, output: "" }, 2]);
});

test("a part that the server cannot give for a moment is asked for again, and one that it refuses is not", async () => {
  for (const [status, ...expected] of [
    [503, false, 2],
    [403, true, 1],
  ] as const) {
    let requests = 0;
    const outcome = await updated((site, { chunks }) => {
      site.answers["/chunks"] = (request) =>
        ++requests > 1 ? partOf(chunks, request) : new Response(null, { status });
    });
    expect([outcome.isWhole, requests]).toEqual([...expected]);
  }
});

test("packed parts are unpacked: an app bundle, from its files", async () => {
  const entries = (version: string) => [
    ...bundle(version),
    file("Memory.app/Contents/Resources/large", common),
    file("Memory.app/Contents/Resources/text", "words ".repeat(50_000) + version),
  ];
  using site = new MacSite(entries("version 1.0.0"));
  const payload = gunzipSync(archive(...entries("version 1.1.0")));
  await site.offerChunks({ payload }, "deflate" satisfies ChunkPacking);
  using app = await site.start();
  expect(await output(() => install(app))).toBe("");
  expect(site.installed).toBe("version 1.1.0");
  expect(site.requests).not.toContain("/download");
});

// A hostile server
// -----------------------------------------------------------------------------------------

const headers = (response: Response, more: Record<string, string>): Response =>
  new Response(response.body, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...more },
  });

for (const [what, reason, change] of [
  [
    "a wrong chunk",
    "a part of it is not the requested one",
    (site, { chunks }) => {
      const wrong = Buffer.from(chunks).fill(0, 1_490_000, 1_600_000);
      site.answers["/chunks"] = (request) => partOf(wrong, request);
    },
  ],
  [
    "a part that is cut, each time",
    "the part that was asked for did not come whole",
    (site, { chunks }) => {
      site.answers["/chunks"] = (request) => {
        const { headers, status } = partOf(chunks, request);
        return new Response(Buffer.alloc(0), { headers, status });
      };
    },
  ],
  [
    "more than was asked for, without an end",
    "a part of it is not the requested one",
    (site, { chunks }) => {
      const pull = (controller: ReadableStreamDefaultController) =>
        controller.enqueue(Buffer.alloc(65_536));
      site.answers["/chunks"] = (request) => {
        const { headers, status } = partOf(chunks, request);
        return new Response(new ReadableStream({ pull }), { headers, status });
      };
    },
  ],
  [
    "another part than was asked for",
    "the server sent another part of it",
    (site, { chunks }) => {
      site.answers["/chunks"] = (request) =>
        headers(partOf(chunks, request), { "content-range": `bytes 0-99/${chunks.length}` });
    },
  ],
  [
    "a part of a file of another size",
    "the server sent another part of it",
    (site, { chunks }) => {
      site.answers["/chunks"] = (request) => {
        const answer = partOf(chunks, request);
        const range = answer.headers.get("content-range")?.replace(/\/\d+$/, "/999999999") ?? "";
        return headers(answer, { "content-range": range });
      };
    },
  ],
  [
    "the whole file for a part",
    "the server gives no parts of files",
    (site, { chunks }) => {
      site.answers["/chunks"] = () => new Response(new Uint8Array(chunks));
    },
  ],
  [
    "no file",
    "the server answered 404",
    (site) => {
      site.answers["/chunks"] = () => new Response(null, { status: 404 });
    },
  ],
  [
    "a way to a file of the user's",
    "updates come by https alone",
    (site) => {
      site.answers["/chunks"] = () =>
        new Response(null, { status: 302, headers: { location: "file:///etc/passwd" } });
    },
  ],
  [
    "a way to http",
    "updates come by https alone",
    (site) => {
      site.answers["/index"] = () => Response.redirect(`${site.url}/other`);
    },
  ],
  [
    "an index that was changed",
    "it differs from the signed file",
    (site, { index }) => {
      site.answers["/index"] = () => new Response(Buffer.concat([index, index.subarray(-10)]));
    },
  ],
  [
    "an index without an end",
    "it must be smaller than 1048576 bytes",
    (site) => {
      const pull = (controller: ReadableStreamDefaultController) =>
        controller.enqueue(Buffer.alloc(65_536));
      site.answers["/index"] = () => new Response(new ReadableStream({ pull }));
    },
  ],
] as const satisfies readonly (readonly [
  string,
  string,
  (site: UpdateSite, offered: ChunkOffer) => void,
])[]) {
  test(`a server that gives ${what} is found out, and the whole is installed`, async () => {
    const outcome = await updated(change);
    expect(outcome).toMatchObject({ version: "1.1.0", isWhole: true });
    expect(outcome.output).toStartWith("framework: the update is downloaded as a whole: ");
    expect(outcome.output).toContain(reason);
  });
}

/** Signs an index for the site, as the author would. */
async function signIndex(
  site: UpdateSite,
  index: Uint8Array,
  version: string,
  app: string | null = null,
): Promise<void> {
  const path = join(site.folder, "index");
  writeFileSync(path, index);
  const facts = { time: 1_700_000_000, app, version, target: site.platform, expires: null };
  const signature = await signFile(path, openKey(site.keys.secretKey, ""), facts);
  const feed = (await (await fetch(`${site.url}/feed`)).json()) as {
    platforms: Record<string, { chunks: { signature: string } }>;
  };
  for (const one of Object.values(feed.platforms)) one.chunks.signature = signature;
  site.answers["/feed"] = () => Response.json(feed);
  site.answers["/index"] = () => new Response(new Uint8Array(index));
}

test("the index of another app, signed by the author with the same key, is refused", async () => {
  const outcome = await updated((site, { index }) =>
    signIndex(site, index, "1.1.0", "org.example.todo"),
  );
  expect(outcome).toMatchObject({ version: "1.1.0", isWhole: true });
  expect(outcome.output).toContain(
    'its signature is for app "org.example.todo", not "org.example.memory"',
  );
});

test("an index that names no app, as those of old, is taken", async () => {
  const outcome = await updated((site, { index }) => signIndex(site, index, "1.1.0"));
  expect(outcome).toEqual({ version: "1.1.0", isWhole: false, output: "" });
});

test("the index of another version, signed by the author, is refused: an old version cannot come back by it", async () => {
  let asked = 0;
  const outcome = await updated(async (site, { index }) => {
    await signIndex(site, index, "0.9.0");
    site.answers["/index"] = () => (asked++, new Response(new Uint8Array(index)));
  });
  // The facts of its signature are known before any request.
  expect(asked).toBe(0);
  expect(outcome).toMatchObject({ version: "1.1.0", isWhole: true });
  expect(outcome.output).toContain('its signature is for version "0.9.0", not "1.1.0"');
});

test("chunks that fit, and together are another file than was signed, are refused", async () => {
  const outcome = await updated((site, { index }) =>
    signIndex(
      site,
      renderChunkIndex({ ...parseChunkIndex(index), sha512: "0".repeat(128) }),
      "1.1.0",
    ),
  );
  expect(outcome).toMatchObject({ version: "1.1.0", isWhole: true });
  expect(outcome.output).toContain("together they are another file");
});

test("an index of more than an update may have is refused", async () => {
  const size = 1 << 16;
  const outcome = await updated((site, { index }) => {
    const chunk = { hash: "00".repeat(8), size, packedSize: size };
    const chunks = Array.from({ length: (1 << 14) + 1 }, () => chunk);
    return signIndex(site, renderChunkIndex({ ...parseChunkIndex(index), chunks }), "1.1.0");
  });
  expect(outcome).toMatchObject({ version: "1.1.0", isWhole: true });
  expect(outcome.output).toContain(
    "the update that it describes must be smaller than 1073741824 bytes",
  );
});

test("a chunk that unpacks to more than it may is given up", async () => {
  const entries = (version: string) => [
    ...bundle(version),
    file("Memory.app/Contents/large", common),
    file("Memory.app/Contents/text", version.repeat(20_000)),
  ];
  using site = new MacSite(entries("version 1.0.0"));
  const { chunks, index } = await site.offerChunks(
    { payload: gunzipSync(archive(...entries("version 1.1.0"))) },
    "deflate",
  );
  // As long as the first of the chunks that are asked for, and a thousand times as much.
  const bomb = Buffer.alloc(chunks.length, Bun.deflateSync(Buffer.alloc(50_000_000)));
  site.answers["/chunks"] = (request) => partOf(bomb, request);
  using app = await site.start();
  const text = await output(() => install(app).catch(() => {}));
  expect(text).toContain("the update is downloaded as a whole: Cannot download a part of");
  expect(sizeOf(index)).toBe(chunks.length);
});

const sizeOf = (index: Buffer): number =>
  parseChunkIndex(index).chunks.reduce((sum, { packedSize }) => sum + packedSize, 0);

test("without the signature of the whole, neither way installs anything", async () => {
  using site = new UpdateSite(old);
  await site.offerChunks({ payload: next, signed: old });
  site.answers["/index"] = () => new Response("FRMWCHK1");
  using app = await site.start();
  await output(async () => expect(install(app)).rejects.toMatchObject({ code: "bad-update" }));
  expect(installedVersion(site)).toBe("1.0.0");
});

test("an installed file that changes while it is read is noticed, and the whole update installs", async () => {
  const { prototype } = LocalSources;
  const read = Object.getOwnPropertyDescriptor(prototype, "read")?.value as LocalSources["read"];
  using _read = spyOn(prototype, "read").mockImplementationOnce(function (
    this: LocalSources,
    hash,
    size,
  ) {
    return read.call(this, hash, size - 1);
  });
  const outcome = await updated();
  expect(outcome).toMatchObject({ version: "1.1.0", isWhole: true });
  expect(outcome.output).toContain("the installed files have changed meanwhile");
});

test("the file put together from chunks is the file that was built", async () => {
  using site = new UpdateSite(old);
  await site.offerChunks({ payload: next });
  using app = await site.start();
  await install(app);
  const sum = (bytes: string | Buffer) => createHash("sha512").update(bytes).digest("hex");
  expect(sum(readFileSync(site.file))).toBe(sum(next));
});
