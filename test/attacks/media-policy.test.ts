// A policy that admits the user's files as video and sound opens nothing else. Each attack is made
// by the page's own script, in an app with such a policy, and in one whose policy is a typical
// manual one.

import { expect } from "bun:test";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { onDisplay, shareSession, startDisplayApp } from "../support/app/display-app.ts";

const shared = shareSession();
const secret = "the secret";

/** The loot of the page's script. */
async function run(isWeak: boolean, script: string): Promise<unknown> {
  using files = tempDir({ "secret.txt": secret });
  // A server of another program's, which has nothing to do with the app.
  const asked: string[] = [];
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => (asked.push(url), new Response(null, { status: 404 })),
  }) as unknown as AsyncDisposable & { url: URL };
  const media = isWeak
    ? "connect-src 'self' asset:; media-src asset: blob: http://127.0.0.1:*"
    : "media-src asset: https://asset.localhost";
  await using app = await startDisplayApp(shared.session, {
    config: {
      build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
      framework: {
        allowlist: { protocol: { asset: true, assetScope: [`${files.path}/**`] } },
        security: { csp: `default-src 'self'; script-src 'self' 'unsafe-eval'; ${media}` },
      },
    },
  });
  const path = encodeURIComponent(join(files.path, "secret.txt"));
  const answer = await app.page().run(script, { path, server: server.url.href });
  return asked.length > 0 ? "asked" : answer;
}

const reading = (address: string): string => `
  try { return await (await fetch(${address})).text(); } catch { return "refused"; }`;

for (const [what, script, home, refusal] of [
  [
    "a script reads a text of the user's",
    reading("`asset://localhost/${args[0].path}`"),
    secret,
    "refused",
  ],
  [
    "a script has another program's server asked by a media element",
    `const media = new Audio(args[0].server);
     return await new Promise((resolve) => (media.onerror = () => resolve("refused")));`,
    "asked",
    "refused",
  ],
] as const) {
  onDisplay(`${what}: it is refused`, async () => expect(await run(false, script)).toBe(refusal));
  onDisplay(`${what}: by a policy that is written by hand it succeeds`, async () =>
    expect(await run(true, script)).toBe(home),
  );
}

onDisplay(
  "the address for media gives a script no text, and no other spelling of it leads further",
  async () => {
    const addresses = `[
    "asset://localhost/media?" + args[0].path,
    "asset://localhost/media/../" + args[0].path,
    "asset://localhost/%6dedia?" + args[0].path,
    "asset://localhost/media/" + args[0].path,
    "asset://localhost//media?" + args[0].path,
    "asset://elsewhere/media?" + args[0].path,
  ]`;
    const script = `
    return await Promise.all(${addresses}.map(async (address) => {
      try { return (await fetch(address)).status; } catch { return "refused"; }
    }));`;
    expect(await run(false, script)).toEqual([
      415,
      "refused",
      400,
      "refused",
      "refused",
      "refused",
    ]);
  },
);
