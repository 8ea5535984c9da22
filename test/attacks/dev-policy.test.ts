// Markup of an attacker in a page that comes from the front end's own development server.

import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import {
  devCommand,
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
} from "../support/app/display-app.ts";

const shared = shareSession();

const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8");

const attacks: readonly (readonly [what: string, markup: string])[] = [
  ["an attribute", '<img src="x:" onerror="stolen.push(1)">'],
  ["a link", '<a href="javascript:stolen.push(1)">'],
  ["a frame", `<iframe srcdoc="<script>parent.stolen.push(1)</script>"></iframe>`],
];

/** True if the markup's script runs. A policy violation shows that it never will. */
const insert = `
  const { promise, resolve } = Promise.withResolvers();
  window.stolen = { push: () => resolve(true) };
  document.addEventListener("securitypolicyviolation", () => resolve(false));
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = args[0];
  place.querySelector("a")?.click();
  const frame = place.querySelector("iframe");
  // The frame itself reports the refusals of its policy.
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
        build: {
          devPath: `http://localhost:${server.port}/`,
          distDir: "../page",
          withGlobalFramework: true,
        },
        framework: { security: { csp } },
      },
    });
    const ran: unknown[] = [];
    for (const [what, markup] of attacks) ran.push([what, await app.page().run(insert, markup)]);
    expect(ran).toEqual(attacks.map(([what]) => [what, csp === null]));
  });
}

// No proxy can stand before a server with TLS: there a script adds the policy. The engine trusts
// the certificate of this machine's own list, which the app sees another one in place of.
const isRoot = process.getuid?.() === 0;
const hasOwnMounts = isRoot && Bun.spawnSync(["unshare", "-m", "true"]).exitCode === 0;
const cannotTrust = hasOwnMounts ? null : "needs mounts of its own, to trust a certificate";
const trusting = (certificate: string): readonly string[] => [
  "unshare",
  "-m",
  "sh",
  "-c",
  `mount --bind "${certificate}" /etc/ssl/certs/ca-certificates.crt && exec "$@"`,
  "sh",
  ...devCommand,
];

/** The code in such a page, and the parts of it that run. */
const ownPage = `${page}
<script>window.ran = ["inline"];</script>
<script src="/own.js"></script>
<script type="module">ran.push("module");</script>
<script>
  document.write("<script>ran.push('written')<" + "/script>");
  const inserted = document.createElement("script");
  inserted.textContent = "ran.push('inserted')";
  document.body.append(inserted);
</script>`;

for (const [rule, csp] of [
  [
    "it is refused, and the page's own code runs",
    "default-src 'self'; script-src 'self' 'unsafe-eval'",
  ],
  ["without the rule it succeeds", null],
] as const) {
  (cannotTrust === null ? onDisplay : test.skip)(
    `an attacker's markup runs in a page of a development server with TLS: ${rule} (${cannotTrust ?? "as root"})`,
    async () => {
      using dir = tempDir();
      // A certificate of localhost, with its key.
      const pem = readFileSync(join(root, "test/fixtures/untrusted-site.pem"), "utf8");
      const certificate = join(dir.path, "certificate.pem");
      writeFileSync(certificate, pem.slice(0, pem.indexOf("-----BEGIN PRIVATE KEY")));
      await using server = Bun.serve({
        port: 0,
        tls: { key: pem, cert: pem },
        fetch: (request) =>
          new URL(request.url).pathname === "/own.js"
            ? new Response('ran.push("file");', { headers: { "content-type": "text/javascript" } })
            : new Response(ownPage, { headers: { "content-type": "text/html" } }),
      });
      await using app = await startDisplayApp(shared.session, {
        command: trusting(certificate),
        config: {
          build: {
            devPath: `https://localhost:${server.port}/`,
            distDir: "../page",
            withGlobalFramework: true,
          },
          framework: { security: { csp } },
        },
      });
      const ran: unknown[] = [];
      for (const [what, markup] of attacks) ran.push([what, await app.page().run(insert, markup)]);
      expect(ran).toEqual(attacks.map(([what]) => [what, csp === null]));
      const own = ["inline", "file", "module"];
      expect(((await app.page().run("return window.ran")) as string[]).toSorted()).toEqual(
        (csp === null ? [...own, "inserted", "written"] : own).toSorted(),
      );
      const left =
        "return [document.querySelectorAll('head').length, document.querySelector('meta[http-equiv]')]";
      expect(await app.page().run(left)).toEqual([1, null]);
    },
  );
}
