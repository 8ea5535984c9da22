import { expect } from "bun:test";
import type { PageOrigins } from "../../src/contract/page/origins.ts";
import type { PagesApp } from "../support/app/pages-app.ts";
import { waitFor } from "../../harness/wait.ts";

/** The differences between the systems' engines for a page that tries to bypass the bridge. */
export interface EngineForPages {
  readonly origins: PageOrigins;
  /**
   * A function of a page: it sends a message past the bridge, with a key, and settles with the
   * result.
   */
  readonly send: string;
  /**
   * The certificate that servers of other pages show the engine, if it admits no page of `http`
   * into those of the app.
   */
  readonly certificate: string | null;
}

/**
 * The messages that real pages and frames can and cannot send to the app: with windows "main" and
 * "second".
 */
export function bridgeStories(
  shared: { readonly app: PagesApp },
  story: (name: string, run: () => Promise<void>) => void,
  system: EngineForPages,
): void {
  const inPage = (code: string, ...args: unknown[]) => shared.app.page().run(code, ...args);

  // Calls
  // ------------------------------------------------------------

  for (const [what, value] of [
    ["a NUL", "a\0b"],
    ["a lone surrogate", "a\ud800b"],
    ["letters of every width", "aä€😀\u2028\ufeff"],
    ["markup and quotes", `</script><!-- "'\\ `],
    ["no text", ""],
    ["a key called __proto__", JSON.parse(`{"__proto__": {"a": 1}}`)],
    ["nested lists", [[[]], [null, [0.1, -0, 1e300]]]],
  ] as const) {
    story(`${what} arrives, and comes back, as a short and as a long message`, async () => {
      const code = `
      const { invoke } = __FRAMEWORK__;
      const [value] = args;
      const short = await invoke("test.echo", value);
      const [long] = await invoke("test.echo", [value, "x".repeat(100_000)]);
      return [JSON.stringify(short), JSON.stringify(long)];`;
      expect(await inPage(code, value)).toEqual([JSON.stringify(value), JSON.stringify(value)]);
    });
  }

  // From 16 MiB on the page puts an answer together itself.
  for (const megabytes of [8, 24]) {
    story(
      `${megabytes} MB of bytes arrive and come back, whole, inside of other values`,
      async () => {
        const length = megabytes * 1024 * 1024;
        const code = `
      const bytes = new Uint8Array(args[0]);
      for (let n = 0; n < bytes.length; n++) bytes[n] = (n * 31) ^ (n >> 8);
      const back = await __FRAMEWORK__.invoke("test.echo", { name: "picture", parts: [bytes, new Uint8Array([1, 2])] });
      const same = back.parts[0].every((byte, n) => byte === bytes[n]);
      return [back.name, same, back.parts[0].length, [...back.parts[1]], back.parts[0] instanceof Uint8Array];`;
        expect(await inPage(code, length)).toEqual(["picture", true, length, [1, 2], true]);
      },
    );
  }

  story("an ArrayBuffer, a view of a part, and no bytes at all", async () => {
    const code = `
    const whole = new Uint8Array([1, 2, 3, 4, 5]);
    const values = { buffer: whole.buffer, part: whole.subarray(1, 3), none: new Uint8Array() };
    const back = await __FRAMEWORK__.invoke("test.echo", values);
    return Object.fromEntries(Object.entries(back).map(([name, bytes]) => [name, [...bytes]]));`;
    expect(await inPage(code)).toEqual({ buffer: [1, 2, 3, 4, 5], part: [2, 3], none: [] });
  });

  story("1,000 calls in flight get an answer each, their own", async () => {
    const code = `
    const numbers = Array.from({ length: 1000 }, (_, n) => n);
    const back = await Promise.all(numbers.map((n) => __FRAMEWORK__.invoke("test.echo", { n })));
    return back.every(({ n }, place) => n === place);`;
    expect(await inPage(code)).toBe(true);
  });

  story("100 MB of text arrive while the calls of another window go on", async () => {
    const second = shared.app.page("second");
    await second.run(`
    window.calls = 0;
    window.stop = false;
    (async () => {
      while (!window.stop) {
        await __FRAMEWORK__.invoke("test.echo", 1);
        window.calls += 1;
      }
    })();`);
    const calls = () => second.run("return window.calls;") as Promise<number>;
    const length = inPage(
      `return await __FRAMEWORK__.invoke("test.length", { text: "x".repeat(100_000_000) });`,
    );
    let seen = 0;
    const meanwhile = (async () => {
      const start = await calls();
      await length;
      seen = (await calls()) - start;
    })();
    expect(await length).toBe(100_000_000);
    await meanwhile;
    await second.run("window.stop = true;");
    expect(seen).toBeGreaterThan(10);
  });

  story("100 MB of text come back", async () => {
    const code = `return (await __FRAMEWORK__.invoke("test.text", { length: 100_000_000 })).length;`;
    expect(await inPage(code)).toBe(100_000_000);
  });

  story("an unknown command and one of an object's own names are refused by name", async () => {
    for (const command of ["no.such", "constructor", "__proto__", "toString", ""]) {
      await expect(
        inPage("return await __FRAMEWORK__.invoke(args[0])", command),
      ).rejects.toMatchObject({
        name: "FrameworkError",
        code: "unknown-command",
        message: expect.stringContaining(`"${command}"`),
      });
    }
  });

  // Pages that go
  // ------------------------------------------------------------

  story("loading a page anew ends the calls it waits for", async () => {
    const { app } = shared;
    await inPage(`for (let n = 0; n < 3; n++) __FRAMEWORK__.invoke("test.hold").catch(() => {});`);
    const held = () => app.page("second").run(`return await __FRAMEWORK__.invoke("test.held");`);
    await waitFor("the calls", async () => (await held()) === 3);
    await app.page().reload();
    await waitFor("the end of the calls", async () => (await held()) === 0);
    expect(await inPage("return await __FRAMEWORK__.invoke('test.echo', 'new page')")).toBe(
      "new page",
    );
  });

  story("a page that is loaded anew 20 times can call each time", async () => {
    const { app } = shared;
    for (let n = 0; n < 20; n++) {
      await app.page().reload();
      expect(await inPage("return await __FRAMEWORK__.invoke('test.echo', args[0])", n)).toBe(n);
    }
  });

  // Requests that are no calls
  // ------------------------------------------------------------

  story(
    "a POST without the key, or with another one, is refused; a Blob for its body harms nothing",
    async () => {
      const code = `
    const bodies = {
      none: () => undefined,
      text: () => '{"command":"test.echo","args":1}',
      bytes: () => new Uint8Array(1000),
      blob: () => new Blob(["x".repeat(1000)]),
      form: () => { const form = new FormData(); form.append("file", new Blob(["x"]), "a.txt"); return form; },
    };
    const answers = {};
    const keys = [{}, { "x-framework-key": "0".repeat(32) }, { "x-framework-key": "" }];
    for (const path of args[0]) {
      // At once: where a key may come later than its call, each refusal takes a moment.
      const asked = Object.entries(bodies).flatMap(([name, body]) => keys.map(async (headers) => {
        const { status } = await fetch(path, { method: "POST", body: body(), headers });
        return [status, name];
      }));
      for (const [status, name] of await Promise.all(asked)) (answers[status] ??= []).push(name);
    }
    return answers;`;
      const paths = [
        "/__ipc/call",
        `${system.origins.app}/__ipc/call`,
        "/__ipc/reply/1",
        "/__ipc/other",
      ];
      const names = paths.flatMap(() =>
        ["none", "text", "bytes", "blob", "form"].flatMap((name) => [name, name, name]),
      );
      expect(await inPage(code, paths)).toEqual({ 403: names });
      expect(await inPage("return await __FRAMEWORK__.invoke('test.echo', 1)")).toBe(1);
    },
  );

  // The knowledge and changes of a page -----------------------------------------------------------

  story("the page cannot replace the functions of its API", async () => {
    const code = `
    const changes = {
      global: () => { window.__FRAMEWORK__ = {}; },
      module: () => { __FRAMEWORK__.dialog = {}; },
      function: () => { __FRAMEWORK__.dialog.ask = () => {}; },
      bridge: () => { window.__FRAMEWORK_BRIDGE__ = {}; },
      call: () => { __FRAMEWORK_BRIDGE__.call = () => {}; },
      removal: () => { delete window.__FRAMEWORK__; },
      definition: () => { Object.defineProperty(window, "__FRAMEWORK__", { value: {} }); },
    };
    const before = [__FRAMEWORK__, __FRAMEWORK__.dialog, __FRAMEWORK__.dialog.ask, __FRAMEWORK_BRIDGE__, __FRAMEWORK_BRIDGE__.call];
    for (const change of Object.values(changes)) try { change(); } catch {}
    const after = [__FRAMEWORK__, __FRAMEWORK__.dialog, __FRAMEWORK__.dialog.ask, __FRAMEWORK_BRIDGE__, __FRAMEWORK_BRIDGE__.call];
    return after.map((value, place) => value === before[place]);`;
    expect(await inPage(code)).toEqual([true, true, true, true, true]);
  });

  story("alert, confirm and prompt stay the engine's own", async () => {
    const code = `return ["alert", "confirm", "prompt"].map((name) => Function.prototype.toString.call(window[name]).includes("[native code]"));`;
    expect(await inPage(code)).toEqual([true, true, true]);
  });

  story("replaced built-ins of the language see no key", async () => {
    const { app } = shared;
    await app.page().reload();
    const code = `
    const seen = [];
    const note = (...values) => {
      for (const value of values) {
        if (typeof value === "string") seen.push(value);
        else if (value instanceof Uint8Array) seen.push(String.fromCharCode(...value.subarray(0, 1000)));
        else if (typeof value === "object" && value !== null) for (const key of Object.keys(value)) note(value[key]);
      }
    };
    const spy = (owner, name) => {
      const original = owner[name];
      if (typeof original !== "function") return;
      try { owner[name] = function (...values) { note(this, ...values); return Reflect.apply(original, this, values); }; } catch {}
    };
    const { invoke } = __FRAMEWORK__;
    spy(window, "fetch");
    spy(JSON, "stringify");
    spy(JSON, "parse");
    spy(Object, "entries");
    spy(TextEncoder.prototype, "encode");
    spy(TextDecoder.prototype, "decode");
    spy(Uint8Array.prototype, "set");
    spy(String.prototype, "concat");
    spy(Promise.prototype, "then");
    spy(Headers.prototype, "set");
    spy(Headers.prototype, "append");
    spy(ReadableStream.prototype, "getReader");
    spy(ReadableStreamDefaultReader.prototype, "read");
    for (const handlers of [window.webkit, window.webkit?.messageHandlers, window.webkit?.messageHandlers?.framework, window.chrome?.webview]) {
      if (handlers) spy(handlers, "postMessage");
    }
    note(__FRAMEWORK_BRIDGE__.call.toString(), document.documentElement.outerHTML);
    await invoke("test.echo", "short");
    await invoke("test.echo", ["long", "x".repeat(100_000)]);
    await invoke("test.echo", new Uint8Array([1, 2, 3]));
    await invoke("test.echo", new Uint8Array(100_000));
    await invoke("test.text", { length: 20_000_000 });
    return seen.filter((text) => /(?:^|[^0-9a-f])[0-9a-f]{32}(?:[^0-9a-f]|$)/.test(text)).map((text) => text.slice(0, 80));`;
    expect(await app.page().run(code)).toEqual([]);
    await app.page().reload();
  });

  // Frames and other pages
  // ------------------------------------------------------------

  /** A script's findings about its own chances to call. They are the same in every frame. */
  const attempt = `
  (async () => {
    const refused = () => "refused";
    const key = "0".repeat(32);
    const call = '{"command":"test.echo","args":"got through"}';
    return {
      global: typeof window.__FRAMEWORK__,
      bridge: typeof window.__FRAMEWORK_BRIDGE__,
      message: await (${system.send})(key, call).then((answer) => (answer.includes("got through") ? answer : "refused"), refused),
      post: await fetch("${system.origins.app}/__ipc/call", { method: "POST", body: new Blob([call]), headers: { "x-framework-key": key } })
        .then((response) => response.text())
        .then((text) => (text === "" ? "refused" : text), refused),
    };
  })()`;
  const nothing = { global: "undefined", bridge: "undefined", message: "refused", post: "refused" };

  /** The report of a frame that is made by `make`. */
  const frame = (make: string, ...args: unknown[]) =>
    inPage(
      `
    const frame = document.createElement("iframe");
    const report = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
    ${make}
    try { return await report; } finally { frame.remove(); }`,
      ...args,
    );

  const reporting = `<!doctype html><script>${attempt}.then((report) => parent.postMessage(report, "*"))</script>`;

  story("a frame from a server can call nothing", async () => {
    await using server = disposable(serve(system, reporting));
    expect(await frame("frame.src = args[0]; document.body.append(frame);", server.url)).toEqual(
      nothing,
    );
  });

  story("a frame of the app's own origin can call nothing by itself", async () => {
    expect(await frame("frame.srcdoc = args[0]; document.body.append(frame);", reporting)).toEqual(
      nothing,
    );
  });

  story("a sandboxed frame can call nothing", async () => {
    const make = `frame.sandbox = "allow-scripts"; frame.srcdoc = args[0]; document.body.append(frame);`;
    expect(await frame(make, reporting)).toEqual(nothing);
  });

  story("an empty frame can call nothing by itself", async () => {
    const make = `
    document.body.append(frame);
    const script = frame.contentDocument.createElement("script");
    script.textContent = args[0];
    frame.contentDocument.head.append(script);`;
    expect(
      await frame(make, `${attempt}.then((report) => parent.postMessage(report, "*"))`),
    ).toEqual(nothing);
  });

  story(
    "a window that went to a page of a server can call nothing, and can again once it is back",
    async () => {
      const { app } = shared;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const script = `${attempt}.then((report) => fetch("/", { method: "POST", body: JSON.stringify(report) })).then(() => history.back())`;
      await using server = disposable(
        serve(
          system,
          `<!doctype html><script>onload = () => setTimeout(() => ${script})</script>`,
          resolve,
        ),
      );
      const opened = app.pageCount("second");
      await app.page("second").run("setTimeout(() => { location.href = args[0]; });", server.url);
      expect(await promise).toEqual(nothing);
      await app.pageOpened("second", opened + 1);
      expect(
        await app.page("second").run("return await __FRAMEWORK__.invoke('test.echo', 'back')"),
      ).toBe("back");
    },
  );
}

/** Pages of another origin, on this machine. */
function serve(
  { certificate }: EngineForPages,
  html: string,
  receive: (report: unknown) => void = () => {},
) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    ...(certificate === null ? {} : { tls: { cert: certificate, key: certificate } }),
    fetch: async (request) => {
      if (request.method === "POST") receive(await request.json());
      return new Response(html, { headers: { "content-type": "text/html" } });
    },
  });
}

function disposable(server: ReturnType<typeof serve>): AsyncDisposable & { readonly url: string } {
  return { url: server.url.href, [Symbol.asyncDispose]: () => server.stop(true) };
}
