// Attacks on a page's policy by the page itself, as a package that was taken over makes them: it may run, and is to send nothing
// away. Each runs in an app as it would be shipped, and in one whose policy is sent with pages of HTML alone.

import { expect } from "bun:test";
import { join } from "node:path";
import { onDisplay, root, shareSession, startDisplayApp } from "../support/display-app.ts";

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

/** Has a page send something to a server of somebody else's: whether that gets it. */
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
