// Where a request goes when only a `*` of the scope admits its host.

import { afterAll, expect, spyOn, test } from "bun:test";
import { createServer } from "node:net";
import { rejection, startWithApi, type ApiApp } from "../support/page-api.ts";

const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("{}") });
afterAll(() => server.stop(true));
const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;

function httpApp(scope = [at("/*")]): Promise<ApiApp> {
  return startWithApi({
    allow: ["http.request"],
    config: { framework: { allowlist: { http: { scope } } } },
  });
}

/** Makes every name lead to these addresses. */
function resolving(...addresses: readonly string[]) {
  return spyOn(Bun.dns, "lookup").mockImplementation(async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4, ttl: 0 })),
  );
}

test("a name that a star admits is looked up once, and reached at the address that was judged", async () => {
  using lookup = resolving("::1", "169.254.169.254", "127.0.0.3", "127.0.0.1");
  using http = await httpApp(["http://*"]);
  // 127.0.0.3 has nobody who listens, and the next one is tried.
  const url = `http://some.name.example:${server.port}/echo`;
  const client = await http.api.http.getClient({ connectTimeout: 30 });
  const { status, url: from } = await client.get(url, {
    responseType: http.api.http.ResponseType.Text,
  });
  expect([status, from, lookup.mock.calls.length]).toEqual([200, url, 1]);
});

test("a name that leads to what is internal alone is refused; one that is written out is not looked up", async () => {
  using lookup = resolving("169.254.169.254", "fd00:ec2::254");
  using http = await httpApp(["http://*", at("/*"), `http://localhost:${server.port}/*`]);
  expect(await rejection(http.api.http.fetch("http://some.name.example/"))).toBe(
    `out-of-scope: Cannot request "http://some.name.example/": "some.name.example" leads to 169.254.169.254, which is internal to this machine's network; write the host out in framework.allowlist.http.scope`,
  );
  expect((await http.api.http.fetch(`http://localhost:${server.port}/echo`)).status).toBe(200);
  expect(lookup.mock.calls.length).toBe(1);
});

test("a name that nobody knows rejects", async () => {
  using _ = spyOn(Bun.dns, "lookup").mockImplementation(async () => {
    throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "DNS_ENOTFOUND" });
  });
  using http = await httpApp(["http://*"]);
  expect(await rejection(http.api.http.fetch("http://some.name.example/"))).toBe(
    'network: Cannot request "http://some.name.example/": there is no server of that name',
  );
});

test("with a proxy, names are judged as far as they are known, and the proxy is told the name", async () => {
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
    const answers = { "good.example": "127.0.0.1", "bad.example": "169.254.169.254" };
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
    { kind: "by name" },
    { kind: "internal", address: "169.254.169.254" },
    { kind: "by name" },
  ]);
  expect(asked).toEqual(["http://good.example/x"]);
});

test("what has reached a server is not sent once more to another of its addresses", async () => {
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
    using _ = resolving("127.0.0.1", "127.0.0.1");
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

test("a name whose addresses nobody listens at rejects with why", async () => {
  const free = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const url = `http://some.name.example:${free.port}/`;
  await free.stop(true);
  using _ = resolving("127.0.0.1", "127.0.0.2");
  using http = await httpApp(["http://*"]);
  expect(await rejection(http.api.http.fetch(url))).toBe(
    `network: Cannot request "${url}": the server refuses connections`,
  );
});

test("a judged address is asked for the certificate of the name", async () => {
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
    using _ = resolving("127.0.0.1");
    using http = await httpApp(["https://*"]);
    const failing = rejection(http.api.http.fetch(`https://some.name.example:${port}/`));
    expect(await hello.promise).toContain("some.name.example");
    expect(await failing).toStartWith("network: ");
  } finally {
    listener.close();
  }
});
