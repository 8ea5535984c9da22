// The program that shows real pages for stand-ins of other systems' engines, driven as they drive
// it.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DrivenView, type Answer, type AskedRequest } from "../../../harness/pages/driven-view.ts";
import type { Event, ViewSettings } from "../../../harness/pages/protocol.ts";
import { startPages, type Pages } from "../../../harness/pages/start.ts";
import { chromiumProgram } from "../../../harness/chromium/browser.ts";
import { missingPrograms, startSession, type Session } from "../../../harness/display.ts";
import { commandLine, processTree } from "../../../harness/process-tree.ts";
import { waitFor } from "../../../harness/wait.ts";

const missing = missingPrograms();
if (missing.length > 0) console.warn(`skipped: ${missing.join(", ")} missing; see tools/setup.mjs`);

const channel = `(channel) => {
  window.host = { post: channel.post, heard: [] };
  channel.listen((text) => host.heard.push(text));
}`;
const html = (body: string): Answer => ({ body: `<!doctype html><title>page</title>${body}` });
const page = "https://framework.localhost/";

for (const engine of ["webkit", "chromium"] as const)
  describe.skipIf(missing.length > 0 || (engine === "chromium" && chromiumProgram() === null))(
    `the program that shows pages of ${engine}`,
    () => {
      let session: Session;
      let pages: Pages;

      beforeAll(async () => {
        session = await startSession();
        pages = await startPages(session, engine);
      });
      afterAll(async () => {
        if (pages?.program.isRunning !== true) console.error(pages?.program.report());
        await pages?.[Symbol.asyncDispose]();
        await session?.[Symbol.asyncDispose]();
      });

      const ofWebKit = engine === "webkit" ? test : () => {};

      async function open(
        answers: (request: AskedRequest) => Answer | null,
        settings: Partial<ViewSettings> = {},
      ): Promise<DrivenView> {
        const view = await DrivenView.open(pages.port, { channel, ...settings });
        // Chromium asks each site for its icon, at a time of its own.
        view.answers = (request) =>
          request.url.endsWith("/favicon.ico") ? { status: 404 } : answers(request);
        return view;
      }

      test("a page of a host that is answered has that address, its origin, and what secure pages may", async () => {
        using view = await open(() => html(""));
        await view.show(`${page}a?b#c`);
        expect(
          await view.evaluate(
            "[location.href, origin, isSecureContext, typeof crypto.subtle.digest]",
          ),
        ).toEqual([`${page}a?b#c`, "https://framework.localhost", true, "function"]);
        await view.evaluate("localStorage.kept = 'yes'; document.cookie = 'a=b'; 0");
        expect(await view.evaluate("[localStorage.kept, document.cookie]")).toEqual(["yes", "a=b"]);
      });

      test("plain http to such a host is answered, too", async () => {
        using view = await open(() => html("plain"));
        await view.show("http://framework.localhost/x");
        expect(await view.evaluate("[location.origin, document.body.innerText]")).toEqual([
          "http://framework.localhost",
          "plain",
        ]);
      });

      test("a request comes with method, headers and body, and its answer arrives with status and headers", async () => {
        const seen: unknown[] = [];
        using view = await open(({ method, url, headers, body }) => {
          if (url === page) return html("");
          const named = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
          seen.push([
            method,
            url,
            named("x-own"),
            named("origin"),
            named("sec-fetch-dest"),
            [...body],
          ]);
          return {
            status: 418,
            headers: [["x-answer", "yes"]],
            body: new Uint8Array([0, 255, 10]),
          };
        });
        await view.show(page);
        await view.evaluate(`fetch("/api/ü", { method: "PUT", headers: { "x-own": "1" }, body: new Uint8Array([0, 200, 1]) })
      .then(async (r) => (window.got = [r.status, r.headers.get("x-answer"), [...await r.bytes()]])); 0`);
        expect(await view.eventually("window.got")).toEqual([418, "yes", [0, 255, 10]]);
        expect(seen).toEqual([
          ["PUT", `${page}api/%C3%BC`, "1", "https://framework.localhost", "empty", [0, 200, 1]],
        ]);
      });

      ofWebKit(
        "an answer comes in parts, as slowly as the host likes, and the host hears what is taken",
        async () => {
          using view = await open(({ url }) => (url === page ? html("") : null));
          await view.show(page);
          await view.evaluate(`window.parts = []; fetch("/slow").then(async (r) => {
      const reader = r.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        parts.push(done ? "end" : value.length);
        if (done) return;
      }
    }); 0`);
          const { request } = await view.reported("request", ({ url }) => url.endsWith("/slow"));
          view.run({ do: "respond", request, status: 200, reason: "OK", headers: [] });
          view.run({ do: "part", request, isLast: false }, new Uint8Array(5));
          await view.reported("taken", (taken) => taken.request === request);
          await waitFor(
            "the first part",
            async () => (await view.evaluate("parts.join()")) === "5",
          );
          view.run({ do: "part", request, isLast: true }, new Uint8Array(7));
          await waitFor("the end", async () => (await view.evaluate("parts.join()")) === "5,7,end");
        },
      );

      ofWebKit(
        "a scheme of its own is answered as a host is, and its pages are secure, too",
        async () => {
          const seen: unknown[] = [];
          using view = await open(
            ({ method, url, headers, body }) => {
              if (url === "own://localhost/") return html("");
              if (url.endsWith("/slow")) return null;
              const own = headers.find(([name]) => name === "x-own")?.[1];
              seen.push([method, url, own, [...body]]);
              return { status: 418, headers: [["x-answer", "yes"]], body: new Uint8Array(300_000) };
            },
            { schemes: ["own"] },
          );
          await view.show("own://localhost/");
          expect(await view.evaluate("[origin, isSecureContext]")).toEqual([
            "own://localhost",
            true,
          ]);
          await view.evaluate(`fetch("/api", { method: "POST", headers: { "x-own": "1" }, body: new Uint8Array([0, 200]) })
      .then(async (r) => (window.got = [r.status, r.headers.get("x-answer"), (await r.bytes()).length])); 0`);
          expect(await view.eventually("window.got")).toEqual([418, "yes", 300_000]);
          // Bodies are those of requests with a key.
          expect(seen).toEqual([["POST", "own://localhost/api", "1", []]]);
          await view.evaluate(`window.parts = 0; fetch("/slow").then(async (r) => {
      const reader = r.body.getReader();
      for (let part; !(part = await reader.read()).done; ) parts += part.value.length;
      window.isOver = true;
    }); 0`);
          const { request } = await view.reported("request", ({ url }) => url.endsWith("/slow"));
          view.run({ do: "respond", request, status: 200, reason: "OK", headers: [] });
          view.run({ do: "part", request, isLast: false }, new Uint8Array(5));
          await view.reported("taken", (taken) => taken.request === request);
          await waitFor("the first part", async () => (await view.evaluate("parts")) === 5);
          view.run({ do: "part", request, isLast: true }, new Uint8Array(7));
          await view.eventually("window.isOver");
          expect(await view.evaluate("parts")).toBe(12);
          await view.evaluate(`fetch("/slow").catch((error) => (window.refused = error.name)); 0`);
          const again = await view.reported("request", ({ url }) => url.endsWith("/slow"));
          view.run({ do: "refuse", request: again.request });
          expect(await view.eventually("window.refused")).toBe("TypeError");
        },
      );

      test("eight megabytes come whole", async () => {
        const bytes = new Uint8Array(8 << 20).map((_, index) => index * 7);
        using view = await open(({ url }) =>
          url === page ? html("") : { headers: [], body: bytes },
        );
        await view.show(page);
        await view.evaluate(`fetch("/large").then(async (r) => {
      const digest = await crypto.subtle.digest("SHA-256", await r.arrayBuffer());
      window.got = new Uint8Array(digest).toHex?.() ?? [...new Uint8Array(digest)].map((n) => n.toString(16).padStart(2, "0")).join("");
    }); 0`);
        expect(await view.eventually("window.got")).toBe(
          new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
        );
      });

      test("a page that wants an answer no more says so", async () => {
        using view = await open(({ url }) => (url === page ? html("") : null));
        await view.show(page);
        await view.evaluate(`window.stop = new AbortController();
      fetch("/never", { signal: stop.signal }).catch((error) => (window.got = error.name)); 0`);
        const { request } = await view.reported("request", ({ url }) => url.endsWith("/never"));
        await view.evaluate("stop.abort(); 0");
        await view.reported("gone", (gone) => gone.request === request);
        expect(await view.eventually("window.got")).toBe("AbortError");
      });

      test("messages go both ways, and say which document and frame they are of", async () => {
        using view = await open(({ url }) =>
          html(
            url === page
              ? `<iframe src="https://other.localhost/frame"></iframe>`
              : "<script>host.post('from inside')</script>",
          ),
        );
        await view.show(page);
        const sender = view.document;
        expect(sender).toMatchObject({ isTop: true, address: page });
        await view.evaluate("host.post('ü\\u2028 hello'); 0");
        const message = await view.reported("message", ({ text }) => text.endsWith("hello"));
        expect(message).toMatchObject({ text: "ü\u2028 hello", sender });
        const inside = view.events.find(
          ({ event }) => event.tells === "message" && event.text === "from inside",
        );
        expect(inside?.event).toMatchObject({
          sender: { isTop: false, address: "https://other.localhost/frame" },
        });
        view.run({ do: "post", document: sender.document, text: "to you \u2028" });
        view.run({ do: "post", document: "another", text: "to nobody" });
        view.run({ do: "post", document: sender.document, text: "and you" });
        await waitFor("the texts", async () =>
          Bun.deepEquals(await view.evaluate("host.heard"), ["to you \u2028", "and you"]),
        );
      });

      test("messages to a document do not reach the next one", async () => {
        using view = await open(() => html(""));
        await view.show(page);
        const sender = view.document;
        await view.show(`${page}next`);
        view.run({ do: "post", document: sender.document, text: "late" });
        expect(await view.evaluate("host.heard")).toEqual([]);
        expect(await view.evaluate("host.heard")).toEqual([]);
      });

      test("scripts run before a page's own in every frame, in their order, until they are taken away", async () => {
        using view = await open(({ url }) =>
          html(
            url === page
              ? `<script>host.post("page " + window.order)</script><iframe src="/frame"></iframe>`
              : `<script>host.post("frame " + window.order)</script>`,
          ),
        );
        view.run({ do: "addScript", script: 1, source: "window.order = 'one'" });
        view.run({ do: "addScript", script: 2, source: "window.order += ' two'" });
        view.run({ do: "addScript", script: 3, source: "host.post('early')" });
        await view.show(page);
        const texts = () =>
          view.events.flatMap(({ event }) => (event.tells === "message" ? [event.text] : []));
        expect(texts()).toEqual(["early", "page one two", "early", "frame one two"]);
        view.run({ do: "removeScript", script: 2 });
        view.run({ do: "removeScript", script: 3 });
        await view.show(page);
        expect(texts().slice(4)).toEqual(["page one", "frame one"]);
      });

      test("a page cannot speak as another document, or as the top one", async () => {
        using view = await open(({ url }) =>
          html(
            url === page
              ? `<iframe src="https://other.localhost/frame"></iframe>`
              : `<script>
              const forged = JSON.stringify({ kind: "message", document: "x", isTop: true, address: "${page}", text: "forged" });
              window.webkit?.messageHandlers?.pages?.postMessage(forged);
              dispatchEvent(new CustomEvent("pages-outward", { detail: forged, cancelable: true }));
              host.post("done");
            </script>`,
          ),
        );
        await view.show(page);
        const senders = view.events.flatMap(({ event }) =>
          event.tells === "message" ? [event.sender] : [],
        );
        expect(senders).toHaveLength(2);
        for (const sender of senders)
          expect(sender).toMatchObject({ isTop: false, address: "https://other.localhost/frame" });
      });

      test("the events of a navigation come in order, with the user's part in it", async () => {
        using view = await open(() => html(""));
        await view.show(page);
        const order = ["navigation", "request", "committed", "document", "finished"] as const;
        const isIcon = (event: Event): boolean =>
          event.tells === "request" && event.url.endsWith("/favicon.ico");
        const reported = () =>
          view.events.flatMap(({ event }) =>
            isIcon(event) ? [] : order.filter((each) => each === event.tells),
          );
        expect(reported()).toEqual([...order]);
        await view.evaluate("history.pushState(null, '', '/pushed'); 0");
        expect(await view.reported("address")).toMatchObject({ url: `${page}pushed` });
        expect(reported()).toEqual([...order]);
      });

      test("a navigation that the host forbids sends no request", async () => {
        let hits = 0;
        using elsewhere = Bun.serve({
          port: 0,
          hostname: "127.0.0.1",
          fetch: () => {
            hits++;
            return new Response("elsewhere");
          },
        });
        const asked: string[] = [];
        using view = await open(({ url }) => {
          asked.push(url);
          return html("");
        });
        await view.show(page);
        view.allows = (url) => url === `${page}allowed`;
        for (const url of [`${page}forbidden`, `http://127.0.0.1:${elsewhere.port}/forbidden`]) {
          await view.evaluate(`location.href = ${JSON.stringify(url)}; 0`);
          expect(await view.reported("navigation")).toMatchObject({ url });
          expect(await view.reported("finished")).toMatchObject({ error: expect.any(String) });
        }
        expect(await view.evaluate("location.href")).toBe(page);
        await view.show(`${page}allowed`);
        expect(asked).toEqual([page, `${page}allowed`]);
        expect(hits).toBe(0);
      });

      test("other hosts are reached, through the host's own proxy where it has one", async () => {
        const through: string[] = [];
        using elsewhere = Bun.serve({
          port: 0,
          hostname: "127.0.0.1",
          fetch: (request) => {
            through.push(new URL(request.url).pathname);
            return new Response("<title>elsewhere</title>", {
              headers: { "content-type": "text/html" },
            });
          },
        });
        using view = await open(() => null);
        await view.show(`http://127.0.0.1:${elsewhere.port}/direct`);
        expect(await view.evaluate("document.title")).toBe("elsewhere");
        const proxy = `127.0.0.1:${elsewhere.port}`;
        using proxied = await open(() => null, {
          proxy: `http://${proxy}`,
          browserArguments: `--proxy-server=http=${proxy} --proxy-bypass-list=<-loopback>`,
        });
        await proxied.show("http://unknown.example/proxied");
        expect(await proxied.evaluate("[document.title, location.href]")).toEqual([
          "elsewhere",
          "http://unknown.example/proxied",
        ]);
        // Chromium asks for more by itself.
        expect(through).toEqual(expect.arrayContaining(["/direct", "/proxied"]));
      });

      test("a host without an answer fails", async () => {
        using view = await open(() => null);
        view.run({ do: "load", url: page });
        const { request } = await view.reported("request");
        view.run({ do: "refuse", request });
        expect(await view.reported("finished")).toMatchObject({ error: expect.any(String) });
      });

      test("windows, downloads, printing, closing and permissions are the host's to decide", async () => {
        using view = await open(({ url }) =>
          url.endsWith("/file")
            ? { headers: [["content-disposition", "attachment"]], body: "x" }
            : html(`<a id="file" href="/file">file</a>`),
        );
        await view.show(page);
        expect(await view.evaluate(`window.open("/other") === null`)).toBe(true);
        expect(await view.reported("newWindow")).toMatchObject({ url: `${page}other` });
        await view.evaluate("print(); 0");
        await view.reported("print");
        await view.evaluate(`file.click(); 0`);
        expect(await view.reported("download")).toMatchObject({ url: `${page}file` });
        // Chromium has no way to ask a host: permissions without a grant are refused.
        if (engine === "chromium") return;
        await view.evaluate(
          "navigator.geolocation.getCurrentPosition(() => {}, (error) => (window.got = error.code)); 0",
        );
        const { decision, what } = await view.reported("permission");
        expect(what).toBe("WebKitGeolocationPermissionRequest");
        view.run({ do: "decide", decision, isAllowed: false });
        expect(await view.eventually("window.got")).toBe(1);
      });

      test("mouse and keys reach the page, and pictures show it", async () => {
        using view = await open(() =>
          html(
            `<body style="margin:0"><input id="field" style="position:absolute;left:50px;top:60px;width:200px;height:30px;background:#00f;border:0">`,
          ),
        );
        await view.show(page);
        view.run({ do: "focus", isFocused: true });
        await waitFor("the focus", async () => await view.evaluate("document.hasFocus()"));
        for (const kind of ["move", "press", "release"] as const)
          view.run({ do: "pointer", input: { kind, x: 100, y: 75, button: 1 } });
        await waitFor(
          "the click",
          async () => (await view.evaluate("document.activeElement.id")) === "field",
        );
        view.run({ do: "press", keys: ["a", "B", "+", "ü", "BackSpace", "Home", "é"] });
        await waitFor("the text", async () => (await view.evaluate("field.value")) === "éaB+");
        view.run({ do: "press", keys: ["ctrl+a", "x"] });
        await waitFor("the other text", async () => (await view.evaluate("field.value")) === "x");
        view.run({ do: "picture", call: 1 });
        const { bytes } = await view.reported("picture");
        const metadata = await new Bun.Image(bytes).metadata();
        expect(metadata).toMatchObject({ width: 400, height: 300 });
      });

      test("the end of a web process is reported, and the view can be loaded again", async () => {
        using view = await open(() => html(""));
        await view.show(page);
        view.run({ do: "crash" });
        await view.reported("processEnded");
        await view.show(page);
        expect(await view.evaluate("document.title")).toBe("page");
      });

      test("data that a view keeps in a folder is there for the next", async () => {
        const folder = `${session.folder}/kept`;
        {
          using view = await open(() => html(""), { folder });
          await view.show(page);
          await view.evaluate("localStorage.kept = 'here'; 0");
        }
        using again = await open(() => html(""), { folder });
        await again.show(page);
        await waitFor("what was kept", async () => {
          await again.show(page);
          return (await again.evaluate("localStorage.kept")) === "here";
        });
      });

      test("views go with their host, and twenty leave nothing behind", async () => {
        const kind = engine === "webkit" ? "WebKit" : "--type=renderer";
        const count = () =>
          processTree(pages.program.pid).filter((pid) => commandLine(pid).includes(kind)).length;
        for (let round = 0; round < 20; round++) {
          using view = await open(() => html("x"));
          await view.show(page);
          expect(count()).toBeGreaterThan(0);
        }
        // Chromium holds one ready, and some for windows of its own.
        const most = engine === "webkit" ? 0 : 4;
        await waitFor("the end of the web processes", () => count() <= most, {
          state: () => pages.program.report(),
        });
      });
    },
  );
