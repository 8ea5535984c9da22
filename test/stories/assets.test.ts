import { closeSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { PagePolicy } from "../../src/contract/page/csp.ts";
import { openPack } from "../../src/app/pack.ts";
import { Assets } from "../../src/app/pages/assets.ts";
import { readIconFile } from "../../src/app/paths/icon-file.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const files = {
  "index.html": "<title>index</title>",
  "about.html": "about",
  "docs/index.html": "docs",
  "app.js": "1",
  "a b.txt": "blank",
  "ü.txt": "umlaut",
  ".well-known/security.txt": "contact",
  ".git/config": "not for pages",
  ".env": "not for pages",
};

/** For pages whose files lie in a folder. */
const noPack = { path: "", descriptor: -1 };

const navigation = { "sec-fetch-mode": "navigate" };

/** Asks for a path as a page would; gives the file's text, or the status when there is none. */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<string | number> {
  using dir = tempDir(files);
  const assets = new Assets(
    { kind: "folder", folder: dir.path },
    noPack,
    () => new PagePolicy("default-src 'self'", false),
  );
  const { status, body } = assets.respond({ method, url: `framework://localhost${path}`, headers });
  if (status !== 200 || body.kind !== "file") return status;
  return await Bun.file(body.path)
    .slice(body.offset, body.offset + body.length)
    .text();
}

for (const [path, found] of [
  ["/", files["index.html"]],
  ["/about", "about"],
  ["/about.html", "about"],
  ["/docs", "docs"],
  ["/docs/", "docs"],
  ["/about/", "about"],
  ["/app.js?v=1#x", "1"],
  ["/a%20b.txt", "blank"],
  ["/%C3%BC.txt", "umlaut"],
  ["/.well-known/security.txt", "contact"],
] as const) {
  test(`${path} is found`, async () => expect(await ask(path)).toBe(found));
}

test("a navigation to an unknown path gets the app's index, a script does not", async () => {
  expect(await ask("/users/17", navigation)).toBe(files["index.html"]);
  expect(await ask("/users/17", { accept: "text/html,*/*" })).toBe(files["index.html"]);
  expect(await ask("/missing.js", { "sec-fetch-mode": "no-cors" })).toBe(404);
  expect(await ask("/missing.css")).toBe(404);
});

test("without an index, the log names the file that is missing", () => {
  using dir = tempDir({ "app.js": "1" });
  const assets = new Assets({ kind: "folder", folder: dir.path }, noPack, () => null);
  const { status, body } = assets.respond({
    method: "GET",
    url: "framework://localhost/",
    headers: navigation,
  });
  expect(status).toBe(404);
  expect(body.kind === "bytes" && Buffer.from(body.bytes).toString()).toContain(
    'Cannot find "index.html"',
  );
});

for (const path of ["/.git/config", "/.env", "/%2eenv"]) {
  test(`${path}, which no built app has, is not found in a folder`, async () =>
    expect(await ask(path)).toBe(404));
}

for (const path of ["/..%2fsecret", "/a%00b", "/%5c..%5csecret", "/%zz"]) {
  test(`${path} is refused`, async () => expect(await ask(path)).toBe(400));
}

test("of a list, each file is found by its name", () => {
  using dir = tempDir({ "a/index.html": "listed", "other.js": "1" });
  const list = { "index.html": `${dir.path}/a/index.html` };
  const assets = new Assets({ kind: "files", files: list }, noPack, () => null);
  const status = (path: string) =>
    assets.respond({ method: "GET", url: `framework://localhost${path}`, headers: {} }).status;
  expect(["/", "/index.html", "/other.js", "/a/index.html", "/constructor"].map(status)).toEqual([
    200, 200, 404, 404, 404,
  ]);
});

test("only GET and HEAD are answered", async () => {
  expect(await ask("/", {}, "POST")).toBe(405);
  expect(await ask("/", {}, "DELETE")).toBe(405);
});

test("a page carries the policy, a script does not", () => {
  using dir = tempDir(files);
  const assets = new Assets(
    { kind: "folder", folder: dir.path },
    noPack,
    () => new PagePolicy("default-src 'self'", false),
  );
  const headers = (path: string) =>
    assets.respond({ method: "GET", url: `framework://localhost${path}`, headers: {} }).headers;
  expect(headers("/")).toEqual({
    "content-type": "text/html;charset=utf-8",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    "content-security-policy": "default-src 'self'",
  });
  expect(headers("/app.js")["content-security-policy"]).toBeUndefined();
});

test("a packed file has a tag, and is not sent again to one who has it", () => {
  const source = {
    kind: "pack",
    files: { "app.js": { offset: 4096, length: 3, tag: "abc" } },
  } as const;
  const assets = new Assets(source, { path: "/bin/app", descriptor: 7 }, () => null);
  const request = { method: "GET", url: "framework://localhost/app.js" };
  expect(assets.respond({ ...request, headers: {} })).toMatchObject({
    status: 200,
    headers: { etag: '"abc"' },
    body: { kind: "pack", descriptor: 7, offset: 4096, length: 3 },
  });
  expect(assets.respond({ ...request, headers: { "if-none-match": '"abc"' } }).status).toBe(304);
  expect(
    assets.respond({ method: "GET", url: "framework://localhost/constructor", headers: {} }).status,
  ).toBe(404);
});

test("a file that replaces the pack does not change the running app", () => {
  const page = (version: string) => `<script>1</script>version ${version}`;
  using dir = tempDir({ app: `#!${page("1.0.0")}`, next: `#!${page("1.1.0")}` });
  const path = join(dir.path, "app");
  const pack = openPack(path);
  renameSync(join(dir.path, "next"), path);
  const place = { offset: 2, length: page("1.0.0").length };
  const assets = new Assets(
    { kind: "pack", files: { "index.html": { ...place, tag: "abc" } } },
    pack,
    () => new PagePolicy("default-src 'self'", false),
  );
  const { body } = assets.respond({ method: "GET", url: "framework://localhost/", headers: {} });
  expect(body.kind === "bytes" && Buffer.from(body.bytes).toString()).toEndWith("version 1.0.0");
  const picture = readIconFile({ kind: "pack", ...place }, pack);
  expect(Buffer.from(picture).toString()).toBe(page("1.0.0"));
  closeSync(pack.descriptor);
});

test("a page with an inline script is made again for each request, and never cached", () => {
  using dir = tempDir({ "index.html": "<script>1</script>" });
  const assets = new Assets(
    { kind: "folder", folder: dir.path },
    noPack,
    () => new PagePolicy("default-src 'self'", false),
  );
  const ask = (headers: Record<string, string>, method = "GET") => {
    const {
      status,
      headers: answered,
      body,
    } = assets.respond({ method, url: "framework://localhost/", headers });
    const { "content-security-policy": policy = "", ...others } = answered;
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    return {
      status,
      others,
      nonce,
      text: body.kind === "bytes" ? new TextDecoder().decode(body.bytes) : null,
    };
  };
  const first = ask({});
  expect(first).toEqual({
    status: 200,
    others: {
      "content-type": "text/html;charset=utf-8",
      "cache-control": "no-store",
      "content-length": "51",
      "x-content-type-options": "nosniff",
    },
    nonce: expect.any(String),
    text: `<script nonce="${first.nonce}">1</script>`,
  });
  const second = ask({ range: "bytes=0-3", "if-none-match": "*" });
  expect(second.text).toBe(`<script nonce="${second.nonce}">1</script>`);
  expect(second.nonce).not.toBe(first.nonce);
  expect(ask({}, "HEAD")).toMatchObject({
    status: 200,
    others: { "content-length": "51" },
    text: "",
  });
});
