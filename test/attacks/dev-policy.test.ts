// Markup of an attacker in a page that comes from the front end's own development server.

import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onDisplay, root, shareSession, startDisplayApp } from "../support/display-app.ts";

const shared = shareSession();

const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8");

const attacks: readonly (readonly [what: string, markup: string])[] = [
  ["an attribute", '<img src="x:" onerror="stolen.push(1)">'],
  ["a link", '<a href="javascript:stolen.push(1)">'],
  ["a frame", `<iframe srcdoc="<script>parent.stolen.push(1)</script>"></iframe>`],
];

/** Whether the markup's script runs; a policy's violation says that it never will. */
const insert = `
  const { promise, resolve } = Promise.withResolvers();
  window.stolen = { push: () => resolve(true) };
  document.addEventListener("securitypolicyviolation", () => resolve(false));
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = args[0];
  place.querySelector("a")?.click();
  const frame = place.querySelector("iframe");
  // What a frame's policy refuses is told in the frame.
  if (frame !== null) frame.onload = () => resolve(false);
  return await promise;`;

for (const [rule, csp] of [
  ["it is refused", "default-src 'self'; script-src 'self' 'unsafe-eval'"],
  ["without the rule it succeeds", null],
] as const) {
  onDisplay(`an attacker's markup runs in a page of a development server: ${rule}`, async () => {
    await using server = Bun.serve({
      port: 0,
      fetch: () => new Response(page, { headers: { "content-type": "text/html" } }),
    });
    await using app = await startDisplayApp(shared.session, {
      config: {
        build: { devPath: `http://localhost:${server.port}/`, distDir: "../page", withGlobalFramework: true },
        framework: { security: { csp } },
      },
    });
    const ran: unknown[] = [];
    for (const [what, markup] of attacks) ran.push([what, await app.page().run(insert, markup)]);
    expect(ran).toEqual(attacks.map(([what]) => [what, csp === null]));
  });
}
