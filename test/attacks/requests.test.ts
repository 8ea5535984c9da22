// Attacks on the handlers of requests: any frame of any page may send any request to the app's
// schemes. Each request gets one answer, and the app goes on.

import { expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { Assets } from "../../src/app/pages/assets.ts";
import { defineApp } from "../../src/app/index.ts";
import type { PageResponse } from "../../src/contract/ui/index.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

const origins = ["framework://localhost", "asset://localhost", "framework-isolation://localhost"];

/** An app in development, whose files are in a folder, with every scheme there is. */
async function start(folder: string, definition?: unknown): Promise<MemoryApp> {
  return await startInMemory({
    mode: "dev",
    allow: ["protocol.asset"],
    config: {
      framework: {
        allowlist: { protocol: { assetScope: [`${folder}/**`] } },
        pattern: { use: "isolation", options: { dir: "../isolation" } },
      },
    },
    assets: { kind: "folder", folder },
    isolation: { kind: "folder", folder },
    ...(definition !== undefined && { definition }),
  });
}

const statusOf = ({ status }: PageResponse): number => status;

const long = "a".repeat(400);
const odd = [
  `/${long}`,
  `/${`${long}/`.repeat(30)}`,
  `/${"%61".repeat(5000)}`,
  `/${encodeURIComponent(`/${long}/${long}`)}`,
  "/%",
  "/%00",
  "/%ff%fe",
  "/%u0041",
  "/..%2f..%2f..%2fetc%2fpasswd",
  "/%5c..%5c",
  "/index.html/",
  "/index.html/x",
  "/index.html%00.js",
  "/__proto__",
  "/constructor",
  "/__ipc/",
  "/__ipc/call",
  "/__ipc/reply/",
  "/__ipc/reply/__proto__",
  "//",
  "///localhost//",
  "?",
  "",
  ":99/",
  ":99/index.html",
  ":x/",
  "@evil/",
  "%00/",
  "/\u0000",
  "/\ud800",
  "/ü😀",
];

test("each request has one answer, whatever its address, and the app goes on", async () => {
  using dir = tempDir({ "index.html": "<title>index</title>" });
  using app = await start(dir.path);
  using _quiet = spyOn(process.stderr, "write").mockImplementation(() => true);
  for (const origin of [...origins, "framework://", "framework:", "no address at all", ""]) {
    for (const path of odd) {
      for (const method of ["GET", "HEAD", "POST", "\0"]) {
        for (const headers of [
          {},
          { accept: "text/html", range: "bytes=5-2,x" },
          { referer: "\0", origin: "\ud800" },
        ]) {
          const url = origin + path;
          const answer = await app.platform.request("main", url, { method, headers });
          expect([url, method, answer.status]).toEqual([url, method, expect.any(Number)]);
        }
      }
    }
  }
  expect(app.platform.exitCode).toBeNull();
});

// Pseudo-random, so that a failure comes again; each run tries the same.
test("so are thousands of addresses that were made up", async () => {
  using dir = tempDir({ "index.html": "<title>index</title>" });
  using app = await start(dir.path);
  using _quiet = spyOn(process.stderr, "write").mockImplementation(() => true);
  let seed = 42;
  const below = (limit: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed % limit;
  };
  const pieces = ["/", "..", "%", "%2f", "%2e", "%00", "\\", ":", "@", "?", "#", "\t", " ", long, "index", ".html", "\u{1f600}", "\udfff", "__ipc", "[::1]"]; // prettier-ignore
  for (let count = 0; count < 5000; count++) {
    let url = origins[below(origins.length)] ?? "";
    for (let length = below(12); length >= 0; length--) url += pieces[below(pieces.length)];
    const body = below(4) === 0 ? new Uint8Array(below(20)) : undefined;
    const answer = await app.platform.request("main", url, { ...(body && { body }) });
    expect([url, answer.status]).toEqual([url, expect.any(Number)]);
  }
  expect(app.platform.exitCode).toBeNull();
});

test("the app ignores a request longer than any of its files needs, and the answer has the policy", async () => {
  using dir = tempDir({ "index.html": "<title>index</title>" });
  using app = await startInMemory({
    mode: "dev",
    config: { framework: { security: { csp: "default-src 'self'" } } },
    assets: { kind: "folder", folder: dir.path },
  });
  using log = spyOn(process.stderr, "write").mockImplementation(() => true);
  const [origin = ""] = origins;
  const ask = async (address: string, sent: Record<string, string> = {}) => {
    const { status, headers } = await app.platform.request("main", origin + address, {
      headers: sent,
    });
    return [status, headers["content-security-policy"]?.split(";")[0]];
  };
  const policy = "default-src 'self'";
  expect(await ask(`/${"a".repeat(100_000)}`)).toEqual([414, policy]);
  expect(await ask(`/?${"a".repeat(2 ** 21)}`)).toEqual([414, policy]);
  expect(await ask(`/?${"a".repeat(1_000_000)}`)).toEqual([200, policy]);
  expect(await ask("/", { range: `bytes=${",".repeat(20_000)}` })).toEqual([431, policy]);
  expect(await ask("/", { range: `bytes=${",".repeat(10_000)}` })).toEqual([200, policy]);
  // Nor is it written to the terminal.
  expect(log).not.toHaveBeenCalled();
});

test("a name that is longer than any is not found", async () => {
  using dir = tempDir({ "index.html": "<title>index</title>" });
  using app = await start(dir.path);
  expect(statusOf(await app.platform.request("main", `framework://localhost/${long}.js`))).toBe(
    404,
  );
});

test("an internal error is an answer without details, and a line in the log", async () => {
  using dir = tempDir({ "index.html": "<title>index</title>" });
  using app = await start(dir.path);
  using output = spyOn(process.stderr, "write").mockImplementation(() => true);
  using respond = spyOn(Assets.prototype, "respond").mockImplementation(() => {
    throw new Error("EIO: /home/user/secret");
  });
  const answer = await app.platform.request("main", "framework://localhost/index.html");
  expect(respond).toHaveBeenCalled();
  const text = answer.body.kind === "bytes" ? Buffer.from(answer.body.bytes).toString() : "";
  expect([answer.status, text]).toEqual([500, "Cannot answer this request"]);
  expect(output.mock.calls.flat().join("")).toContain("EIO: /home/user/secret");
});

test("an app's own hosts have one port: what is asked of another is not there", async () => {
  using dir = tempDir({ "index.html": "<title>index</title>" });
  using app = await start(dir.path);
  for (const url of [
    "framework://localhost:99/index.html",
    "framework://other/index.html",
    "asset://localhost:99/index.html",
    "asset://LOCALHOST/index.html",
    "framework-isolation://localhost:99/index.html",
  ]) {
    expect([url, statusOf(await app.platform.request("main", url))]).toEqual([url, 404]);
  }
});

for (const [what, thrown, message] of [
  ["has no prototype", Object.create(null), "{}"],
  [
    "throws when it is looked at",
    new Proxy(
      {},
      {
        has() {
          throw new Error("no");
        },
      },
    ),
    "The thrown value has no text",
  ],
] as const) {
  test(`a command that throws what ${what} is answered, too`, async () => {
    using app = await startInMemory({
      definition: defineApp({
        commands: {
          odd: () => {
            throw thrown;
          },
        },
      }),
    });
    await expect(app.page.invoke("odd")).rejects.toThrow(message);
  });
}

test("a player whose file cannot be answered for gets an error, and the app goes on", async () => {
  using dir = tempDir({ "long.wav": new Uint8Array(17 * 1024 * 1024) });
  using app = await startInMemory({
    allow: ["protocol.asset"],
    config: { framework: { allowlist: { protocol: { assetScope: [`${dir.path}/**`] } } } },
  });
  const url = `asset://localhost/media?${encodeURIComponent(join(dir.path, "long.wav"))}`;
  const { body } = await app.platform.request("main", url, {
    headers: { origin: "framework://localhost" },
  });
  const address = body.kind === "bytes" ? Buffer.from(body.bytes).toString() : "";
  using _quiet = spyOn(process.stderr, "write").mockImplementation(() => true);
  using check = spyOn(app.services.assetScope, "check").mockImplementation(() => {
    throw null; // oxlint-disable-line typescript/only-throw-error -- nothing that has a code
  });
  const response = await fetch(address);
  expect(check).toHaveBeenCalled();
  expect(response.status).toBeGreaterThanOrEqual(400);
  app.platform.navigate("main", "framework://localhost/");
  await waitFor("the end of the server", async () =>
    fetch(address).then(
      () => false,
      () => true,
    ),
  );
});
