// The destination of a request if only a `*` of the scope admits its host.

import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:net";
import { networkReason, type SentHop } from "../../src/app/network/redirects.ts";
import { rejection, startWithApi, type ApiApp } from "../support/page-api.ts";
import { resolving, withLoopbackOutside } from "../support/resolver.ts";
import { SelfSigned } from "../support/self-signed.ts";

const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("{}") });
afterAll(() => server.stop(true));
const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;

function httpApp(scope = [at("/*")]): Promise<ApiApp> {
  return startWithApi({
    allow: ["http.request"],
    config: { framework: { allowlist: { http: { scope } } } },
  });
}

/** Sets variables of the environment until it is disposed. */
function withEnvironment(variables: Readonly<Record<string, string>>): Disposable {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return {
    [Symbol.dispose]() {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    },
  };
}

test("a name that a star admits is looked up once, and reached at the address that was judged", async () => {
  using __ = withLoopbackOutside();
  using lookup = resolving(() => ["fe80::1", "169.254.169.254", "127.0.0.3", "127.0.0.1"]);
  using http = await httpApp(["http://*"]);
  // 127.0.0.3 has no listener, and the next one is tried.
  const url = `http://some.name.example:${server.port}/echo`;
  const client = await http.api.http.getClient({ connectTimeout: 30 });
  const { status, url: from } = await client.get(url, {
    responseType: http.api.http.ResponseType.Text,
  });
  expect([status, from, lookup.asked]).toEqual([200, url, 1]);
});

test("a name that leads to what is internal alone is refused; one that is written out is not looked up", async () => {
  using lookup = resolving(() => ["169.254.169.254", "fd00:ec2::254"]);
  using http = await httpApp(["http://*", at("/*"), `http://localhost:${server.port}/*`]);
  expect(await rejection(http.api.http.fetch("http://some.name.example/"))).toBe(
    `out-of-scope: Cannot request "http://some.name.example/": "some.name.example" leads to 169.254.169.254, which is internal to this machine's network; write the host out in framework.allowlist.http.scope`,
  );
  expect((await http.api.http.fetch(`http://localhost:${server.port}/echo`)).status).toBe(200);
  expect(lookup.asked).toBe(1);
});

test("an unknown host name rejects", async () => {
  using _ = resolving(() =>
    Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "DNS_ENOTFOUND" }),
  );
  using http = await httpApp(["http://*"]);
  expect(await rejection(http.api.http.fetch("http://some.name.example/"))).toBe(
    'network: Cannot request "http://some.name.example/": there is no server of that name',
  );
});

test("with a proxy, names are judged as far as they are known, and the proxy gets the name", async () => {
  const asked: string[] = [];
  using proxy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      asked.push(request.url);
      return new Response("{}");
    },
  });
  // Bun reads the variable when it starts.
  const script = `
    const { routeTo } = await import(${JSON.stringify(import.meta.resolve("../../src/app/network/host-addresses.ts"))});
    const answers = { "good.example": "192.0.2.1", "bad.example": "169.254.169.254" };
    Bun.dns.lookup = async (name) => {
      if (!(name in answers)) throw new Error(name);
      return [{ address: answers[name], family: 4, ttl: 0 }];
    };
    const signal = new AbortController().signal;
    const found = [];
    for (const name of ["good.example", "bad.example", "unknown.example"])
      found.push(await routeTo(new URL("http://" + name), signal));
    await fetch("http://good.example/x");
    console.log(JSON.stringify(found));
    process.exit();
  `;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { ...process.env, HTTP_PROXY: proxy.url.href },
    stdout: "pipe",
  });
  expect(JSON.parse(await new Response(child.stdout).text())).toEqual([
    { kind: "by name", addresses: ["192.0.2.1"] },
    { kind: "internal", address: "169.254.169.254" },
    { kind: "by name", addresses: [] },
  ]);
  expect(asked).toEqual(["http://good.example/x"]);
});

for (const [what, noProxy] of [
  ["all hosts", "*"],
  ["the host", "some.name.invalid"],
] as const)
  test(`with ${what} excluded from the proxy, a name is looked up once and reached at the judged address`, async () => {
    using __ = withLoopbackOutside();
    // The port 9 has no listener.
    using ___ = withEnvironment({ http_proxy: "http://127.0.0.1:9", no_proxy: noProxy });
    using lookup = resolving(() => ["127.0.0.3", "127.0.0.1"]);
    using http = await httpApp(["http://*"]);
    const url = `http://some.name.invalid:${server.port}/echo`;
    const { status, url: from } = await http.api.http.fetch(url);
    expect([status, from, lookup.asked]).toEqual([200, url, 1]);
  });

test("a name that only the proxy could resolve is not resolved again for a direct connection", async () => {
  using _ = withEnvironment({ http_proxy: "http://127.0.0.1:9", no_proxy: "some.name.example" });
  // For the connection itself, this name leads to 127.0.0.1.
  using __ = resolving(() => Object.assign(new Error("unknown"), { code: "DNS_ENOTFOUND" }));
  using http = await httpApp(["http://*"]);
  const url = `http://some.name.example:${server.port}/echo`;
  expect(await rejection(http.api.http.fetch(url))).toBe(
    `network: Cannot request "${url}": there is no server of that name`,
  );
});

test("a request that has reached a server is not sent again to another of its addresses", async () => {
  using __ = withLoopbackOutside();
  let requests = 0;
  const closing = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      requests++;
      socket.destroy();
    });
  });
  const listening = Promise.withResolvers<void>();
  closing.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  try {
    const { port } = closing.address() as { port: number };
    using _ = resolving(() => ["127.0.0.1", "127.0.0.1"]);
    using http = await httpApp(["http://*"]);
    const { Body, fetch } = http.api.http;
    const url = `http://some.name.example:${port}/`;
    expect(await rejection(fetch(url, { method: "POST", body: Body.text("once") }))).toStartWith(
      `network: Cannot request "${url}": `,
    );
    expect(requests).toBe(1);
  } finally {
    closing.close();
  }
});

test("a name without a listening address rejects with the reason", async () => {
  using __ = withLoopbackOutside();
  const free = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const url = `http://some.name.example:${free.port}/`;
  await free.stop(true);
  using _ = resolving(() => ["127.0.0.1", "127.0.0.2"]);
  using http = await httpApp(["http://*"]);
  expect(await rejection(http.api.http.fetch(url))).toBe(
    `network: Cannot request "${url}": the server refuses connections`,
  );
});

test("a proxy that cannot be reached is named, without its password", async () => {
  using _ = withEnvironment({
    http_proxy: "http://me:secret@127.0.0.1:9",
    no_proxy: "other.example",
  });
  using http = await httpApp(["http://some.name.example/*", "http://other.example/*"]);
  const [url, other] = ["http://some.name.example/", "http://other.example/"];
  const reason = 'the proxy "127.0.0.1:9" of the environment cannot be reached';
  expect(await rejection(http.api.http.fetch(url))).toBe(
    `network: Cannot request "${url}": ${reason}`,
  );
  const refused = await fetch(url).catch((error: unknown) => error);
  expect([networkReason(refused, url), networkReason(refused, other)]).toEqual([
    reason,
    "the server refuses connections",
  ]);
});

test("a judged address is asked for the certificate of the name", async () => {
  using __ = withLoopbackOutside();
  const hello = Promise.withResolvers<string>();
  const listener = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      hello.resolve(bytes.toString("latin1"));
      socket.destroy();
    });
  });
  const listening = Promise.withResolvers<void>();
  listener.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  try {
    const { port } = listener.address() as { port: number };
    using _ = resolving(() => ["127.0.0.1"]);
    using http = await httpApp(["https://*"]);
    const failing = rejection(http.api.http.fetch(`https://some.name.example:${port}/`));
    expect(await hello.promise).toContain("some.name.example");
    expect(await failing).toStartWith("network: ");
  } finally {
    listener.close();
  }
});

/** The answer that Node's client for a page's requests gets, in a process with this environment. */
async function askedWith(
  env: Readonly<Record<string, string>>,
  ...hops: readonly Pick<SentHop, "url" | "route">[]
): Promise<unknown> {
  const module = import.meta.resolve("../../src/app/network/node-request.ts");
  const script = `
    const { sendByNode } = await import(${JSON.stringify(module)});
    const signal = new AbortController().signal;
    const answers = [];
    for (const hop of ${JSON.stringify(hops)}) {
      const sent = { ...hop, method: "GET", headers: new Headers(), body: null, signal };
      answers.push(await sendByNode(sent, null).then(({ status }) => status, ({ code, message }) => code ?? message));
    }
    console.log(JSON.stringify(answers));
    process.exit();
  `;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { ...process.env, ...env },
    stdout: "pipe",
  });
  return JSON.parse(await new Response(child.stdout).text());
}

test("an authority that the user added is trusted, for the name of its certificate alone", async () => {
  using own = new SelfSigned("localhost");
  using secure = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: own.tls,
    fetch: () => new Response("{}"),
  });
  const route = { kind: "by address", addresses: ["127.0.0.1"] } as const;
  const direct = { url: `https://localhost:${secure.port}/`, route };
  const other = { url: `https://other.example:${secure.port}/`, route };
  expect(await askedWith({ NODE_EXTRA_CA_CERTS: own.path }, direct, direct, other)).toEqual([
    200,
    200,
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ]);
  expect(await askedWith({ NODE_EXTRA_CA_CERTS: "" }, direct)).toEqual([
    "DEPTH_ZERO_SELF_SIGNED_CERT",
  ]);
});

test.each(["http://", ""])(
  "requests go by the proxy of the environment, written with %p before it, except to the hosts that it leaves out",
  async (scheme) => {
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (bytes) => {
        asked.push(String(bytes).split("\r\n")[0] as string);
        socket.end("HTTP/1.1 204 No Content\r\n\r\n");
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = proxy.address() as { port: number };
      const address = `${scheme}127.0.0.1:${port}`;
      const by = (name: string) => ({ url: name, route: null });
      const env = { HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: "127.0.0.1" };
      const hops = [by("http://a.example/x?y"), by("https://b.example/"), by(at("/z"))];
      const [plain, , left] = (await askedWith(env, ...hops)) as unknown[];
      expect([plain, left]).toEqual([204, 200]);
      expect(asked).toEqual([
        "GET http://a.example/x?y HTTP/1.1",
        "CONNECT b.example:443 HTTP/1.1",
      ]);
    } finally {
      proxy.close();
    }
  },
);
