// Attacks on pages of a developer's own server, and on the proxy that adds their policy: another
// user of the machine requests the developer's data from it, and the server spells a page's type so
// that the page would have no policy.

import { describe, expect, spyOn, test } from "bun:test";
import { PolicyProxy } from "../../src/cli/dev/policy-proxy.ts";
import { protectedPage } from "../../src/cli/dev/protected-page.ts";
import { PagePolicy } from "../../src/contract/page/csp.ts";
import type { System } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

const cannot =
  process.getuid?.() === 0 && Bun.which("setpriv") !== null ? null : "only root acts for others";
const mallory = 12_345;
const policy = new PagePolicy("script-src 'self'", false);

/**
 * A company's proxy, which answers the developer alone, a server of theirs, and the tool's proxy.
 */
async function startAll(system: System) {
  const held = new AsyncDisposableStack();
  const dir = held.use(tempDir());
  const company = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ headers }) =>
      new Response(headers.has("proxy-authorization") ? secret : "who are you?"),
  });
  held.defer(() => company.stop(true));
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, self) =>
      self.upgrade(request)
        ? undefined
        : new Response(secret, { headers: { "content-type": "text/html" } }),
    websocket: { open: (socket) => void socket.send(secret), message: () => {} },
  });
  held.defer(() => server.stop(true));
  const before = process.env["HTTP_PROXY"];
  process.env["HTTP_PROXY"] = `http://user:password@127.0.0.1:${company.port}`;
  held.defer(() => {
    if (before === undefined) delete process.env["HTTP_PROXY"];
    else process.env["HTTP_PROXY"] = before;
  });
  const address = `http://127.0.0.1:${server.port}`;
  const proxy = held.use(
    await PolicyProxy.start({
      address,
      socketFolder: dir.path,
      policy,
      serverHost: () => "127.0.0.1",
      system,
    }),
  );
  return {
    address,
    port: Number(new URL(proxy.address).port),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The answer to a program of another user, or of this one, for these bytes. */
async function ask(port: number, head: string, user: number | null): Promise<string> {
  const code = `
    const socket = require("node:net").connect(${port}, "127.0.0.1");
    socket.write(${JSON.stringify(head)});
    socket.on("data", (chunk) => process.stdout.write(chunk));
    for (const name of ["error", "close"]) socket.on(name, () => process.exit());
    setTimeout(() => process.exit(), 1500);`;
  const own = [process.execPath, "-e", code];
  const as = ["setpriv", `--reuid=${user}`, "--clear-groups"];
  const child = Bun.spawn(user === null ? own : [...as, ...own], {
    stdout: "pipe",
    stderr: "ignore",
    cwd: "/",
  });
  return await new Response(child.stdout).text();
}

const request = (url: string, more = ""): string =>
  `GET ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\nAccept: */*\r\n${more}\r\n`;
const upgrade = [
  "Upgrade: websocket",
  "Connection: Upgrade",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  "",
].join("\r\n");

describe.skipIf(cannot !== null)(
  `the proxy before a developer's server (${cannot ?? "as root"})`,
  () => {
    for (const [what, head] of [
      ["a page of the company, through its proxy", () => request("http://intranet.example/")],
      ["the developer's page", (address: string) => request(`${address}/`)],
      [
        "the developer's web socket",
        (address: string) =>
          request(`${address.replace("http", "ws")}/`, upgrade).replace(
            "Connection: close\r\n",
            "",
          ),
      ],
    ] as const) {
      attack(`another user asks the proxy for ${what}`, async (isWeak) => {
        await using all = await startAll("linux");
        // Without the rule whoever comes is the developer.
        using _ = isWeak ? spyOn(process, "getuid").mockReturnValue(mallory) : null;
        return await ask(all.port, head(all.address), mallory);
      });
    }

    test("the developer's own programs, such as the engine, get all of it", async () => {
      await using all = await startAll("linux");
      expect(await ask(all.port, request(`${all.address}/`), null)).toContain(secret);
      expect(await ask(all.port, request("http://intranet.example/"), null)).toContain(secret);
    });
  },
);

attack(
  "on Windows, which does not report owners, other users send requests through the company's proxy",
  async (isWeak) => {
    await using all = await startAll(isWeak ? "linux" : "windows");
    return await ask(all.port, request("http://intranet.invalid/"), null);
  },
);

// Types of pages
// -----------------------------------------------------------------------------------------

const page = `<!doctype html><script>"${secret}"</script>`;

/** The scripts that run in a document of the server: all of them without a policy. */
async function shown(type: string | null, body: string, isWeak: boolean): Promise<string> {
  const response = new Response(body);
  response.headers.delete("content-type");
  if (type !== null) response.headers.set("content-type", type);
  const sent = isWeak ? response : await protectedPage(response, policy);
  return sent.headers.has("content-security-policy") ? "it has the policy" : await sent.text();
}

for (const type of [
  "Text/HTML",
  "TEXT/HTML; Charset=UTF-8",
  "text/html ;charset=utf-8",
  "text/html, text/plain",
  null,
  "",
  "html",
  "*/*",
  "unknown/unknown",
  "application/xhtml+xml",
  "Application/XHTML+XML",
  "image/svg+xml",
  "text/xml",
  "application/xml; charset=utf-8",
  "application/rdf+xml",
  "multipart/x-mixed-replace; boundary=b",
]) {
  attack(`a server's page of the type ${JSON.stringify(type)} has no policy`, (isWeak) =>
    shown(type, page, isWeak),
  );
}

attack("a page without a type, after the mark of UTF-8 and blanks, has no policy", (isWeak) =>
  shown(null, `\uFEFF \n${page}`, isWeak),
);

test("pages run their own scripts, also those whose type is spelled otherwise or missing", async () => {
  for (const type of ["text/html", "Text/HTML", null]) {
    const response = new Response(page, type === null ? {} : { headers: { "content-type": type } });
    if (type === null) response.headers.delete("content-type");
    const sent = await protectedPage(response, policy);
    const [, nonce = "none"] = /<script nonce="([^"]+)">/.exec(await sent.text()) ?? [];
    expect(sent.headers.get("content-security-policy")).toBe(`script-src 'self' 'nonce-${nonce}'`);
  }
});

test("an answer that is no document comes unchanged", async () => {
  for (const type of [
    "text/javascript",
    "text/css",
    "application/json",
    "image/png",
    "text/event-stream",
    "text/plain",
  ]) {
    const response = new Response("a { }", { headers: { "content-type": type, etag: '"1"' } });
    expect(await protectedPage(response, policy)).toBe(response);
  }
});

test("bytes without a type arrive whole, the first of them before the last", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(100_000)).fill(0, 0, 1);
  const last = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 10));
      await last.promise;
      controller.enqueue(bytes.subarray(10));
      controller.close();
    },
  });
  const response = new Response(body);
  response.headers.delete("content-type");
  const sent = await protectedPage(response, policy);
  const reader = sent.body?.getReader();
  const first = await reader?.read();
  expect(first?.value).toEqual(bytes.subarray(0, 10));
  last.resolve();
  const rest = await reader?.read();
  expect(rest?.value).toEqual(bytes.subarray(10));
});
