// Attacks on the user's files by frames of other sites inside the app's own page: the asset
// protocol answers the page, so the engine has to know the requesting frame. Each runs in a shipped
// app, and in one without the rule.

import { afterAll, expect } from "bun:test";
import { join } from "node:path";
import {
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { unguardedRunner } from "./unguarded.ts";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="47" height="11"/>`;
const files = tempDir({
  "private.svg": svg,
  "private.js": "globalThis.got = 'the secret';",
  "private.html": "<!doctype html><iframe></iframe><iframe></iframe><iframe></iframe>",
  "private.css": "html { --got: the secret; }",
});
afterAll(() => files[Symbol.dispose]());
const address = (name: string): string =>
  `asset://localhost/${encodeURIComponent(join(files.path, name))}`;

const shared = shareSession();
const runner = unguardedRunner();
const build = { devPath: "../page", distDir: "../page", withGlobalFramework: true };

/** Whoever asks is the page itself. */
const weakMain = `
import { AssetProtocol } from ${JSON.stringify(join(root, "src/app/pages/asset-protocol.ts"))};
const { respond } = AssetProtocol.prototype;
AssetProtocol.prototype.respond = function (request) {
  return respond.call(this, { ...request, headers: {} });
};
export { default } from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
`;

const apps = new Map<boolean, Promise<DisplayApp>>();
function appOf(isWeak: boolean): Promise<DisplayApp> {
  const app =
    apps.get(isWeak) ??
    startDisplayApp(shared.session, {
      config: {
        build: isWeak ? { ...build, runner } : build,
        framework: { allowlist: { protocol: { asset: true, assetScope: [`${files.path}/**`] } } },
      },
      files: isWeak ? { "src-framework/main.ts": weakMain } : {},
    });
  apps.set(isWeak, app);
  return app;
}
afterAll(async () => {
  for (const app of apps.values()) await (await app)[Symbol.asyncDispose]();
});

/**
 * Shows a frame of another site whose script reads `address` in some way. The result is its loot.
 */
async function inForeignFrame(isWeak: boolean, name: string, script: string): Promise<unknown> {
  const app = await appOf(isWeak);
  const html = `<!doctype html><script>
    const address = ${JSON.stringify(address(name))};
    const ended = (element) => new Promise((resolve) => {
      element.onload = () => resolve(true);
      element.onerror = () => resolve(false);
    });
    const add = (element) => { document.documentElement.append(element); return element; };
    onload = async () => {
      let got;
      try { got = await (async () => { ${script} })(); } catch (error) { got = String(error); }
      parent.postMessage({ got }, "*");
    };
  </script>`;
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      new URL(request.url).pathname === "/away"
        ? new Response(null, { status: 302, headers: { location: address(name) } })
        : new Response(html, { headers: { "content-type": "text/html" } }),
  }) as unknown as AsyncDisposable & { url: URL };
  return await app.page().run(
    `const frame = document.createElement("iframe");
     const reported = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data.got), { once: true }));
     frame.src = args[0];
     document.body.append(frame);
     try { return await reported; } finally { frame.remove(); }`,
    server.url.href,
  );
}

const picture = (source: string): string => `
  const image = new Image();
  const end = ended(image);
  image.src = ${source};
  await end;
  return image.naturalWidth === 47 ? "the secret" : null;`;

for (const [what, name, script] of [
  ["sees how large a picture is", "private.svg", picture("address")],
  [
    "runs a script, and reads what it sets",
    "private.js",
    `const script = document.createElement("script");
     script.src = address;
     const end = ended(script);
     add(script);
     await end;
     return globalThis.got;`,
  ],
  [
    "runs a script in a worker",
    "private.js",
    `const text = "let got; try { importScripts(" + JSON.stringify(address) + "); got = globalThis.got; } catch { got = null; } postMessage(got);";
     const worker = new Worker(URL.createObjectURL(new Blob([text])));
     return await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });`,
  ],
  [
    "uses a style, and reads what it sets",
    "private.css",
    `const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
     const end = ended(link);
     add(link);
     await end;
     return getComputedStyle(document.documentElement).getPropertyValue("--got").trim();`,
  ],
  [
    "sees a picture from a frame of its own",
    "private.svg",
    `const frame = document.createElement("iframe");
     add(frame);
     const { contentDocument } = frame;
     const image = contentDocument.createElement("img");
     const end = ended(image);
     image.src = address;
     contentDocument.documentElement.append(image);
     await end;
     return image.naturalWidth === 47 ? "the secret" : null;`,
  ],
  [
    "shows a file, and sees how many frames are in it",
    "private.html",
    `const frame = document.createElement("iframe");
     frame.src = address;
     const end = ended(frame);
     add(frame);
     await end;
     return frame.contentWindow.length === 3 ? "the secret" : null;`,
  ],
] as const) {
  onDisplay(`a frame of another site ${what}: it is refused`, async () =>
    expect(await inForeignFrame(false, name, script)).not.toBe("the secret"),
  );
  onDisplay(`a frame of another site ${what}: without the rule it succeeds`, async () =>
    expect(await inForeignFrame(true, name, script)).toBe("the secret"),
  );
}

onDisplay("a frame of another site is not sent on to a file", async () =>
  expect(await inForeignFrame(false, "private.svg", picture(`"/away"`))).not.toBe("the secret"),
);

onDisplay(
  "the app's own pages, frames and blobs go on to load pictures, scripts and styles",
  async () => {
    const app = await appOf(false);
    const load = (kind: string, name: string): string => `
    await new Promise((resolve) => {
      const element = document.createElement(${JSON.stringify(kind)});
      element.onload = () => resolve();
      element.onerror = () => { failed.push(${JSON.stringify(name)}); resolve(); };
      if (element instanceof HTMLLinkElement) element.rel = "stylesheet";
      element[element instanceof HTMLLinkElement ? "href" : "src"] = ${JSON.stringify(address(name))};
      document.documentElement.append(element);
    });`;
    const all = [
      load("img", "private.svg"),
      load("script", "private.js"),
      load("link", "private.css"),
      load("iframe", "private.svg"),
    ];
    const code = `const failed = []; ${all.join("")}`;
    expect(await app.page().run(`${code} return failed;`)).toEqual([]);
    const inFrame = `
    const html = "<!doctype html><script>(async () => {" + ${JSON.stringify(code)} + "parent.postMessage({ failed }, '*'); })()</" + "script>";
    const frame = document.createElement("iframe");
    const reported = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data.failed), { once: true }));
    frame.src = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    document.body.append(frame);
    try { return await reported; } finally { frame.remove(); }`;
    expect(await app.page().run(inFrame)).toEqual([]);
  },
);
