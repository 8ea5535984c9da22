import { afterAll, beforeEach, expect, spyOn, test } from "bun:test";
import { createHash } from "node:crypto";
import type * as websocketApi from "../../plugins/websocket/api.ts";
import { websocket } from "../../plugins/websocket/index.ts";
import { proxyFor } from "../../plugins/websocket/proxy.ts";
import { waitFor } from "../../harness/wait.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection } from "../support/page-api.ts";
import { pageHalf } from "../support/page-half.ts";
import { resolving, withLoopbackOutside } from "../support/resolver.ts";

let opened = 0;
let heard: string[] = [];
beforeEach(() => {
  opened = 0;
  heard = [];
});

/** Sends back what it gets; some texts it obeys. */
const server = Bun.serve<{ greeting: string }>({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request, self) {
    const { pathname } = new URL(request.url);
    if (pathname === "/refuses") return new Response("no", { status: 403 });
    if (pathname === "/away") return Response.redirect("ws://127.0.0.1:1/");
    const greeting = JSON.stringify([request.headers.get("x-mine"), request.headers.get("host")]);
    return self.upgrade(request, { data: { greeting } })
      ? undefined
      : new Response("", { status: 400 });
  },
  websocket: {
    open(socket) {
      opened++;
      socket.send(socket.data.greeting);
      socket.ping("hi");
    },
    message(socket, message) {
      if (message === "close") socket.close(4001, "bye");
      else if (message === "drop") socket.terminate();
      else socket.send(message);
    },
    pong: (_, data) => void heard.push(`pong ${String(data)}`),
    close: (_, code, reason) => void heard.push(`close ${code} ${reason}`),
  },
});
const address = `ws://127.0.0.1:${server.port}`;
afterAll(() => server.stop(true));

const admitted = [`http://127.0.0.1:${server.port}/*`, "http://127.0.0.1:1/"];

interface Options {
  readonly allow?: object;
  readonly config?: object;
  readonly scope?: string[];
}

async function start({ allow = { connect: true }, config = {}, scope = admitted }: Options = {}) {
  const app = await startInMemory({
    definition: defineApp({ plugins: [websocket()] }),
    config: {
      plugins: { websocket: { allowlist: allow, ...config } },
      framework: { allowlist: { http: { scope } } },
    },
  });
  const half = (await pageHalf<typeof websocketApi>("websocket", app.page)).default;
  return Object.assign(app, {
    half,
    /** Connects, and collects what comes. */
    async connect(config?: websocketApi.ConnectionConfig, path = "/") {
      const socket = await half.connect(`${address}${path}`, config);
      const messages: websocketApi.Message[] = [];
      socket.addListener((message) => void messages.push(message));
      const has = (wanted: object): Promise<unknown> =>
        waitFor(
          JSON.stringify(wanted),
          () => messages.some((each) => Bun.deepEquals(each, wanted)),
          {
            state: () => JSON.stringify(messages),
          },
        );
      return { socket, messages, has };
    },
    async [Symbol.asyncDispose]() {
      await app.services.exit.quit(0);
      await waitFor("all answers", () => app.platform.held <= app.services.events.readers);
    },
  });
}

test("text and bytes go there and back, and pings come with what they hold", async () => {
  await using app = await start();
  const { socket, has } = await app.connect({ headers: { "x-mine": "1" } });
  await has({ type: "Text", data: `["1","127.0.0.1:${server.port}"]` });
  await has({ type: "Ping", data: [104, 105] });
  for (const [sent, back] of [
    ["hello", { type: "Text", data: "hello" }],
    [[1, 2, 255], { type: "Binary", data: [1, 2, 255] }],
    [new Uint8Array([3, 4]), { type: "Binary", data: [3, 4] }],
    [
      { type: "Text", data: "ü" },
      { type: "Text", data: "ü" },
    ],
    [
      { type: "Ping", data: [9] },
      { type: "Pong", data: [9] },
    ],
  ] as const) {
    await socket.send(sent as string);
    await has(back);
  }
});

test("messages before the first listener are not lost, and a listener can be removed", async () => {
  await using app = await start();
  const socket = await app.half.connect(address);
  await socket.send("first");
  await waitFor("the answer", () => heard.includes("pong hi"));
  const messages: unknown[] = [];
  const stop = socket.addListener(({ data }) => void messages.push(data));
  await waitFor("both", () => messages.includes("first"));
  stop();
  await socket.send("second");
  await socket.send("close");
  await waitFor("the end", () => heard.some((each) => each.startsWith("close")));
  expect(messages).not.toContain("second");
});

test("a listener that fails is reported, and the others hear each message", async () => {
  await using app = await start();
  const failed: unknown[] = [];
  using _ = spyOn(globalThis, "reportError").mockImplementation((error) => void failed.push(error));
  const { socket, messages, has } = await app.connect();
  const fail = (): never => {
    throw new RangeError("in the listener");
  };
  const stop = socket.addListener(fail);
  const later: unknown[] = [];
  socket.addListener((message) => void later.push(message));
  await socket.send("hello");
  await has({ type: "Text", data: "hello" });
  await waitFor("the other listener", () => later.some((each) => messages.includes(each as never)));
  stop();
  expect(failed[0]).toEqual(new RangeError("in the listener"));
});

for (const [what, word, data] of [
  ["closes", "close", { code: 4001, reason: "bye" }],
  ["breaks off", "drop", null],
] as const)
  test(`a server that ${what} is a Close, and then nothing can be sent`, async () => {
    await using app = await start();
    const { socket, has } = await app.connect();
    await socket.send(word);
    await has({ type: "Close", data });
    expect(await rejection(socket.send("more"))).toContain(
      `connection not found for the given id: ${socket.id}`,
    );
  });

test("disconnect closes in order, and a page closes with codes of its own alone", async () => {
  await using app = await start();
  const { socket } = await app.connect();
  expect(
    await rejection(socket.send({ type: "Close", data: { code: 1006, reason: "" } })),
  ).toContain("3000 to 4999");
  await socket.disconnect();
  await waitFor("the end", () => heard.includes("close 1000 Disconnected by client"));
});

test("a server that does not answer a close frame is left after some seconds", async () => {
  const accept = (key: string): string =>
    createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  using silent = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, bytes) {
        const key = /^sec-websocket-key: (.*)\r$/im.exec(String(bytes))?.[1];
        if (key === undefined) return;
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
            `Sec-WebSocket-Accept: ${accept(key)}\r\n\r\n`,
        );
      },
      close: () => void heard.push("left"),
    },
  });
  await using app = await start({ scope: [`http://127.0.0.1:${silent.port}/*`] });
  const socket = await app.half.connect(`ws://127.0.0.1:${silent.port}`);
  await socket.disconnect();
  const before = performance.now();
  await waitFor("the end", () => heard.includes("left"));
  expect(performance.now() - before).toBeLessThan(20_000);
});

for (const [what, message, code, reason] of [
  ["a ping of 126 bytes", { type: "Ping", data: Array(126).fill(1) }, "bad-argument", "125 bytes"],
  [
    "a close with a reason of 124 bytes",
    { type: "Close", data: { code: 1000, reason: "ü".repeat(62) } },
    "bad-argument",
    "123 bytes",
  ],
  [
    "a close with a broken code",
    { type: "Close", data: { code: 3000.5, reason: "" } },
    "bad-argument",
    "3000.5",
  ],
  ["a number that is no byte", [1, 300], "bad-argument", "message.data"],
] as const)
  test(`${what} is refused, and the connection stays`, async () => {
    await using app = await start();
    const { socket, has } = await app.connect();
    const failure = await rejection(socket.send(message as websocketApi.Message));
    expect(failure).toStartWith(`${code}: `);
    expect(failure).toContain(reason);
    await socket.send("still here");
    await has({ type: "Text", data: "still here" });
  });

test("a message behind a disconnect is rejected", async () => {
  await using app = await start();
  const { socket } = await app.connect();
  const [, sent] = await Promise.allSettled([socket.disconnect(), socket.send("lost")]);
  expect(sent).toMatchObject({ status: "rejected", reason: { code: "closed" } });
  expect(await rejection(app.half.connect(`${address}/#part`))).toStartWith("bad-argument: ");
});

test("a connection ends with its page", async () => {
  await using app = await start();
  await app.connect();
  app.platform.navigate("main");
  await waitFor("the end", () => heard.some((each) => each.startsWith("close 1001")));
});

test("a message that is too long ends the connection, and one that is not comes", async () => {
  await using app = await start();
  const { socket, has } = await app.connect({ maxMessageSize: 1000, maxWriteBufferSize: 2000 });
  await socket.send("x".repeat(1000));
  await has({ type: "Text", data: "x".repeat(1000) });
  expect(await rejection(socket.send("x".repeat(2001)))).toStartWith("too-long: ");
  await socket.send("ü".repeat(501));
  await has({ type: "Close", data: { code: 1009, reason: "a message has more than 1000 bytes" } });
});

for (const [what, url, wanted] of [
  ["refuses", `${address}/refuses`, "network: "],
  ["redirects", `${address}/away`, "network: "],
  ["is not there", "ws://127.0.0.1:1/", "network: "],
  ["is not in the scope", "ws://localhost:1/", "out-of-scope: "],
  ["has no address of this kind", "ftp://127.0.0.1/", "out-of-scope: "],
  ["is no address", "nowhere", "out-of-scope: "],
] as const)
  test(`connecting to a server that ${what} is refused`, async () => {
    await using app = await start();
    expect(await rejection(app.half.connect(url))).toStartWith(wanted);
  });

test("without its flag a page connects to nothing, and a page has a limited number of connections", async () => {
  await using shut = await start({ allow: {} });
  expect(await rejection(shut.half.connect(address))).toContain(
    "set plugins.websocket.allowlist.connect to true",
  );
  await using app = await start();
  const all = await Promise.all(Array.from({ length: 64 }, () => app.half.connect(address)));
  expect(await rejection(app.half.connect(address))).toContain(
    "a page may have 64 connections at once",
  );
  await all[0]!.disconnect();
  await waitFor("room", () =>
    app.half.connect(address).then(
      () => true,
      () => false,
    ),
  );
});

test("a host that only a star admits is reached at the address that was judged, under its name", async () => {
  using _ = withLoopbackOutside();
  using __ = resolving(() => ["127.0.0.1"]);
  await using app = await start({ scope: ["http://*:*/*"] });
  const socket = await app.half.connect(`ws://some.name.example:${server.port}/`);
  const messages: unknown[] = [];
  socket.addListener(({ data }) => void messages.push(data));
  await waitFor("the greeting", () =>
    messages.includes(`[null,"some.name.example:${server.port}"]`),
  );
});

for (const name of ["Host", "Upgrade", "Sec-WebSocket-Key"])
  test(`the header ${name} is the framework's own`, async () => {
    await using app = await start();
    expect(await rejection(app.half.connect(address, { headers: { [name]: "x" } }))).toStartWith(
      "bad-argument: ",
    );
    expect(opened).toBe(0);
  });

test("connections go through the proxy of the configuration", async () => {
  let asked = "";
  using proxy = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, data) {
        asked ||= data.toString().split("\r\n")[0] ?? "";
        socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      },
    },
  });
  await using app = await start({ config: { proxy: `http://127.0.0.1:${proxy.port}` } });
  expect(await rejection(app.half.connect(address))).toContain("502");
  expect(asked).toBe(`CONNECT 127.0.0.1:${server.port} HTTP/1.1`);
});

for (const [url, env, wanted] of [
  ["ws://a.example/", {}, null],
  ["ws://a.example/", { http_proxy: "http://p:1" }, "http://p:1"],
  ["ws://a.example/", { http_proxy: "", HTTP_PROXY: "http://p:1" }, "http://p:1"],
  ["ws://a.example/", { http_proxy: "p:1" }, "http://p:1"],
  ["wss://a.example/", { HTTP_PROXY: "http://p:1" }, null],
  ["wss://a.example/", { HTTPS_PROXY: "http://p:1" }, "http://p:1"],
  ["wss://a.example/", { https_proxy: "http://p:1", NO_PROXY: "b.example, .example" }, null],
  ["wss://a.example/", { https_proxy: "http://p:1", no_proxy: "a.example:444" }, "http://p:1"],
  ["wss://a.example/", { https_proxy: "http://p:1", no_proxy: "*" }, null],
  ["wss://na.example/", { https_proxy: "http://p:1", no_proxy: "a.example" }, "http://p:1"],
] as const)
  test(`the proxy for ${url} with ${JSON.stringify(env)} is ${wanted}`, () => {
    expect(proxyFor(new URL(url), env)).toBe(wanted);
  });
