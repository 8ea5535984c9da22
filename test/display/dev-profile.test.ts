// The data that pages of a project in development leave: for the same project, in the next session.

import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  devCommand,
  onDisplay,
  root,
  shareSession,
  startBuiltApp,
  writeProject,
} from "../support/app/display-app.ts";

const shared = shareSession();
const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8");

const worker = `
  addEventListener("install", () => skipWaiting());
  addEventListener("activate", (event) => event.waitUntil(clients.claim()));
  addEventListener("fetch", (event) => {
    if (new URL(event.request.url).pathname === "/who") event.respondWith(new Response("the worker"));
  });`;

/**
 * The server of a project. Those of two projects have the same port, as Vite's have, one after the
 * other.
 */
function serve(port: number, name: string) {
  return Bun.serve({
    hostname: "127.0.0.1",
    port,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/worker.js")
        return new Response(worker, { headers: { "content-type": "text/javascript" } });
      if (pathname === "/who") return new Response(name);
      return new Response(page, { headers: { "content-type": "text/html" } });
    },
  });
}

const leave = `
  await (await caches.open("kept")).put("/kept", new Response("by this project"));
  document.cookie = "kept=1; max-age=1000";
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  const { promise, resolve } = Promise.withResolvers();
  navigator.serviceWorker.addEventListener("controllerchange", resolve);
  if (navigator.serviceWorker.controller === null) await promise;
  return await (await fetch("/who")).text();`;

const look = `
  return [
    await (await fetch("/who")).text(),
    (await navigator.serviceWorker.getRegistrations()).length,
    (await (await caches.match("/kept"))?.text()) ?? null,
    document.cookie,
  ];`;

onDisplay("a page's service worker lasts for its session, its data for its project", async () => {
  using port = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("") });
  const number = port.port ?? 0;
  await port.stop(true);
  const config = {
    build: {
      devPath: `http://127.0.0.1:${number}/`,
      distDir: "../page",
      withGlobalFramework: true,
    },
  };
  using one = writeProject({ config });
  using other = writeProject({ config });
  const visit = async (folder: string, name: string, script: string): Promise<unknown> => {
    await using _ = serve(number, name);
    await using app = await startBuiltApp(shared.session, devCommand, { folder });
    return await app.page().run(script);
  };
  expect(await visit(one.path, "one", leave)).toBe("the worker");
  expect(await visit(other.path, "other", look)).toEqual(["other", 0, null, ""]);
  expect(await visit(one.path, "one", look)).toEqual(["one", 0, "by this project", "kept=1"]);
});
