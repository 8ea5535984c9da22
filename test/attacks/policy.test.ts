// Attacks on a page's policy by the page itself, as a compromised package makes them: it may run,
// and must not send data out. Each runs in a shipped app, and in one whose policy is sent only with
// HTML pages.

import { expect } from "bun:test";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { picture } from "../../harness/x.ts";
import { onDisplay, root, shareSession, startDisplayApp } from "../support/app/display-app.ts";

const shared = shareSession();

/** A page with scripts in it gets its policy, with their nonces, in another way. */
const weakMain = `
import { PagePolicy } from ${JSON.stringify(join(root, "src/contract/page/csp.ts"))};
Object.defineProperty(PagePolicy.prototype, "header", { get: () => "img-src *" });
export { default } from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
`;
const worker = `onmessage = async ({ data }) => {
  try { await fetch(data); postMessage("sent"); } catch { postMessage("refused"); }
};`;

/** Has a page send something to a foreign server: whether that gets it. */
async function sends(isWeak: boolean, script: string): Promise<boolean> {
  let isSent = false;
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      isSent = true;
      return new Response("", { headers: { "access-control-allow-origin": "*" } });
    },
  }) as unknown as AsyncDisposable & { url: URL };
  await using app = await startDisplayApp(shared.session, {
    config: {
      build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
      framework: { security: { csp: "default-src 'self'; script-src 'self' 'unsafe-eval'" } },
    },
    files: {
      "page/data.json": "{}",
      "page/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
      "page/worker.js": worker,
      ...(isWeak && { "src-framework/main.ts": weakMain }),
    },
  });
  expect(await app.page().run(script, server.url.href)).toBe(isWeak ? "sent" : "refused");
  return isSent;
}

const inFrame = (path: string): string => `
  const frame = document.createElement("iframe");
  frame.src = ${JSON.stringify(path)};
  const loaded = new Promise((resolve) => (frame.onload = resolve));
  document.body.append(frame);
  await loaded;
  try { await frame.contentWindow.fetch(args[0]); return "sent"; } catch { return "refused"; }`;

for (const [what, script] of [
  ["a frame that shows data", inFrame("/data.json")],
  ["a frame that shows a drawing", inFrame("/picture.svg")],
  ["a frame that shows a refusal", inFrame("/__ipc/nothing")],
  ["a frame that shows what is no path", inFrame("/%zz")],
  [
    "a worker",
    `const worker = new Worker("/worker.js");
     worker.postMessage(args[0]);
     return await new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));`,
  ],
] as const) {
  for (const [how, isWeak] of [
    ["it is refused", false],
    ["without the rule it succeeds", true],
  ] as const)
    onDisplay(`a page sends by ${what} what its policy keeps in: ${how}`, async () =>
      expect(await sends(isWeak, script)).toBe(isWeak),
    );
}

/** A page that is red. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>endobj
4 0 obj<</Length 26>>stream
1 0 0 rg 0 0 300 200 re f

endstream endobj
trailer<</Root 1 0 R>>
`;

onDisplay(
  "a PDF fills the frame that shows it, and nothing in its document sends anything",
  async () => {
    const got: string[] = [];
    await using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) => (
        got.push(url),
        new Response("", { headers: { "access-control-allow-origin": "*" } })
      ),
    }) as unknown as AsyncDisposable & { url: URL };
    await using app = await startDisplayApp(shared.session, {
      config: {
        build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
        framework: { security: { csp: "default-src 'self'; script-src 'self' 'unsafe-eval'" } },
      },
      files: { "page/a.pdf": pdf },
    });
    // The engine reports no end of loading for such a document.
    await app.page().run(`
    const style = "position:fixed;inset:0;width:100%;height:100%";
    document.body.append(Object.assign(document.createElement("iframe"), { src: "/a.pdf", style }));`);
    const { area } = await app.window("main");
    await waitFor("its red page, whole", () => {
      const { pixels } = picture(shared.session, area);
      let red = 0;
      for (let at = 0; at < pixels.length; at += 3)
        if (pixels[at] === 255 && pixels[at + 1] === 0 && pixels[at + 2] === 0) red++;
      // In the 300 by 150 pixels of a frame without its styles there is no room for so much.
      return red > 100_000;
    });
    const refused = await app.page().run(
      `const { contentDocument, contentWindow } = document.querySelector("iframe");
     const refused = new Set();
     contentDocument.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.add(effectiveDirective));
     const names = ["iframe", "embed", "img", "script"];
     for (const name of names)
       contentDocument.body.append(Object.assign(contentDocument.createElement(name), { src: args[0] + name }));
     await contentWindow.fetch(args[0]).catch(() => {});
     const form = Object.assign(contentDocument.createElement("form"), { action: args[0] + "form", method: "post" });
     contentDocument.body.append(form);
     form.submit();
     while (refused.size <= names.length + 1) await new Promise((resolve) => setTimeout(resolve, 10));
     return [...refused].sort();`,
      server.url.href,
    );
    expect(refused).toEqual([
      "connect-src",
      "form-action",
      "frame-src",
      "img-src",
      "object-src",
      "script-src-elem",
    ]);
    expect(got).toEqual([]);
  },
);
