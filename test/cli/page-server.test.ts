import { expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PageServer, wantsPageServer } from "../../src/cli/page-server.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitFor } from "../support/wait.ts";

const page = {
  "page/index.html": '<!doctype html><script type="module" src="./app.tsx"></script>',
  "page/about.html": "<!doctype html><p>about",
  "page/app.tsx": 'import { word } from "./word.ts"; document.title = word;',
  "page/word.ts": 'export const word: string = "first";',
  "page/picture.svg": "<svg/>",
  "page/.env": "SECRET=1",
  "outside.txt": "outside",
};

async function serve() {
  const held = new AsyncDisposableStack();
  const dir = held.use(tempDir(page));
  symlinkSync("../outside.txt", join(dir.path, "page/link.txt"));
  const server = held.use(await PageServer.start(join(dir.path, "page"), dir.path, null));
  const { origin, pathname, host } = new URL(server.address);
  const first = await fetch(server.address, { redirect: "manual" });
  const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
  const get = (path: string, headers: Record<string, string> = { cookie }) =>
    fetch(origin + path, { headers, redirect: "manual" });
  return { dir, first, cookie, get, token: pathname, host, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

test("a page is served by Bun when its scripts are TypeScript, and only then", () => {
  const cases: readonly [html: string, wants: boolean][] = [
    ['<script type="module" src="./app.tsx"></script>', true],
    ["<SCRIPT defer src=main.ts></SCRIPT>", true],
    ['<script src="./app.js"></script><a href="x.ts">', false],
    ["<script>import './a.ts'</script>", false],
  ];
  for (const [html, wants] of cases) {
    using dir = tempDir({ "index.html": html });
    expect([html, wantsPageServer(dir.path)]).toEqual([html, wants]);
  }
  using empty = tempDir();
  expect(wantsPageServer(empty.path)).toBe(false);
});

test("the address of the app leads to the page, by a cookie that scripts cannot read", async () => {
  await using server = await serve();
  expect([server.first.status, server.first.headers.get("location")]).toEqual([307, "/"]);
  expect(server.first.headers.get("set-cookie")).toMatch(
    /^framework-dev-\d+=[0-9a-f]{48}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const html = await (await server.get("/")).text();
  const script = /src="(\/_bun\/[^"]+)"/.exec(html)?.[1] ?? "";
  expect(await (await server.get(script)).text()).toContain('"first"');
  // A page with its own routes, another page, and a file.
  expect(await (await server.get("/some/route")).text()).toContain("/_bun/");
  expect(await (await server.get("/about")).text()).toContain("about");
  expect(await (await server.get("/picture.svg")).text()).toBe("<svg/>");
});

test("nobody else gets anything", async () => {
  await using server = await serve();
  const { cookie, host, token } = server;
  const [name = ""] = cookie.split("=");
  const refused: readonly [path: string, headers: Record<string, string>][] = [
    ["/", {}],
    ["/picture.svg", {}],
    ["/_bun/hmr", {}],
    ["/", { cookie: `${name}=${"0".repeat(48)}` }],
    [`/${"0".repeat(48)}/`, {}],
    ["/", { cookie, host: "evil.example" }],
    ["/", { cookie, host: host.replace("127.0.0.1", "localhost") }],
    [token, { host: "evil.example" }],
    ["/", { cookie, origin: "http://evil.example" }],
    [token, { origin: "null" }],
  ];
  for (const [path, headers] of refused) {
    const response = await server.get(path, headers);
    expect([path, headers, response.status]).toEqual([path, headers, 403]);
    expect(response.headers.get("set-cookie")).toBeNull();
  }
});

test("nothing outside of the folder is served, and no hidden file", async () => {
  await using server = await serve();
  for (const path of [
    "/../outside.txt",
    "/%2e%2e/outside.txt",
    "/..%2foutside.txt",
    "/link.txt",
    "/.env",
    "/a/..%5c..%5coutside.txt",
  ]) {
    const text = await (await server.get(path)).text();
    expect([path, text.includes("outside"), text.includes("SECRET")]).toEqual([path, false, false]);
  }
});

test("a change reaches the page through the door", async () => {
  await using server = await serve();
  const html = await (await server.get("/")).text();
  await (await server.get(/src="(\/_bun\/[^"]+)"/.exec(html)?.[1] ?? "")).text();
  const socket = new WebSocket(`ws://${server.host}/_bun/hmr`, { headers: { cookie: server.cookie } });
  socket.binaryType = "arraybuffer";
  const received: string[] = [];
  socket.onmessage = ({ data }) =>
    void received.push(typeof data === "string" ? data : Buffer.from(data).toString("latin1"));
  await waitFor("the first message", () => received.length > 0);
  // What the page's own script says first: that it wants to hear of changes, and of which address it is.
  socket.send("she");
  socket.send("n/");
  await waitFor("the answer", () => received.length > 1);
  writeFileSync(join(server.dir.path, "page/word.ts"), 'export const word: string = "second";');
  await waitFor("the change", () => received.some((text) => text.includes("second")));
  socket.close();
});
