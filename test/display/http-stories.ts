import { afterAll, beforeAll, expect } from "bun:test";
import type { PagesApp } from "../support/app/pages-app.ts";

/**
 * The page's result from a server through the app. The scope contains only `http://127.0.0.1:*`.
 */
export function httpStories(
  shared: { readonly app: PagesApp },
  story: (name: string, run: () => Promise<void>) => void,
): void {
  let server: ReturnType<typeof Bun.serve>;
  beforeAll(() => {
    server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname === "/moved") return Response.redirect("/echo", 302);
        if (pathname === "/away") return Response.redirect("http://localhost:1/", 302);
        if (pathname === "/bytes")
          return new Response(Uint8Array.from({ length: 256 }, (_, value) => value));
        const body = Buffer.from(await request.bytes()).toString("latin1");
        const { method, headers } = request;
        return Response.json(
          { method, body, type: headers.get("content-type"), own: headers.get("x-own") },
          { status: pathname === "/missing" ? 404 : 200, headers: { "x-said": "so" } },
        );
      },
    });
  });
  afterAll(() => server.stop(true));

  /**
   * Runs an expression of the http module, `http`, in the page; `at` makes addresses of the server.
   */
  const run = (expression: string): Promise<unknown> =>
    shared.app
      .page()
      .run(
        `const { http } = __FRAMEWORK__; const at = (path) => args[0] + path; return await (${expression});`,
        server.url.origin,
      );

  story(
    "an answer comes with its status, headers and data, and one that is refused by the server, too",
    async () => {
      expect(
        await run(`http.fetch(at("/missing"), { method: "GET", headers: { "X-Own": "mine" } })
        .then(({ status, ok, headers, data }) => ({ status, ok, printed: headers["x-said"], data }))`),
      ).toEqual({
        status: 404,
        ok: false,
        printed: "so",
        data: { method: "GET", body: "", type: null, own: "mine" },
      });
    },
  );

  for (const [what, body, sent] of [
    ["a text", `http.Body.text("ü\\n")`, { body: "\u00c3\u00bc\n", type: /^text\/plain|^null$/ }],
    [
      "JSON",
      `http.Body.json({ a: [1, "é"] })`,
      { body: '{"a":[1,"\u00c3\u00a9"]}', type: /^application\/json/ },
    ],
    [
      "bytes",
      `http.Body.bytes(new Uint8Array([0, 255, 128]))`,
      { body: "\0\u00ff\u0080", type: /./ },
    ],
  ] as const) {
    story(`${what} is sent as it is`, async () => {
      const data = (await run(
        `http.fetch(at("/echo"), { method: "POST", body: ${body} }).then(({ data }) => data)`,
      )) as {
        readonly method: string;
        readonly body: string;
        readonly type: string | null;
      };
      expect([data.method, data.body]).toEqual(["POST", sent.body]);
      expect(String(data.type)).toMatch(sent.type);
    });
  }

  story("bytes arrive whole", async () => {
    expect(
      await run(`http.fetch(at("/bytes"), { method: "GET", responseType: http.ResponseType.Binary })
        .then(({ data }) => data.length === 256 && [...data].every((value, place) => value === place))`),
    ).toBe(true);
  });

  story("a redirect is followed within the scope, and no further", async () => {
    expect(
      await run(
        `http.fetch(at("/moved"), { method: "GET" }).then(({ status, data }) => [status, data.method])`,
      ),
    ).toEqual([200, "GET"]);
    for (const address of [`at("/away")`, `"http://localhost:1/"`]) {
      await expect(run(`http.fetch(${address}, { method: "GET" })`)).rejects.toMatchObject({
        code: "out-of-scope",
      });
    }
  });

  story("a server that hangs up is an error of the call", async () => {
    using mute = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void socket.end() },
    });
    await expect(
      run(`http.fetch("http://127.0.0.1:${mute.port}/", { method: "GET" })`),
    ).rejects.toMatchObject({
      name: "FrameworkError",
    });
  });
}
