import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PageServer, wantsPageServer } from "../../../src/cli/dev/page-server.ts";
import { hotReloadingPolicy } from "../../../src/cli/build/app-spec.ts";
import { settledConfig, type AuthorConfig } from "../../support/config.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";

type AuthorSecurity = NonNullable<NonNullable<AuthorConfig["framework"]>["security"]>;

const page = {
  "page/index.html": '<!doctype html><script type="module" src="./app.tsx"></script>',
  "page/about.html": "<!doctype html><p>about",
  "page/app.tsx": 'import { word } from "./word.ts"; document.title = word;',
  "page/word.ts": 'export const word: string = "first";',
  "page/picture.svg": "<svg/>",
};

/** The addresses of Bun's own server: on Windows there are no sockets in folders. */
const places = [
  ["in a socket", true],
  ["at an address of its own", false],
] as const;

async function serve(security: AuthorSecurity = {}, hasSockets = true) {
  const held = new AsyncDisposableStack();
  const dir = held.use(tempDir(page));
  const server = held.use(
    await PageServer.start({
      system: "linux",
      folder: join(dir.path, "page"),
      socketFolder: hasSockets ? dir.path : null,
      port: null,
      policy: hotReloadingPolicy({ config: settledConfig({ framework: { security } }) }, "linux"),
    }),
  );
  const { origin, host } = new URL(server.address);
  const first = await fetch(server.address, { redirect: "manual" });
  const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
  const get = (path: string, headers: Record<string, string> = { cookie }) =>
    fetch(origin + path, { headers, redirect: "manual" });
  return { dir, first, cookie, get, host, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

test("a page is served by Bun when its scripts are TypeScript, and only then", () => {
  const cases: readonly [html: string, wants: boolean][] = [
    ['<script type="module" src="./app.tsx"></script>', true],
    ["<SCRIPT defer src=main.ts></SCRIPT>", true],
    ['<script src="./app.js"></script><a href="x.ts">', false],
    ["<script>import './a.ts'</script>", false],
    ["<script src='app.jsx?v=1'></script><script src='a.ts.js'></script>", true],
    ["<script src='a.ts.js'></script><!-- <script src='b.ts'></script> -->", false],
    ["<script type='text/babel' src='app.jsx'></script>", false],
    ["<script src='a.js?from=b.ts'></script><script src='a.js#b.ts'></script>", false],
  ];
  for (const [html, wants] of cases) {
    using dir = tempDir({ "index.html": html });
    expect([html, wantsPageServer(dir.path)]).toEqual([html, wants]);
  }
  using empty = tempDir();
  expect(wantsPageServer(empty.path)).toBe(false);
  using folder = tempDir({ "index.html/a.ts": "" });
  expect(wantsPageServer(folder.path)).toBe(false);
  // The check of build.devPath explains why that is no folder.
  using file = tempDir({ "page.html": "" });
  expect(wantsPageServer(join(file.path, "page.html"))).toBe(false);
});

test.each(places)(
  "%s: the app's address leads to the page, by a cookie that scripts cannot read",
  async (_, sockets) => {
    await using server = await serve({}, sockets);
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
  },
);

for (const [what, security, policy] of [
  ["none, where there is none", {}, null],
  [
    "the app's, with what hot reloading needs",
    { csp: "default-src 'self'; img-src a" },
    "default-src 'self'; script-src 'self' blob: 'nonce-N'; connect-src 'self' framework://localhost; img-src a",
  ],
  [
    "the one for development",
    { csp: "img-src a", devCsp: "script-src 'self'; connect-src b" },
    "script-src 'self' blob: 'nonce-N'; connect-src b 'self' framework://localhost",
  ],
  ["no script where none was meant", { csp: "script-src 'none'" }, "script-src 'none'"],
  [
    "no nonce where none is wanted",
    { csp: "script-src 'self'", dangerousDisableAssetCspModification: true },
    "script-src 'self' blob:",
  ],
] as readonly [string, AuthorSecurity, string | null][]) {
  test(`the policy of a page with hot reloading: ${what}`, async () => {
    await using server = await serve(security);
    const response = await server.get("/");
    const html = await response.text();
    const header = response.headers.get("content-security-policy");
    const nonce = /'nonce-([^']{24})'/.exec(header ?? "")?.[1] ?? "no nonce";
    expect(header?.replace(nonce, "N") ?? null).toBe(policy);
    expect(html.includes(`<script nonce="${nonce}">`)).toBe(policy?.includes("nonce") === true);
    expect(response.headers.get("cache-control")).toBe(policy === null ? null : "no-store");
    // A request that is not for a page needs none.
    const script = await server.get(/src="(\/_bun\/[^"]+)"/.exec(html)?.[1] ?? "");
    expect([script.status, script.headers.get("content-security-policy")]).toEqual([200, null]);
  });
}

test.each([
  ["linux", false, "framework-isolation://localhost", "framework://localhost"],
  ["macos", true, "framework-isolation://localhost", "framework://localhost"],
  ["windows", false, "https://framework-isolation.localhost", "https://framework.localhost"],
  ["windows", true, "http://framework-isolation.localhost", "http://framework.localhost"],
] as const)(
  "the policy admits the app and its isolation frame as they are on %s",
  (system, dangerousUseHttpScheme, frame, app) => {
    const config = settledConfig({
      framework: {
        security: {
          csp: "default-src 'none'; connect-src 'none'; frame-src a",
          dangerousUseHttpScheme,
        },
        pattern: { use: "isolation", options: { dir: "isolation" } },
      },
    });
    expect(hotReloadingPolicy({ config }, system)?.header).toBe(
      `default-src 'none'; connect-src 'self' ${app}; frame-src a ${frame}`,
    );
  },
);

test("a server goes on with another policy, and with nothing else that is other", async () => {
  using dir = tempDir({ ...page, "elsewhere/index.html": "" });
  const policyOf = (csp: string) =>
    hotReloadingPolicy({ config: settledConfig({ framework: { security: { csp } } }) }, "linux");
  const folder = join(dir.path, "page");
  const options = {
    system: "linux",
    folder,
    socketFolder: dir.path,
    port: null,
    policy: policyOf("img-src a"),
  } as const;
  await using server = await PageServer.start(options);
  const header = async () => {
    const first = await fetch(server.address, { redirect: "manual" });
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const response = await fetch(new URL("/", server.address), { headers: { cookie } });
    return response.headers.get("content-security-policy");
  };
  expect(server.goOn({ ...options, policy: policyOf("img-src b") })).toBe(true);
  expect(await header()).toContain("img-src b");
  const others = { ...options, policy: policyOf("img-src c") };
  expect(server.goOn({ ...others, port: 1 })).toBe(false);
  expect(server.goOn({ ...others, folder: join(dir.path, "elsewhere") })).toBe(false);
  writeFileSync(join(folder, "new.html"), "");
  expect(server.goOn(others)).toBe(false);
  expect(await header()).toContain("img-src b");
});

test("each page of the server has nonces of its own", async () => {
  await using server = await serve({ csp: "default-src 'self'" });
  const header = async () => (await server.get("/")).headers.get("content-security-policy");
  expect(await header()).not.toBe(await header());
});

test.each(places)("%s: a change reaches the page through the door", async (_, sockets) => {
  await using server = await serve({}, sockets);
  const html = await (await server.get("/")).text();
  await (await server.get(/src="(\/_bun\/[^"]+)"/.exec(html)?.[1] ?? "")).text();
  const socket = new WebSocket(`ws://${server.host}/_bun/hmr`, {
    headers: { cookie: server.cookie },
  });
  socket.binaryType = "arraybuffer";
  const received: string[] = [];
  socket.onmessage = ({ data }) =>
    void received.push(typeof data === "string" ? data : Buffer.from(data).toString("latin1"));
  await waitFor("the first message", () => received.length > 0);
  // The first messages of the page's own script: it subscribes to changes, and names its address.
  socket.send("she");
  socket.send("n/");
  await waitFor("the answer", () => received.length > 1);
  writeFileSync(join(server.dir.path, "page/word.ts"), 'export const word: string = "second";');
  await waitFor("the change", () => received.some((text) => text.includes("second")));
  socket.close();
});
