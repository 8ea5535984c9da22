import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { readdirSync, readlinkSync, readSync } from "node:fs";
import type { PageResponse } from "../../src/contract/ui/index.ts";
import { parseRange } from "../../src/app/pages/range.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { addressHere, here, systemHere, testOnEach, testWithout } from "../support/each-system.ts";

const text = "0123456789";
const own = (): string => addressHere("framework://localhost");

/** Asks for a file below a folder that is in the asset scope. */
async function ask(name: string, headers: Record<string, string> = {}, method = "GET") {
  using dir = tempDir({ [nameHere(file)]: text, "open/empty": "", "closed/secret.txt": "no" });
  using app = await startInMemory({
    allow: ["protocol.asset"],
    config: {
      framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/open/**`] } } },
    },
  });
  const url = addressHere(
    `asset://localhost/${encodeURIComponent(here(dir.path, nameHere(name)))}`,
  );
  return seen(await app.platform.request("main", url, { headers, method }));
}

/** The response as a page would see it. */
function seen({ status, headers, body }: PageResponse) {
  const bytes = body.kind === "bytes" ? body.bytes : new Uint8Array(body.length);
  if (body.kind === "descriptor") readSync(body.descriptor, bytes, 0, bytes.length, body.offset);
  return { status, headers, text: new TextDecoder().decode(bytes) };
}

const file = "open/a b#?%.txt";
// No name of Windows holds a question mark.
const nameHere = (name: string): string =>
  systemHere() === "windows" ? name.replace("?", "") : name;

testOnEach("a file in the scope is served whole, with its type", async () => {
  expect(await ask(file)).toEqual({
    status: 200,
    headers: {
      "content-type": "text/plain;charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    },
    text,
  });
  expect(await ask("open/empty")).toMatchObject({ status: 200, text: "" });
});

testOnEach("a pipe is not served, and nothing waits for it", async () => {
  using dir = tempDir({});
  execFileSync("mkfifo", [`${dir.path}/pipe`]);
  using app = await startInMemory({
    allow: ["protocol.asset"],
    config: { framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/**`] } } } },
  });
  const url = addressHere(`asset://localhost/${encodeURIComponent(here(`${dir.path}/pipe`))}`);
  expect(seen(await app.platform.request("main", url, { headers: {} }))).toMatchObject({
    status: 403,
    text: `Cannot read "${here(`${dir.path}/pipe`)}": it is a device, pipe or socket, not a file`,
  });
});

for (const [name, isDocument] of [
  ["a.html", true],
  ["a.htm", true],
  ["a.svg", true],
  ["a.xml", true],
  ["a.xhtml", true],
  ["a.txt", false],
  ["a.png", false],
  ["a.js", false],
  ["xml", false],
] as const) {
  testOnEach(
    `the file ${name} is ${isDocument ? "a document, which runs no script" : "no document"}`,
    async () => {
      using dir = tempDir({ [name]: text });
      using app = await startInMemory({
        allow: ["protocol.asset"],
        config: { framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/*`] } } } },
      });
      const url = addressHere(`asset://localhost/${encodeURIComponent(here(dir.path, name))}`);
      const { status, headers } = seen(await app.platform.request("main", url));
      expect([status, headers["content-security-policy"]]).toEqual([
        200,
        isDocument ? "sandbox; script-src 'none'; object-src 'none'" : undefined,
      ]);
    },
  );
}

testWithout(["windows", "macos"], "open files are counted as Linux shows them")(
  "an answer without the file's bytes leaves no file open",
  async () => {
    using dir = tempDir({ "a.txt": text });
    using app = await startInMemory({
      allow: ["protocol.asset"],
      config: { framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/**`] } } } },
    });
    const path = here(dir.path, "a.txt");
    const url = addressHere(`asset://localhost/${encodeURIComponent(path)}`);
    const open = () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          return false;
        }
      }).length;
    expect(seen(await app.platform.request("main", url, { method: "HEAD" }))).toMatchObject({
      status: 200,
    });
    const beyond = await app.platform.request("main", url, { headers: { range: "bytes=10-" } });
    expect([beyond.status, open()]).toEqual([416, 0]);
  },
);

testOnEach("HEAD tells the length and sends nothing", async () => {
  expect(await ask(file, {}, "HEAD")).toMatchObject({
    status: 200,
    headers: { "content-length": "10" },
    text: "",
  });
});

for (const [range, status, contentRange, body] of [
  ["bytes=0-3", 206, "bytes 0-3/10", "0123"],
  ["bytes=4-", 206, "bytes 4-9/10", "456789"],
  ["bytes=-3", 206, "bytes 7-9/10", "789"],
  ["bytes=8-100", 206, "bytes 8-9/10", "89"],
  ["bytes=-100", 206, "bytes 0-9/10", text],
  ["bytes=10-", 416, "bytes */10", ""],
  ["bytes=-0", 416, "bytes */10", ""],
  ["bytes=5-2", 200, undefined, text],
  ["xbytes=0-3", 200, undefined, text],
  ["lines=1-2", 200, undefined, text],
  ["bytes=x", 200, undefined, text],
] as const) {
  testOnEach(`"${range}" is answered with ${status} and ${JSON.stringify(body)}`, async () => {
    const response = await ask(file, { range });
    expect([response.status, response.headers["content-range"], response.text]).toEqual([
      status,
      contentRange,
      body,
    ]);
  });
}

testOnEach("several ranges come as one body with a part for each", async () => {
  const { status, headers, text: body } = await ask(file, { range: "bytes=0-1,4-4" });
  expect(status).toBe(206);
  const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(
    headers["content-type"] ?? "",
  )?.[1];
  const part = (range: string, content: string) =>
    `\r\n--${boundary}\r\ncontent-type: text/plain;charset=utf-8\r\ncontent-range: ${range}\r\n\r\n${content}`;
  expect(body).toBe(
    `${part("bytes 0-1/10", "01")}${part("bytes 4-4/10", "4")}\r\n--${boundary}--\r\n`,
  );
});

test("too many ranges are as good as none", () => {
  expect(
    parseRange(`bytes=${Array.from({ length: 17 }, (_, i) => `${i}-${i}`).join(",")}`, 100),
  ).toBe("everything");
});

testOnEach("a file outside the scope is refused, one that is missing is not found", async () => {
  expect(await ask("closed/secret.txt")).toMatchObject({ status: 403 });
  expect(await ask("open/missing.txt")).toMatchObject({ status: 404 });
  expect(await ask("open/../closed/secret.txt")).toMatchObject({ status: 400 });
});

testOnEach("a page of another origin may not read files, one of the app may", async () => {
  expect(await ask(file, { origin: "https://example.org" })).toMatchObject({ status: 403 });
  expect(await ask(file, { origin: own() })).toMatchObject({
    status: 200,
    headers: { "access-control-allow-origin": own() },
  });
});

for (const referer of ["https://example.org/x", "http://example.org/x"]) {
  testOnEach(
    `a page at ${referer} may not show a file in a frame, although that names no origin`,
    async () => {
      expect(await ask(file, { referer })).toMatchObject({ status: 403 });
      expect(await ask(file, { referer: `${own()}/x` })).toMatchObject({ status: 200 });
    },
  );
}

testOnEach(
  "a page of the app learns why a file is refused, a page of another origin does not",
  async () => {
    const allowed = async (name: string, origin: string) =>
      (await ask(name, { origin })).headers["access-control-allow-origin"];
    expect(await allowed("closed/secret.txt", own())).toBe(own());
    expect(await allowed("open/missing.txt", own())).toBe(own());
    expect(await allowed("closed/secret.txt", "https://example.org")).toBeUndefined();
  },
);

testOnEach(
  "a small file is its own answer to the script for media, and so is a large one to anything else",
  async () => {
    using dir = tempDir({ "small.wav": text, "large.wav": new Uint8Array(17 * 1024 * 1024) });
    using app = await startInMemory({
      allow: ["protocol.asset"],
      config: { framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/**`] } } } },
    });
    const length = async (name: string, headers: Record<string, string>): Promise<number> => {
      const path = encodeURIComponent(here(`${dir.path}/${name}`));
      const isScript = "origin" in headers;
      const url = addressHere(
        isScript ? `asset://localhost/media?${path}` : `asset://localhost/${path}`,
      );
      const { body } = await app.platform.request("main", url, { headers });
      return body.kind === "bytes" ? body.bytes.length : body.length;
    };
    const script = { origin: own() };
    expect(await length("small.wav", script)).toBe(10);
    expect(await length("large.wav", {})).toBe(17 * 1024 * 1024);
    expect(await length("large.wav", script)).toBe("http://127.0.0.1:12345/".length + 32);
  },
);

testOnEach(
  "the address for media plays what is named or begins like video or sound, and gives nothing else away",
  async () => {
    const sound = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), Buffer.alloc(32)]);
    const known = {
      "a.mp3": "a",
      "b.webm": "",
      "no-name": sound,
      "c.ape": "MAC ",
      "d.bin": "\xff\xfb",
    };
    const files = { "b.html": "<p>", "c.json": "{}", "d.png": "\x89PNG", key: "secret", e: "RIFF" };
    using dir = tempDir(
      Object.fromEntries(
        Object.entries({ ...known, ...files }).map(([name, text]) => [
          name,
          typeof text === "string" ? Buffer.from(text, "latin1") : text,
        ]),
      ),
    );
    using app = await startInMemory({
      allow: ["protocol.asset"],
      config: { framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/**`] } } } },
    });
    const statuses = async (names: readonly string[], headers: Record<string, string>) =>
      await Promise.all(
        names.map(async (name) => {
          const path = encodeURIComponent(here(`${dir.path}/${name}`));
          const url = addressHere(`asset://localhost/media?${path}`);
          return (await app.platform.request("main", url, { headers })).status;
        }),
      );
    const script = { origin: own() };
    expect(await statuses(Object.keys(known), script)).toEqual(Object.keys(known).map(() => 200));
    expect(await statuses(Object.keys(files), script)).toEqual([415, 415, 415, 415, 415]);
    expect(await statuses(["a.mp3"], {})).toEqual([403]);
    expect(await statuses(["a.mp3"], { origin: "https://example.org" })).toEqual([403]);
  },
);

testOnEach(
  "a preflight is answered that the app's own pages may ask for parts, and no others",
  async () => {
    const asked = await ask(
      file,
      { origin: own(), "access-control-request-headers": "range" },
      "OPTIONS",
    );
    expect(asked).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": own(),
        "access-control-allow-methods": "GET, HEAD",
        "access-control-allow-headers": "range",
      },
    });
    expect(await ask(file, { origin: "https://example.org" }, "OPTIONS")).toMatchObject({
      status: 403,
    });
  },
);

testOnEach(
  "a file that the window shows as its page may be asked for once more, one of a web page may not",
  async () => {
    using dir = tempDir({ "a.txt": text });
    using app = await startInMemory({
      allow: ["protocol.asset"],
      config: { framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/**`] } } } },
    });
    const url = addressHere(`asset://localhost/${encodeURIComponent(here(`${dir.path}/a.txt`))}`);
    const statusIn = async (page: string) => {
      app.platform.navigate("main", page);
      return (await app.platform.request("main", url)).status;
    };
    expect([
      await statusIn(url),
      await statusIn("https://example.org/"),
      await statusIn(`${own()}/`),
    ]).toEqual([200, 403, 200]);
  },
);

testOnEach("only GET and HEAD are answered", async () => {
  expect(await ask(file, {}, "PUT")).toMatchObject({ status: 405 });
});

testOnEach("nothing is served without the flag", async () => {
  using dir = tempDir({ "a.txt": text });
  using app = await startInMemory({
    config: { framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/**`] } } } },
  });
  const url = addressHere(`asset://localhost/${encodeURIComponent(here(`${dir.path}/a.txt`))}`);
  expect(seen(await app.platform.request("main", url))).toMatchObject({
    status: 403,
    text: "Cannot read files: set framework.allowlist.protocol.asset to true",
  });
});
