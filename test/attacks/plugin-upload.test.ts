// A page that sends files which it may not read, fetches to places which it may not write, or
// reaches other servers.

import { afterAll, expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { upload } from "../../plugins/upload/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

const before = process.env["XDG_DATA_HOME"];
const folder = tempDir({ "out/secret.txt": secret, "in/own.txt": "own" });
process.env["XDG_DATA_HOME"] = join(folder.path, "data");
mkdirSync(join(folder.path, "data"));
const inside = join(folder.path, "in");
symlinkSync(join(folder.path, "out"), join(inside, "link"));

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) =>
    request.method === "POST"
      ? new Response(await request.arrayBuffer())
      : redirectOrFile(request.url),
});
const internal = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(secret) });
function redirectOrFile(url: string): Response {
  return url.endsWith("/redirect")
    ? Response.redirect(`http://127.0.0.1:${internal.port}/`)
    : new Response(`by a page: ${secret}`);
}
afterAll(async () => {
  folder[Symbol.dispose]();
  await server.stop(true);
  await internal.stop(true);
  if (before === undefined) delete process.env["XDG_DATA_HOME"];
  else process.env["XDG_DATA_HOME"] = before;
});
const own = `http://127.0.0.1:${server.port}`;

async function call(isWeak: boolean, command: string, args: object): Promise<unknown> {
  using app = await startInMemory({
    definition: defineApp({ plugins: [upload()] }),
    config: {
      plugins: { upload: { allowlist: { all: true } } },
      framework: {
        allowlist: {
          fs: { scope: isWeak ? ["/**"] : [`${inside}/**`] },
          http: { scope: isWeak ? ["http://127.0.0.1:*/*"] : [`${own}/*`] },
        },
      },
    },
  });
  const answer = await app.page.invoke(`plugin:upload|${command}`, {
    id: 1,
    url: `${own}/in`,
    ...args,
  });
  return answer;
}

/** Returns the content of a place after a download to it. */
async function written(
  isWeak: boolean,
  filePath: string,
  place = filePath,
  url = `${own}/file`,
): Promise<unknown> {
  try {
    await call(isWeak, "download", { filePath, url });
  } finally {
    expect(existsSync(place)).toBe(isWeak);
  }
  return readFileSync(place, "utf8");
}

attack("a page sends a file that it may not read", (isWeak) =>
  call(isWeak, "upload", { filePath: join(folder.path, "out/secret.txt") }),
);

attack("a page sends a file by way of a link", (isWeak) =>
  call(isWeak, "upload", { filePath: join(inside, "link/secret.txt") }),
);

attack("a page fetches to a place that it may not write", (isWeak) =>
  written(isWeak, join(folder.path, `out/fetched-${isWeak}`)),
);

attack("a page fetches to a place behind a link", (isWeak) =>
  written(isWeak, join(inside, `link/linked-${isWeak}`), join(folder.path, `out/linked-${isWeak}`)),
);

attack("a server redirects a download to another server", (isWeak) =>
  written(isWeak, join(inside, `redirected-${isWeak}`), undefined, `${own}/redirect`),
);

attack("a page sends a file to a server that it may not reach", (isWeak) => {
  writeFileSync(join(inside, "own.txt"), "own");
  return call(isWeak, "upload", {
    filePath: join(inside, "own.txt"),
    url: `http://127.0.0.1:${internal.port}/`,
  });
});

attack("a page names another host than the address", async (isWeak) => {
  if (isWeak) return await (await fetch(`${own}/file`, { headers: { host: "internal" } })).text();
  return await call(false, "download", {
    filePath: join(inside, "host"),
    headers: { Host: "internal" },
    url: `${own}/file`,
  });
});
