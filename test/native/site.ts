// A web site that is not the app's, on a thread of its own: while a native loop runs, nothing else
// does.
import { parentPort, workerData } from "node:worker_threads";
import { frameAttack } from "./frame-attack.ts";

const hits = workerData as Int32Array;
const html = { headers: { "content-type": "text/html" } };

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request): Response | Promise<Response> {
    const url = new URL(request.url);
    Atomics.add(hits, 0, 1);
    switch (url.pathname) {
      case "/frame":
        return new Response(frameAttack, html);
      case "/nothing":
        return new Response(null, { status: 204 });
      case "/download":
        return new Response("x", {
          headers: { "content-disposition": "attachment; filename=x.bin" },
        });
      case "/never":
        return new Promise<Response>(() => {});
      case "/redirect":
        return Response.redirect(url.searchParams.get("to") ?? "/", 302);
      default:
        return new Response("<!doctype html><title>elsewhere</title>", html);
    }
  },
});
parentPort?.postMessage(`http://127.0.0.1:${server.port}`);
