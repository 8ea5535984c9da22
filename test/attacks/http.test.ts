// Attacks on the requests of pages: by the path, by the name of the host, and by answers of a
// server.

import { spyOn } from "bun:test";
import { gzipSync } from "node:zlib";
import { sendByNode } from "../../src/app/network/node-request.ts";
import { HttpScope } from "../../src/app/scope/network/http.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { resolving, withLoopbackOutside } from "../support/resolver.ts";
import { attack, secret } from "./attack.ts";

/** The page's result for an address. */
async function request(url: string, scope: readonly string[], options = {}): Promise<string> {
  using app = await startInMemory({
    allow: ["http.request"],
    config: { framework: { allowlist: { http: { scope } } } },
  });
  const { bytes } = await app.page.invoke("http.request", { method: "GET", url, ...options });
  await waitFor("the page to say that it has a long answer", () => app.platform.held === 0);
  return Buffer.from(bytes).toString();
}

type Answer = (request: Request) => Response;

function serve(answer: Answer, hostname = "127.0.0.1", port = 0) {
  const server = Bun.serve({ port, hostname, fetch: answer });
  const address = `http://${hostname}:${server.port}`;
  return { address, port: server.port as number, [Symbol.dispose]: () => void server.stop(true) };
}

/** Takes the scope away. */
function anythingGoes(isWeak: boolean): Disposable {
  const decide = spyOn(HttpScope.prototype, "decide");
  if (isWeak) decide.mockReturnValue({ allowed: true, pattern: "", isAnyName: false });
  return decide;
}

attack("CVE-2026-95623: an allowed server redirects to one that is not", async (isWeak) => {
  using hidden = serve(() => new Response(secret));
  using open = serve(
    () => new Response(null, { status: 302, headers: { location: `${hidden.address}/` } }),
  );
  return await request(`${open.address}/start`, [
    `${open.address}/*`,
    ...(isWeak ? [`${hidden.address}/*`] : []),
  ]);
});

// Source: RFC 9110, 9.3.8: the answer to TRACE is the request, with all its headers.
attack("a page has the proxy of the environment show its password", async (isWeak) => {
  const before = process.env["http_proxy"];
  using proxy = serve(({ headers }) => new Response(headers.get("proxy-authorization")));
  process.env["http_proxy"] = proxy.address.replace("://", `://ada:${encodeURIComponent(secret)}@`);
  const [method, url] = ["TRACE", "http://example.org/"];
  try {
    const { signal } = new AbortController();
    const hop = { method, url, headers: new Headers(), body: null, route: null, signal };
    const shown = isWeak
      ? Buffer.concat(await Array.fromAsync((await sendByNode(hop, null)).body ?? [])).toString()
      : await request(url, ["http://example.org/*"], { method, headers: { "max-forwards": "0" } });
    return Buffer.from(shown.replace("Basic ", ""), "base64").toString();
  } finally {
    if (before === undefined) delete process.env["http_proxy"];
    else process.env["http_proxy"] = before;
  }
});

for (const [pattern, address] of [
  ["https://*.example.org/*", "https://evil.example/.example.org/x"],
  ["https://example.org/public/*", "https://example.org/public/..%2fadmin"],
  ["https://example.org/*", "https://example.org@evil.example/"],
  ["https://example.org/*", "https://example.org.evil.example/"],
  ["https://example.org/*", "http://example.org/"],
  ["http://*", "http://127.0.0.1:3000/"],
  ["http://*", "http://localhost:3000/"],
  ["http://*", "http://0.0.0.0:3000/"],
  ["http://*", "http://[::1]:3000/"],
  ["http://*", "http://[::ffff:7f00:1]:3000/"],
  ["http://*", "http://169.254.169.254/latest/meta-data/"],
  ["http://*", "http://metadata.google.internal/"],
  ["http://*", "http://[2002:a9fe:a9fe::]/latest/meta-data/"],
] as const) {
  attack(`TAU2-055: "${address}" passes for ${pattern}`, (isWeak) => {
    const scope = new HttpScope([pattern]);
    // The pattern as one flat text, as the holes had it; the decoded address as some servers read
    // it.
    const flat = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}`);
    const start = pattern.replace(/\/?\*$/, "");
    const passes =
      flat.test(address) ||
      address.startsWith(start) ||
      address.startsWith(start.replace("https:", "http:"));
    return (isWeak ? passes : scope.decide(address).allowed) && secret;
  });
}

/**
 * Reads a path as some servers do: decoded, "\" as "/", without ";…", without empty names, and only
 * then "..".
 */
const lenient: Answer = ({ url }) => {
  const path = decodeURIComponent(
    decodeURIComponent(url.slice(url.indexOf("/", "http://".length))),
  );
  const names: string[] = [];
  for (const name of path
    .replaceAll("\\", "/")
    .replace(/;[^/]*/g, "")
    .split("/")) {
    if (name === "..") names.pop();
    else if (name !== "") names.push(name);
  }
  return new Response(names[0] === "secret" ? secret : null);
};

for (const path of [
  "/public/%2f../secret",
  "/public//..%2fsecret",
  "/public/..;/secret",
  "/public/..;a=b/secret",
  "/public/%5c..%5csecret",
  "/public/..%252fsecret",
  "/public/%2e%2e%2fsecret",
  "/secret;.json",
]) {
  attack(`a server reads ${path} as a path that is not in the scope`, async (isWeak) => {
    using server = serve(lenient);
    using _ = anythingGoes(isWeak);
    return await request(server.address + path, [
      `${server.address}/public/*`,
      `${server.address}/*.json`,
    ]);
  });

  attack(`the same by a redirect to ${path}`, async (isWeak) => {
    using server = serve((asked) =>
      asked.url.endsWith("/public/start")
        ? new Response(null, { status: 302, headers: { location: path } })
        : lenient(asked),
    );
    using _ = anythingGoes(isWeak);
    return await request(`${server.address}/public/start`, [
      `${server.address}/public/*`,
      `${server.address}/*.json`,
    ]);
  });
}

/** The answers of the resolver, one after the other. The last one is repeated. */
function answering(...answers: readonly string[]): Disposable {
  let asked = 0;
  return resolving(() => [answers[Math.min(asked++, answers.length - 1)] as string]);
}

for (const address of [
  "127.0.0.1",
  "::1",
  "0.0.0.0",
  "169.254.169.254",
  "::ffff:169.254.169.254",
  "fd00:ec2::254",
  "fe80::1%eth0",
]) {
  attack(
    `a name of an attacker's leads to ${address}, where a machine finds its secrets`,
    async (isWeak) => {
      using server = serve(() => new Response(secret));
      using _ = answering(address);
      using __ = anythingGoes(isWeak);
      return await request(`http://attacker.example:${server.port}/`, ["http://*"]);
    },
  );
}

attack("a redirect names a host that leads to the machine's secrets", async (isWeak) => {
  using hidden = serve(() => new Response(secret));
  const location = `http://attacker.example:${hidden.port}/`;
  using open = serve(() => new Response(null, { status: 302, headers: { location } }));
  using _ = answering("169.254.169.254");
  using __ = anythingGoes(isWeak);
  return await request(`${open.address}/`, ["http://*", `${open.address}/*`]);
});

attack("a name leads elsewhere once it was judged", async (isWeak) => {
  using hidden = serve(() => new Response(secret));
  using open = serve(() => new Response("nothing"), "127.0.0.2", hidden.port);
  // The checked answer is 127.0.0.2. The next answer of the resolver is 127.0.0.1.
  using _ = answering("127.0.0.2", "127.0.0.1");
  using __ = anythingGoes(isWeak);
  using ___ = withLoopbackOutside();
  return await request(`http://attacker.example:${open.port}/`, ["http://*"]);
});

attack("4 KB of an answer become 4 MB", async (isWeak) => {
  const bomb = gzipSync(Buffer.concat([Buffer.alloc(4_000_000), Buffer.from(secret)]));
  using server = serve(() => new Response(bomb, { headers: { "content-encoding": "gzip" } }));
  const maxBytes = isWeak ? 8_000_000 : 1_000_000;
  return (await request(`${server.address}/`, [`${server.address}/*`], { maxBytes })).slice(
    -secret.length,
  );
});

attack("an answer never ends", async (isWeak) => {
  const part = Buffer.alloc(100_000);
  using server = serve(() => {
    let sent = 0;
    return new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(part);
          // Some end there must be, to see it.
          if (++sent < 100) return;
          controller.enqueue(Buffer.from(secret));
          controller.close();
        },
      }),
    );
  });
  const maxBytes = isWeak ? 100_000_000 : 1_000_000;
  return (await request(`${server.address}/`, [`${server.address}/*`], { maxBytes })).slice(
    -secret.length,
  );
});
