import { afterAll, expect, test } from "bun:test";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { defineApp, type App } from "../../src/app/index.ts";
import { sendByNode } from "../../src/app/network/node-request.ts";
import { rejection, startWithApi, type ApiApp } from "../support/page-api.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { here, testOnEach } from "../support/each-system.ts";

let heldRequests = 0;

/** Tells what it was sent, redirects, and waits. */
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const url = new URL(request.url);
    const [, what, ...rest] = url.pathname.split("/");
    if (what === "to") {
      const status = Number(rest[0]);
      return new Response("moved", {
        status,
        headers: { location: url.searchParams.get("at") ?? "/echo" },
      });
    }
    if (what === "loop") return new Response(null, { status: 302, headers: { location: "/loop" } });
    if (what === "never") heldRequests++;
    if (what === "never") return await new Promise<Response>(() => {});
    if (what === "text") {
      return new Response(new Uint8Array([103, 114, 252, 110]), {
        headers: { "content-type": "text/plain; charset=iso-8859-1" },
      });
    }
    if (what === "late") return await Bun.sleep(50).then(() => new Response("late"));
    if (what === "missing") return new Response("nothing here", { status: 404 });
    if (what === "empty") return new Response("");
    if (what === "cookies") {
      return new Response("{}", {
        headers: [
          ["set-cookie", "a=1, b"],
          ["set-cookie", "c=2"],
          ["x-one", "1"],
        ],
      });
    }
    return Response.json({
      method: request.method,
      query: url.search,
      type: request.headers.get("content-type"),
      secret: request.headers.get("authorization"),
      extra: request.headers.get("x-extra"),
      body: await described(request),
    });
  },
});
afterAll(() => server.stop(true));
const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;

/** Answers each request with the same bytes, and tells what it was sent. */
async function rawServer(answer: string, { requestsEach = Infinity } = {}) {
  const sockets = new Set<Socket>();
  let [seen, connections] = ["", 0];
  const own = createServer((socket) => {
    connections++;
    sockets.add(socket);
    let requests = 0;
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (piece) => {
      // As a server that ends a kept connection just when the next request arrives.
      if (++requests > requestsEach) return void socket.resetAndDestroy();
      seen += String(piece);
      socket.write(answer);
      if (!/content-length/i.test(answer) || /connection: close/i.test(answer)) socket.end();
    });
  });
  await once(own.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(own.address() as AddressInfo).port}/`,
    seen: () => seen,
    connections: () => connections,
    open: () => sockets.size,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      own.close();
    },
  };
}

async function described(request: Request): Promise<unknown> {
  if (request.headers.get("content-type")?.startsWith("multipart/") !== true)
    return await request.text();
  const fields: unknown[] = [];
  for (const [name, value] of await request.formData()) {
    // Bun's parser drops this type where no file extension says the same.
    const type = (file: File) => file.type || "application/octet-stream";
    fields.push([
      name,
      typeof value === "string" ? value : [value.name, type(value), await value.text()],
    ]);
  }
  return fields;
}

function httpApp({
  scope = [at("/*")],
  fs = [] as string[],
  allow = ["http.request"],
} = {}): Promise<ApiApp> {
  return startWithApi({
    allow,
    config: {
      framework: {
        bundle: { identifier: "org.example.memory" },
        allowlist: { http: { scope }, fs: { scope: fs } },
      },
    },
  });
}

test("a request arrives with its method, query, headers and body, and its answer comes back", async () => {
  using http = await httpApp();
  const { Body, fetch } = http.api.http;
  const response = await fetch(at("/echo?a=1"), {
    method: "POST",
    query: { b: "x y", c: 2 },
    headers: { "X-Extra": 1 },
    body: Body.json({ name: "Ada" }),
  });
  expect({
    url: response.url,
    status: response.status,
    ok: response.ok,
    data: response.data,
  }).toEqual({
    url: at("/echo?a=1&b=x+y&c=2"),
    status: 200,
    ok: true,
    data: {
      method: "POST",
      query: "?a=1&b=x+y&c=2",
      type: "application/json",
      secret: null,
      extra: "1",
      body: '{"name":"Ada"}',
    },
  });
  expect(response.headers["content-type"]).toStartWith("application/json");
});

test("a query is added to the one of the address, which stays as it is", async () => {
  using http = await httpApp();
  const urlOf = async (path: string) =>
    (await http.api.http.fetch(at(path), { query: { n: "x y&" } })).url;
  for (const [given, expected] of [
    ["/echo?flag&a=b%20c&sig=~!'()*", "/echo?flag&a=b%20c&sig=~!%27()*&n=x+y%26"],
    ["/echo?a=1&", "/echo?a=1&n=x+y%26"],
    ["/echo?#part", "/echo?n=x+y%26#part"],
    ["/echo", "/echo?n=x+y%26"],
  ] as const)
    expect(await urlOf(given)).toBe(at(expected));
});

test("a client has a function for each method", async () => {
  using http = await httpApp();
  const client = await http.api.http.getClient(null);
  const { Body } = http.api.http;
  const methods = [
    await client.get<{ method: string }>(at("/echo")),
    await client.post<{ method: string }>(at("/echo"), Body.text("x")),
    await client.put<{ method: string }>(at("/echo"), Body.text("x")),
    await client.patch<{ method: string }>(at("/echo")),
    await client.delete<{ method: string }>(at("/echo")),
  ].map(({ data }) => data.method);
  expect(methods).toEqual(["GET", "POST", "PUT", "PATCH", "DELETE"]);
  await client.drop();
  expect(await rejection(client.get(at("/echo")))).toBe(
    `closed: Cannot request "${at("/echo")}": the client was dropped`,
  );
});

/** The body as the server sees it. */
async function sent(
  make: (api: ApiApp["api"]["http"]) => ReturnType<ApiApp["api"]["http"]["Body"]["text"]>,
  options: { fs?: string[]; headers?: Record<string, string> } = {},
) {
  using http = await httpApp({ fs: options.fs ?? [] });
  const body = make(http.api.http);
  const { data } = await http.api.http.fetch<{ type: string; body: unknown }>(at("/echo"), {
    method: "POST",
    body,
    headers: options.headers ?? {},
  });
  return { type: data.type.replace(/;.*/, ""), body: data.body };
}

for (const method of ["CONNECT", "TRACE"] as const)
  test(`${method} is a method like the others`, async () => {
    const seen: string[] = [];
    const asked = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request) => (seen.push(request.method), new Response()),
    });
    using http = await httpApp({ scope: [`http://127.0.0.1:${asked.port}/*`] });
    const { status } = await http.api.http.fetch(`http://127.0.0.1:${asked.port}/`, { method });
    await asked.stop(true);
    expect({ status, seen }).toEqual({ status: 200, seen: [method] });
  });

test("text and bytes are sent as they are", async () => {
  expect(await sent(({ Body }) => Body.text("grün"))).toEqual({ type: "text/plain", body: "grün" });
  expect(await sent(({ Body }) => Body.bytes([97, 98]))).toEqual({
    type: "application/octet-stream",
    body: "ab",
  });
  expect(
    await sent(({ Body }) => Body.text("<a/>"), { headers: { "Content-Type": "text/xml" } }),
  ).toEqual({
    type: "text/xml",
    body: "<a/>",
  });
});

test("a form of texts is url-encoded, and multipart when the header asks for it", async () => {
  const form = { a: "1 2", b: "&" };
  expect(await sent(({ Body }) => Body.form(form))).toEqual({
    type: "application/x-www-form-urlencoded",
    body: "a=1+2&b=%26",
  });
  expect(
    await sent(({ Body }) => Body.form(form), {
      headers: { "Content-Type": "multipart/form-data" },
    }),
  ).toEqual({
    type: "multipart/form-data",
    body: [
      ["a", "1 2"],
      ["b", "&"],
    ],
  });
});

testOnEach(
  "a form with files is multipart; a file comes from its path, bytes, or what the user dropped",
  async () => {
    using folder = tempDir({ "in/a.txt": "of a" });
    const dropped = new FormData();
    dropped.append("d", new File(["of d"], "d.png", { type: "image/png" }));
    const fs = [`${here(folder.path)}/in/*`];
    expect(
      await sent(
        ({ Body }) =>
          Body.form({
            t: "x",
            a: { file: here(folder.path, "in/a.txt"), mime: "text/plain" },
            b: new Uint8Array([98]),
            c: { file: [99], fileName: "c.bin" },
          }),
        { fs },
      ),
    ).toEqual({
      type: "multipart/form-data",
      body: [
        ["t", "x"],
        ["a", ["a.txt", "text/plain;charset=utf-8", "of a"]],
        ["b", ["b", "application/octet-stream", "b"]],
        ["c", ["c.bin", "application/octet-stream", "c"]],
      ],
    });
    expect((await sent(({ Body }) => Body.form(dropped))).body).toEqual([
      ["d", ["d.png", "image/png", "of d"]],
    ]);
  },
);

test("a form that follows a save sends what was saved", async () => {
  using folder = tempDir({ "a.txt": "old" });
  const path = `${folder.path}/a.txt`;
  using http = await httpApp({
    fs: [`${folder.path}/*`],
    allow: ["http.request", "fs.writeFile"],
  });
  const { Body, fetch } = http.api.http;
  const contents = "new".repeat(1_000_000);
  const saved = http.api.fs.writeTextFile(path, contents);
  const { data } = await fetch<{ body: [string, [string, string, string]][] }>(at("/echo"), {
    method: "POST",
    body: Body.form({ f: { file: path } }),
  });
  await saved;
  expect(data.body[0]?.[1][2] === contents).toBeTrue();
});

test("a file of a form has the type that the page gave it", async () => {
  for (const [mime, type] of [
    ["text/plain", "text/plain"],
    ["text/plain; charset=ISO-8859-1", "text/plain; charset=ISO-8859-1"],
    ["application/json", "application/json"],
    ["multipart/mixed; boundary=AbC", "multipart/mixed; boundary=AbC"],
    ["a/b\r\nX: y", "application/octet-stream"],
    ["", "application/octet-stream"],
  ] as const) {
    using raw = await rawServer(
      "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
    );
    using http = await httpApp({ scope: [raw.url] });
    const { fetch, Body } = http.api.http;
    await fetch(raw.url, { method: "POST", body: Body.form({ f: { file: [97], mime } }) });
    expect(raw.seen()).toContain(`; filename="f"\r\nContent-Type: ${type}\r\n\r\na\r\n`);
  }
});

test("undefined values are left out of headers, the query and forms", async () => {
  using http = await httpApp();
  const { fetch, Body } = http.api.http;
  const { data } = await fetch(at("/echo"), {
    method: "POST",
    headers: { authorization: undefined, "x-extra": "a" },
    query: { a: 0, b: false, c: undefined, d: null, e: "" },
    body: Body.form({ f: "1", g: undefined, h: null }),
  });
  expect(data).toMatchObject({ query: "?a=0&b=false&e=", secret: null, extra: "a", body: "f=1" });
});

for (const method of [
  "GET",
  "HEAD",
  "PROPFIND",
  "REPORT",
  "M-SEARCH",
  "BREW",
  "x-own",
  "PROPFIND-2",
])
  test(`a request by ${method} has its method and its body`, async () => {
    using raw = await rawServer(
      "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
    );
    using http = await httpApp({ scope: [raw.url] });
    const { fetch, Body } = http.api.http;
    await fetch(raw.url, { method, body: Body.json({ query: "ü" }) });
    const [head = "", body] = raw.seen().split("\r\n\r\n");
    const lengths = head
      .split("\r\n")
      .filter((line) => /^(?:content-length|transfer-encoding):/i.test(line));
    expect([head.split("\r\n")[0], lengths, body]).toEqual([
      `${method.toUpperCase()} / HTTP/1.1`,
      ["content-length: 14"],
      '{"query":"ü"}',
    ]);
  });

test("a method that would break the request is refused", async () => {
  using http = await httpApp();
  for (const method of ["", "A B", "GET / HTTP/1.1\r\nX: y", "GET\n", "GÉT", "A".repeat(101)])
    expect(await rejection(http.api.http.fetch(at("/echo"), { method }))).toStartWith(
      "bad-argument: ",
    );
});

test("headers that an answer repeats stay apart, in the server's order", async () => {
  using raw = await rawServer(
    "HTTP/1.1 200 OK\r\nVia: 1.1 a\r\nLINK: <a>, <b>\r\nSet-Cookie: a=1\r\nVia: 1.1 b, c\r\nSet-Cookie: b=2, x\r\n" +
      "__proto__: p\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
  );
  using http = await httpApp({ scope: [raw.url] });
  const { rawHeaders, headers } = await http.api.http.fetch(raw.url);
  expect(Object.entries(rawHeaders)).toEqual([
    ["via", ["1.1 a", "1.1 b, c"]],
    ["link", ["<a>, <b>"]],
    ["set-cookie", ["a=1", "b=2, x"]],
    ["__proto__", ["p"]],
    ["content-length", ["0"]],
    ["connection", ["close"]],
  ]);
  expect(headers["via"]).toBe("1.1 b, c");
});

for (const [what, answer, says] of [
  ["headers without end", `HTTP/1.1 200 OK\r\na: ${"x".repeat(300_000)}`, "Header overflow"],
  ["no HTTP", "SSH-2.0-OpenSSH_9.6\r\n\r\n", "Parse Error"],
] as const)
  test(`a server that answers with ${what} rejects`, async () => {
    using raw = await rawServer(answer);
    using http = await httpApp({ scope: [raw.url] });
    const output = await rejection(http.api.http.fetch(raw.url));
    expect(output).toStartWith(`network: Cannot request "${raw.url}": `);
    expect(output).toContain(says);
  });

for (const [how, headers] of [
  ["to a named protocol", "upgrade: websocket\r\nconnection: upgrade\r\n"],
  ["without a name", ""],
] as const)
  test(`a server that switches protocols ${how} rejects, and its connection is closed`, async () => {
    using raw = await rawServer(
      `HTTP/1.1 101 Switching Protocols\r\n${headers}x-content-length: 0\r\n\r\n`,
    );
    using http = await httpApp({ scope: [raw.url] });
    expect(await rejection(http.api.http.fetch(raw.url))).toBe(
      `network: Cannot request "${raw.url}": the server switched to another protocol, want an HTTP answer`,
    );
    await waitFor("the connection to be closed", () => raw.open() === 0);
  });

test("a kept connection that the server closes meanwhile is not the request's end", async () => {
  using raw = await rawServer("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", {
    requestsEach: 1,
  });
  using http = await httpApp({ scope: [raw.url] });
  for (let round = 0; round < 5; round++)
    expect((await http.api.http.fetch(raw.url)).status).toBe(200);
});

test("invalid parts of a request are refused, and nothing is left out", async () => {
  using http = await httpApp();
  const { fetch, Body } = http.api.http;
  const post = (options: object) => rejection(fetch(at("/echo"), { method: "POST", ...options }));
  const blob = new Blob(["abc"]) as never;
  const output = await Promise.all([
    post({ metod: "POST" }),
    post({ method: 5 }),
    post({ signal: 10 }),
    post({ body: { a: 1 } }),
    post({ body: "x" }),
    post({ responseType: 9 }),
    ...[blob, "abc", 5, null, { a: 1 }, ["a"], [1, -1], [1, 300], [2.5]].map((bytes) =>
      post({ body: Body.bytes(bytes as never) }),
    ),
    post({ body: Body.form({ a: 5 as never }) }),
    post({ body: Body.form({ a: { file: {} as never } }) }),
  ]);
  expect(output.filter((text) => !text.startsWith("bad-argument: "))).toEqual([]);
  expect(output[0]).toBe(
    `bad-argument: Cannot request "${at("/echo")}": "metod" is not an option it knows: use "method", "headers", "query", "body", "timeout", "maxBytes", "responseType" or "signal"`,
  );
});

test("headers, a query and bytes may be of any kind that holds them, and stay as they were given", async () => {
  using http = await httpApp();
  const { data } = await http.api.http.fetch(at("/echo"), {
    headers: new Headers({ authorization: "a" }),
    query: new URLSearchParams("q=1&r=2"),
  });
  expect(data).toMatchObject({ query: "?q=1&r=2", secret: "a" });
  const given = Uint8Array.of(104, 105);
  const asGiven = await sent(({ Body }) => {
    const body = Body.bytes(given);
    given.fill(0);
    return body;
  });
  expect(asGiven.body).toBe("hi");
  for (const bytes of [
    [104, 105],
    new Set([104, 105]),
    new DataView(Uint8Array.of(104, 105).buffer),
  ])
    expect((await sent(({ Body }) => Body.bytes(bytes as never))).body).toBe("hi");
});

testOnEach("a file outside the file scope is not sent", async () => {
  using folder = tempDir({ "out/a.txt": "of a" });
  const path = here(folder.path, "out/a.txt");
  expect(await rejection(sent(({ Body }) => Body.form({ a: { file: path } })))).toBe(
    `out-of-scope: Cannot send "${path}": not in framework.allowlist.fs.scope and not chosen by the user`,
  );
});

test("data comes as JSON, text in its encoding, or bytes", async () => {
  using http = await httpApp();
  const { fetch, ResponseType } = http.api.http;
  expect((await fetch(at("/text"), { responseType: ResponseType.Text })).data).toBe("grün");
  expect((await fetch(at("/text"), { responseType: ResponseType.Binary })).data).toEqual(
    new Uint8Array([103, 114, 252, 110]),
  );
  expect((await fetch(at("/empty"))).data).toEqual({});
  expect((await fetch(at("/empty"), { responseType: null as never })).data).toEqual({});
  const missing = await fetch(at("/missing"));
  expect([missing.status, missing.ok, missing.data]).toEqual([404, false, "nothing here"]);
  expect(await rejection(fetch(at("/text")))).toBe(
    `bad-argument: Cannot read the answer of "${at("/text")}": it must be JSON; for other data set responseType`,
  );
});

test("cookies that were set stay apart", async () => {
  using http = await httpApp();
  const { rawHeaders, headers } = await http.api.http.fetch(at("/cookies"));
  expect([rawHeaders["set-cookie"], headers["set-cookie"], headers["x-one"]]).toEqual([
    ["a=1, b", "c=2"],
    "c=2",
    "1",
  ]);
});

for (const [status, method, becomes] of [
  [301, "POST", "GET"],
  [302, "POST", "GET"],
  [302, "PUT", "PUT"],
  [303, "PUT", "GET"],
  [307, "POST", "POST"],
  [308, "POST", "POST"],
] as const) {
  test(`a redirect with ${status} turns ${method} into ${becomes}`, async () => {
    using http = await httpApp();
    const { fetch, Body } = http.api.http;
    const { url, data } = await fetch<{ method: string; body: string }>(at(`/to/${status}`), {
      method,
      body: Body.text("b"),
    });
    expect([url, data.method, data.body]).toEqual([
      at("/echo"),
      becomes,
      becomes === "GET" ? "" : "b",
    ]);
  });
}

test("a redirect out of the scope is not followed", async () => {
  using http = await httpApp({ scope: [at("/to/*")] });
  expect(await rejection(http.api.http.fetch(at("/to/302")))).toBe(
    `out-of-scope: Cannot request "${at("/echo")}": not in framework.allowlist.http.scope`,
  );
  expect(await rejection(http.api.http.fetch(at("/to/302?at=http://")))).toBe(
    `network: Cannot request "${at("/to/302?at=http://")}": it was redirected to "http://", which is no address`,
  );
  expect(await rejection(http.api.http.fetch(at("/to/302?at=file:///etc/passwd")))).toBe(
    'out-of-scope: Cannot request "file:///etc/passwd": must be http or https, not "file"',
  );
});

for (const [what, locations, outcome] of [
  ["with raw UTF-8", ["/ü"], "GET /%C3%BC HTTP/1.1"],
  ["twice to the same address", ["/a", "/a"], "GET /a HTTP/1.1"],
  ["to two addresses", ["/a", "/b"], "it was redirected to 2 addresses, want one"],
] as const)
  test(`a redirect ${what} does what browsers do`, async () => {
    const requested: string[] = [];
    const redirecting = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        requested.push(String(bytes).split("\r\n")[0] as string);
        const head =
          requested.length === 1
            ? `302 Found\r\n${locations.map((to) => `location: ${to}\r\n`).join("")}`
            : "200 OK\r\n";
        socket.write(`HTTP/1.1 ${head}content-length: 2\r\n\r\n{}`);
      });
    });
    await once(redirecting.listen(0, "127.0.0.1"), "listening");
    try {
      const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`;
      using http = await httpApp({ scope: [`${url}*`] });
      const failed = await http.api.http.fetch(url).then(
        () => null,
        (error: Error) => error.message.replace(`Cannot request "${url}": `, ""),
      );
      expect(failed ?? requested[1]).toBe(outcome);
    } finally {
      redirecting.close();
    }
  });

test("a request that becomes GET loses the headers of its body", async () => {
  let sent: Headers | null = null;
  using target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      sent = request.headers;
      return new Response("{}");
    },
  });
  using http = await httpApp({ scope: [at("/*"), `${target.url.href}*`] });
  const { fetch, Body } = http.api.http;
  const names = ["content-encoding", "content-language", "content-location", "content-type"];
  await fetch(at(`/to/302?at=${encodeURIComponent(target.url.href)}`), {
    method: "POST",
    body: Body.text("b"),
    headers: { ...Object.fromEntries(names.map((name) => [name, "x"])), "x-extra": "1" },
  });
  expect([...names, "x-extra"].map((name) => sent?.get(name) ?? null)).toEqual([
    ...names.map(() => null),
    "1",
  ]);
});

test("secrets go only to the server that they are for", async () => {
  using http = await httpApp({ scope: [at("/*"), `http://localhost:${server.port}/*`] });
  const { fetch } = http.api.http;
  const secretAt = async (path: string) =>
    (await fetch<{ secret: string | null }>(at(path), { headers: { authorization: "key" } })).data
      .secret;
  expect(await secretAt("/to/302")).toBe("key");
  expect(
    await secretAt(`/to/302?at=${encodeURIComponent(`http://localhost:${server.port}/echo`)}`),
  ).toBe(null);
});

test("redirects are limited; with a limit of 0 the redirect is the answer", async () => {
  using http = await httpApp();
  const { fetch, getClient, ResponseType } = http.api.http;
  expect(await rejection(fetch(at("/loop")))).toBe(
    `network: Cannot request "${at("/loop")}": it was redirected more than 10 times`,
  );
  const none = await getClient({ maxRedirections: 0 });
  const { status, data } = await none.get(at("/to/302"), { responseType: ResponseType.Text });
  expect([status, data]).toEqual([302, "moved"]);
  const one = await getClient({ maxRedirections: 1 });
  expect((await one.get(at("/to/302"))).status).toBe(200);
});

test("an answer that takes too long rejects", async () => {
  using http = await httpApp();
  expect(
    await rejection(http.api.http.fetch(at("/never"), { timeout: { secs: 0, nanos: 30_000_000 } })),
  ).toBe(`timed-out: Cannot request "${at("/never")}": it took longer than 30 ms`);
});

test("a request ends when its signal is aborted, and others go on", async () => {
  using http = await httpApp();
  const { fetch, ResponseType } = http.api.http;
  const reason = new Error("the user has left");
  const controller = new AbortController();
  const { signal } = controller;
  const before = heldRequests;
  const aborted = [fetch(at("/never"), { signal }), fetch(at("/never"), { signal })];
  const other = new AbortController();
  const late = fetch(at("/late"), { signal: other.signal, responseType: ResponseType.Text });
  await waitFor("the requests to arrive", () => heldRequests >= before + 2);
  controller.abort(reason);
  const rejected = { status: "rejected" as const, reason };
  expect(await Promise.allSettled(aborted)).toEqual([rejected, rejected]);
  expect((await late).data).toBe("late");
  await expect(fetch(at("/text"), { signal })).rejects.toBe(reason);
  other.abort();
});

test("as much time as anybody may want is given", async () => {
  using http = await httpApp();
  const { getClient, ResponseType } = http.api.http;
  const year = 365 * 24 * 3600;
  for (const given of [year, { secs: year, nanos: 0 }]) {
    const client = await getClient({ connectTimeout: given });
    const answer = await client.get(at("/late"), {
      timeout: given,
      responseType: ResponseType.Text,
    });
    expect(answer.data).toBe("late");
  }
  for (const given of [-1, { secs: -1, nanos: 0 }, { secs: 0, nanos: -1 }])
    expect(await rejection(http.api.http.fetch(at("/text"), { timeout: given }))).toStartWith(
      "bad-argument: ",
    );
});

test("a server that cannot be reached rejects, at once or after the time for that", async () => {
  const free = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const url = `http://127.0.0.1:${free.port}/`;
  await free.stop(true);
  using http = await httpApp({ scope: [url, at("/*")] });
  expect(await rejection(http.api.http.fetch(url))).toStartWith(
    `network: Cannot request "${url}": `,
  );
  const client = await http.api.http.getClient({ connectTimeout: { secs: 5, nanos: 0 } });
  expect(await rejection(client.get(url))).toBe(
    `network: Cannot request "${url}": the server refuses connections`,
  );
  const reached = await http.api.http.getClient({ connectTimeout: 5 });
  expect((await reached.get(at("/echo"))).status).toBe(200);
});

test("the time for reaching a server includes the TLS handshake", async () => {
  const silent = createServer((socket) => void socket.on("error", () => {}));
  await once(silent.listen(0, "127.0.0.1"), "listening");
  try {
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    using http = await httpApp({ scope: [url] });
    const client = await http.api.http.getClient({
      connectTimeout: { secs: 0, nanos: 300_000_000 },
    });
    expect(await rejection(client.get(url))).toBe(
      `timed-out: Cannot request "${url}": the server was not reached within 300 ms`,
    );
  } finally {
    silent.close();
  }
});

test("a time for reaching the server costs no connection more", async () => {
  using raw = await rawServer(
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}",
  );
  using http = await httpApp({ scope: [raw.url] });
  const client = await http.api.http.getClient({ connectTimeout: 30 });
  expect((await client.get(raw.url)).status).toBe(200);
  await waitFor("the connection to be closed", () => raw.open() === 0);
  expect(raw.connections()).toBe(1);
});

test("own code cannot send a method that Bun's fetch would send as GET", async () => {
  const own = Promise.withResolvers<App>();
  using _ = await startInMemory({
    definition: defineApp({ setup: (app) => own.resolve(app) }),
    allow: ["http.request"],
    config: { framework: { allowlist: { http: { scope: [at("/*")] } } } },
  });
  const { http } = await own.promise;
  const { signal } = new AbortController();
  const send = (method: string) => http.fetch(at("/echo"), { method, signal });
  expect(await (await send("PROPFIND")).json()).toMatchObject({ method: "PROPFIND" });
  expect(await rejection(send("BREW"))).toBe(
    `bad-argument: Cannot request "${at("/echo")}": Bun's fetch sends the method "BREW" as GET; use another one`,
  );
});

test("a server that goes silent is given up, and one that waits for its reader is not", async () => {
  const hop = (url: string) => ({
    url,
    method: "GET",
    headers: new Headers(),
    body: null,
    route: null,
    signal: new AbortController().signal,
  });
  const head = "HTTP/1.1 200 OK\r\ncontent-length: 3000000\r\nx-more: connection: close\r\n\r\n";
  using stopping = await rawServer(head.replace(/x-more.*\r\n/, ""));
  const { status, body } = await sendByNode(hop(stopping.url), null, 50);
  expect(status).toBe(200);
  const read = async () => await Array.fromAsync(body ?? []);
  expect(await read().catch((error: Error) => error.message)).toBe(
    "the server has been silent for 0.05 seconds",
  );
  using whole = await rawServer(head + "x".repeat(3_000_000));
  const slow = await sendByNode(hop(whole.url), null, 50);
  await Bun.sleep(300);
  let length = 0;
  for await (const piece of slow.body ?? []) length += piece.length;
  expect(length).toBe(3_000_000);
});

test("a request ends with its page", async () => {
  using http = await httpApp();
  const before = heldRequests;
  const waiting = rejection(
    http.app.page.invoke("http.request", { method: "GET", url: at("/never") }),
  );
  await waitFor("the request to arrive", () => heldRequests > before);
  http.app.platform.navigate("main");
  expect(await waiting).toBe(`closed: Cannot request "${at("/never")}": the page went away`);
});

for (const name of [
  "Host",
  "Content-Length",
  "Transfer-Encoding",
  "Connection",
  "Upgrade",
  "TE",
  "Trailer",
]) {
  test(`a page cannot set the header ${name}`, async () => {
    using http = await httpApp();
    expect(await rejection(http.api.http.fetch(at("/echo"), { headers: { [name]: "x" } }))).toBe(
      `bad-argument: Cannot request "${at("/echo")}": the header "${name}" is set by the framework`,
    );
  });
}

test("a header that would break the request is refused", async () => {
  using http = await httpApp();
  expect(await rejection(http.api.http.fetch(at("/echo"), { headers: { a: "x\r\nb: y" } }))).toBe(
    `bad-argument: Cannot request "${at("/echo")}": the header "a" must be plain text without line breaks`,
  );
});

test("without its flag nothing is requested", async () => {
  using http = await httpApp({ allow: [] });
  expect(await rejection(http.api.http.fetch(at("/echo")))).toBe(
    'not-allowed: Cannot run "http.request" from window "main": set framework.allowlist.http.request to true',
  );
});
