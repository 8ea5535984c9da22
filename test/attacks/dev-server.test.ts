// Attacks on the server of a page with hot reloading: by other sites, other programs, other users,
// and by odd addresses. Without the rule the door accepts every request, or the server takes every
// address for a file.

import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { readFileSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { PageServer } from "../../src/cli/dev/page-server.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

interface Served extends AsyncDisposable {
  readonly folder: string;
  readonly port: number;
  readonly token: string;
  readonly cookie: string;
}

async function serve(): Promise<Served> {
  const held = new AsyncDisposableStack();
  const dir = held.use(
    tempDir({
      "page/index.html": `<!doctype html><title>${secret}</title><script type="module" src="./app.ts"></script>`,
      "page/app.ts": `document.body.append("${secret}");`,
      "page/data.txt": secret,
      "page/sub/.hidden/key": secret,
      "page/.env": `KEY=${secret}`,
      "outside.txt": secret,
      "page-beside/key.txt": secret,
    }),
  );
  const folder = join(dir.path, "page");
  symlinkSync("../outside.txt", join(folder, "link.txt"));
  symlinkSync("..", join(folder, "up"));
  symlinkSync(".env", join(folder, "harmless.txt"));
  const server = held.use(
    await PageServer.start({
      system: "linux",
      folder,
      socketFolder: dir.path,
      port: null,
      policy: null,
    }),
  );
  const { port, pathname } = new URL(server.address);
  const token = pathname.slice(1, -1);
  return {
    folder,
    port: Number(port),
    token,
    cookie: `framework-dev-${port}=${token}`,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

// One for all: no test changes it, and Bun 1.4 keeps the watches of a page's files, and Linux
// allows 128 of them.
let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served[Symbol.asyncDispose]());

interface Raw {
  readonly target?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Sends a request as it is written: `fetch` would make it a decent one. Gives all that comes back.
 */
function send(port: number, { target = "/", method = "GET", headers = {} }: Raw): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    // The other side keeps a connection open that was to become one for messages.
    if (Object.hasOwn(headers, "upgrade")) socket.destroy();
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(text));
  const lines = Object.entries({ connection: "close", ...headers }).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return promise;
}

/** Has the door take every request for one of the app's own page. */
function blind({ port, cookie }: Served): Disposable {
  const { get } = Headers.prototype;
  const wanted: Record<string, string | null> = { host: own(port), origin: null, cookie };
  return spyOn(Headers.prototype, "get").mockImplementation(function (this: Headers, name: string) {
    return Object.hasOwn(wanted, name) ? (wanted[name] as string | null) : get.call(this, name);
  });
}

const guess = "0".repeat(48);
const own = (port: number): string => `127.0.0.1:${port}`;

// The admitted requests --------------------------------------------------------

for (const [who, request] of [
  ["another program, without the cookie", ({ port }) => ({ headers: { host: own(port) } })],
  [
    "another program that guesses the cookie",
    ({ port }) => ({ headers: { host: own(port), cookie: `framework-dev-${port}=${guess}` } }),
  ],
  [
    "a cookie that begins as the right one",
    ({ port, cookie }) => ({ headers: { host: own(port), cookie: cookie.slice(0, -1) } }),
  ],
  [
    "a cookie of another name",
    ({ port, token }) => ({ headers: { host: own(port), cookie: `framework-dev-1=${token}` } }),
  ],
  [
    "a name that leads to this machine",
    ({ port, cookie }) => ({ headers: { host: `evil.example:${port}`, cookie } }),
  ],
  [
    "the name localhost",
    ({ port, cookie }) => ({ headers: { host: `localhost:${port}`, cookie } }),
  ],
  [
    "two names, of which one is right",
    ({ port, cookie }) => ({ headers: { host: [own(port), "evil.example"], cookie } }),
  ],
  [
    "a page of another site",
    ({ port, cookie }) => ({
      headers: { host: own(port), cookie, origin: "https://evil.example" },
    }),
  ],
  [
    "a page of another port of this machine",
    ({ port, cookie }) => ({ headers: { host: own(port), cookie, origin: "http://127.0.0.1:1" } }),
  ],
  [
    "a page without an origin",
    ({ port, cookie }) => ({ headers: { host: own(port), cookie, origin: "null" } }),
  ],
] as readonly [who: string, request: (served: Served) => Raw][]) {
  attack(`TAU2-070: ${who} reads the page's files`, async (isWeak) => {
    using _ = isWeak ? blind(served) : null;
    return await send(served.port, { target: "/data.txt", ...request(served) });
  });
}

attack("TAU2-070: another program guesses the address that gives the cookie", async (isWeak) => {
  const target = `/${isWeak ? served.token : guess}/`;
  const answer = await send(served.port, { target, headers: { host: own(served.port) } });
  return answer.includes(served.cookie) && secret;
});

for (const [who, extra] of [
  ["another program", () => ({})],
  ["a page of another site", ({ cookie }) => ({ cookie, origin: "https://evil.example" })],
  ["a page without an origin", ({ cookie }) => ({ cookie, origin: "null" })],
] as readonly [who: string, extra: (served: Served) => Record<string, string>][]) {
  attack(`${who} hears of every change by a WebSocket`, async (isWeak) => {
    const headers = {
      host: own(served.port),
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
      ...extra(served),
    };
    using _ = isWeak ? blind(served) : null;
    const answer = await send(served.port, { target: "/_bun/hmr", headers });
    return answer.startsWith("HTTP/1.1 101 ") && secret;
  });
}

attack("another machine of the network reaches the server", async (isWeak) => {
  using open = Bun.serve({ hostname: "0.0.0.0", port: 0, fetch: () => new Response(secret) });
  const { port, cookie } = isWeak ? { port: open.port, cookie: "" } : served;
  // An address of this machine, too, but not the one that is listened on.
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(port), "127.0.0.2");
  socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
  const isReached = await promise;
  socket.destroy();
  return isReached && [cookie, secret];
});

test("without the cookie every address and method is refused alike, and nothing tells Bun's addresses from others", async () => {
  const first = await send(served.port, {
    headers: { host: own(served.port), cookie: served.cookie },
  });
  const script = /src="(\/_bun\/client\/[^"]+)"/.exec(first)?.[1] ?? "";
  const code = await send(served.port, {
    target: script,
    headers: { host: own(served.port), cookie: served.cookie },
  });
  // These two are there.
  const map = /sourceMappingURL=(\S+)/.exec(code)?.[1] ?? "";
  const seen = new Set<string>();
  for (const target of [
    "/",
    "/data.txt",
    script,
    map,
    "/_bun/hmr",
    "/_bun/report_error",
    "/_bun/unref",
    "/_bun/src/app.ts",
    "/_bun/asset/0000000000000000.css",
    "/bun:info",
    "/.well-known/appspecific/com.chrome.devtools.json",
    "/nothing",
  ]) {
    for (const method of ["GET", "POST", "PUT", "OPTIONS", "DELETE", "PROPFIND"]) {
      const answer = await send(served.port, {
        target,
        method,
        headers: { host: own(served.port) },
      });
      seen.add(answer.replace(/^date: .*\r\n/im, ""));
    }
  }
  expect(seen.size).toBe(1);
  expect([...seen][0]).toStartWith("HTTP/1.1 403 ");
});

test("the token is in no page, script or map, and the page's own server never hears of it", async () => {
  const headers = { host: own(served.port), cookie: served.cookie };
  const page = await send(served.port, { headers });
  const script = /src="(\/_bun\/client\/[^"]+)"/.exec(page)?.[1] ?? "";
  const code = await send(served.port, { target: script, headers });
  const map = /sourceMappingURL=(\S+)/.exec(code)?.[1] ?? "";
  const answers = [page, code, await send(served.port, { target: map, headers })];
  expect(answers.map((answer) => [answer.slice(0, 15), answer.includes(served.token)])).toEqual(
    answers.map(() => ["HTTP/1.1 200 OK", false]),
  );
});

// Files
// ------------------------------------------------------------

/** A server that takes an address for a file, as it comes, with and without decoding it. */
function naive(folder: string, target: string): string {
  const path = target.replace(/^https?:\/\/[^/]+/, "").replaceAll("\\", "/");
  const once = decodeURIComponent(path).replaceAll("\\", "/");
  for (const spelling of [path, once, decodeURIComponent(once)]) {
    try {
      return readFileSync(folder + spelling, "utf8");
    } catch {
      // Another spelling may lead there.
    }
  }
  return "";
}

for (const target of [
  "/../outside.txt",
  "/%2e%2e/outside.txt",
  "/%2E%2E%2Foutside.txt",
  "/..%2foutside.txt",
  "/sub/..%2f..%2foutside.txt",
  "/..\\outside.txt",
  "/..%5coutside.txt",
  "/%252e%252e%252foutside.txt",
  "/%252e%252e/outside.txt",
  "//../outside.txt",
  "/sub/../../outside.txt",
  "/./../outside.txt",
  "/../page-beside/key.txt",
  "http://evil.example/../outside.txt",
  "http://127.0.0.1/..%2foutside.txt",
  "/link.txt",
  "/up/outside.txt",
  "/up/page/.env",
  "/.env",
  "/%2eenv",
  "/%2Eenv",
  "//.env",
  "/sub/../.env",
  "/harmless.txt",
  "/sub/.hidden/key",
  "/sub/%2ehidden%2fkey",
]) {
  attack(`TAU2-069: the page reads ${target}`, async (isWeak) => {
    if (isWeak) return naive(served.folder, target);
    const headers = { host: own(served.port), cookie: served.cookie };
    const answer = await send(served.port, { target, headers });
    // An address without a file gives the page: a page may have addresses of its own.
    return answer.includes("<!doctype html>") ? null : answer;
  });
}

test("addresses that are none, or name no file that can be, end neither the server nor an answer", async () => {
  const headers = { host: own(served.port), cookie: served.cookie };
  for (const target of [
    "*",
    "outside.txt",
    "/%",
    "/%zz",
    "/%00",
    "/data.txt%00.html",
    "/%ff%fe",
    `/${"a/".repeat(2000)}`,
    `/${"a".repeat(5000)}`,
    "/_bun/src//etc/passwd",
    "/_bun/src/%2fetc%2fpasswd",
    "/_bun/asset/..%2f..%2foutside.txt",
    "/_bun/client/..%2f..%2foutside.txt",
    "/src:/etc/passwd",
  ]) {
    const answer = await send(served.port, { target, headers });
    expect([target, answer]).toEqual([
      target,
      expect.stringMatching(/^HTTP\/1\.1 (?:200 OK[^]*<!doctype html>|40\d |501 )/),
    ]);
  }
  expect(await send(served.port, { target: "/data.txt", headers })).toContain(secret);
});

test("files are read, and nothing else is done with them", async () => {
  const headers = { host: own(served.port), cookie: served.cookie };
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]) {
    const answer = await send(served.port, { target: "/data.txt", method, headers });
    expect([method, answer.slice(0, 12), answer.includes(secret)]).toEqual([
      method,
      "HTTP/1.1 405",
      false,
    ]);
  }
});
