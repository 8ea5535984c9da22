// The policy of pages that come from the front end's own development server.

import { expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";

const shared = shareSession();

const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8");

/**
 * A server as front ends have one: pages with code in them, hot reloading by a web socket, events,
 * uploads.
 */
function startServer(): { readonly origin: string } & AsyncDisposable {
  const server = Bun.serve({
    port: 0,
    async fetch(request, self) {
      const { pathname } = new URL(request.url);
      if (pathname === "/hot") {
        const origin = request.headers.get("origin");
        return self.upgrade(request, { data: origin })
          ? undefined
          : new Response(null, { status: 400 });
      }
      if (pathname === "/events")
        return new Response("data: one\n\n", { headers: { "content-type": "text/event-stream" } });
      if (pathname === "/upload") return new Response(String((await request.bytes()).length));
      if (pathname === "/moved") return Response.redirect("/data.json");
      if (pathname.endsWith(".json")) return Response.json({ path: pathname });
      const html = `${page}<script>window.written = true</script>`;
      return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
    },
    websocket: {
      data: "" as string | null,
      message: (socket, message) => void socket.send(`${String(message)} from ${socket.data}`),
    },
  });
  return {
    origin: `http://localhost:${server.port}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

const look = `
  const refused = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
  window.ran = false;
  document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
  document.head.append(Object.assign(document.createElement("style"), { textContent: "p { color: rgb(1, 2, 3) }" }));
  await fetch("http://127.0.0.1:9/").catch(() => {});
  return {
    written: window.written,
    ran: window.ran,
    refused,
    color: getComputedStyle(document.querySelector("p")).color,
    bytes: (await window.__FRAMEWORK__.invoke("test.echo", new Uint8Array(30_000))).length,
  };`;

const talk = `
  const socket = new WebSocket("ws://" + location.host + "/hot");
  const { promise, resolve, reject } = Promise.withResolvers();
  socket.onopen = () => socket.send("hello");
  socket.onmessage = ({ data }) => resolve(data);
  socket.onerror = () => reject(new Error("no socket"));
  const events = new EventSource("/events");
  const event = await new Promise((heard) => (events.onmessage = ({ data }) => heard(data)));
  events.close();
  const moved = await (await fetch("/moved")).json();
  const uploaded = await (await fetch("/upload", { method: "POST", body: new Uint8Array(3 << 20) })).text();
  return [location.href, await promise, event, moved.path, uploaded];`;

const start = (origin: string, csp: string | null): Promise<DisplayApp> =>
  startDisplayApp(shared.session, {
    config: {
      build: { devPath: `${origin}/start?x=1`, distDir: "../page", withGlobalFramework: true },
      framework: { security: { csp } },
    },
  });

// The test's page makes functions from text. To the server, and to hot reloading, the policy does
// not admit a way.
const csp = "default-src 'self'; script-src 'self' 'unsafe-eval'; connect-src https://example.org";

onDisplay(
  "pages of a development server have the policy, and all that they need goes on",
  async () => {
    await using server = startServer();
    await using app = await start(server.origin, csp);
    expect(await app.page().run(look)).toEqual({
      written: true,
      ran: false,
      refused: ["script-src-elem", "connect-src"],
      color: "rgb(1, 2, 3)",
      bytes: 30_000,
    });
    const address = `${server.origin}/start?x=1`;
    const hello = `hello from ${server.origin}`;
    expect(await app.page().run(talk)).toEqual([
      address,
      hello,
      "one",
      "/data.json",
      String(3 << 20),
    ]);
  },
);

onDisplay("a policy that comes or changes while the app runs holds from then on", async () => {
  await using server = startServer();
  await using app = await start(server.origin, null);
  const policy = `return (await fetch("/")).headers.get("content-security-policy")`;
  expect(await app.page().run(policy)).toBeNull();
  const file = join(app.folder, "src-framework/framework.conf.json");
  const set = (text: string) => {
    const config = JSON.parse(readFileSync(file, "utf8"));
    config.framework.security = { devCsp: text };
    writeFileSync(file, JSON.stringify(config));
  };
  set("img-src 'self'");
  await app.pageOpened("main", 2);
  expect(await app.page().run(policy)).toBe("img-src 'self'");
  set("img-src *");
  await app.pageOpened("main", 3);
  expect(await app.page().run(policy)).toBe("img-src *");
});
