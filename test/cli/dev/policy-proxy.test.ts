import { expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { noPolicyReason, PolicyProxy } from "../../../src/cli/dev/policy-proxy.ts";
import { PagePolicy } from "../../../src/contract/page/csp.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

/**
 * A development server of one page, which has its own policy if `own` has one, and the proxy in
 * front of it.
 */
async function startBoth(own: Record<string, string> = {}, hasSockets = true) {
  const held = new AsyncDisposableStack();
  const dir = held.use(tempDir());
  const page = { headers: { "content-type": "text/html", ...own } };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("<script>1</script>", page),
  });
  held.defer(() => server.stop(true));
  const origin = `http://127.0.0.1:${server.port}`;
  const policy = new PagePolicy("script-src 'self'", false);
  const socketFolder = hasSockets ? dir.path : null;
  const proxy = held.use(
    await PolicyProxy.start({
      address: origin,
      socketFolder,
      policy,
      serverHost: () => "127.0.0.1",
      system: "linux",
    }),
  );
  return {
    origin,
    proxy,
    /** The proxy's answer to these bytes. */
    async ask(head: string): Promise<string> {
      const socket = connect(Number(new URL(proxy.address).port), "127.0.0.1");
      socket.write(head);
      let answer = "";
      socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
      await once(socket, "close");
      return answer;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const request = (url: string, host: string, more = "") =>
  `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAccept: text/html\r\n${more}\r\n`;

test.each([
  ["behind a socket", true],
  ["behind an address of its own", false],
] as const)(
  "%s: a page of the server gets the policy, with a nonce for what is in it",
  async (_, sockets) => {
    await using both = await startBoth({}, sockets);
    const answer = await both.ask(request(`${both.origin}/`, new URL(both.origin).host));
    const nonce = /<script nonce="([^"]+)">/.exec(answer)?.[1] ?? "no nonce";
    expect(answer.toLowerCase()).toContain(
      `content-security-policy: script-src 'self' 'nonce-${nonce.toLowerCase()}'\r\n`,
    );
  },
);

test("a policy of the server's own goes on to count", async () => {
  await using both = await startBoth({ "content-security-policy": "img-src 'none'" });
  const answer = await both.ask(request(`${both.origin}/`, new URL(both.origin).host));
  expect(answer).toContain("img-src 'none'");
  expect(answer).toContain("script-src 'self' 'nonce-");
});

test("pages of other servers are passed on as they are", async () => {
  await using both = await startBoth();
  await using other = await startBoth();
  const answer = await both.ask(request(`${other.origin}/`, new URL(other.origin).host));
  expect(answer).toContain("<script>1</script>");
});

test("a client that asks the proxy as a server gets a refusal, and no request goes round in it", async () => {
  await using both = await startBoth();
  const { host, port } = new URL(both.proxy.address);
  for (const name of [host, `localhost:${port}`, `site.example:${port}`])
    expect(await both.ask(request("/", name))).toStartWith("HTTP/1.1 403 ");
});

test("a malformed request ends its connection, and an unreachable server is an error", async () => {
  await using both = await startBoth();
  expect(await both.ask("x".repeat(70 * 1024))).toBe("");
  expect(await both.ask(request("http://127.0.0.1:9/", "127.0.0.1:9"))).toContain(
    'Cannot reach "http://127.0.0.1:9"',
  );
  expect(await both.ask(request("ws://127.0.0.1:9/", "127.0.0.1:9"))).toBe("");
});

test("the tool names the reason why it can add no policy", () => {
  expect(noPolicyReason("http://localhost:1/", "linux")).toBeNull();
  expect(noPolicyReason("http://localhost:1/", "windows")).toBeNull();
  expect(noPolicyReason("https://localhost:1/", "linux")).toBe("with http it would");
  expect(noPolicyReason("http://localhost:1/", "macos")).toBe(
    "on macOS the engine asks the server by itself",
  );
});
