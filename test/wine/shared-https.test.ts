import { X509Certificate } from "node:crypto";
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingWine, startWine } from "../../harness/wine.ts";
import { SelfSigned } from "../support/self-signed.ts";
import { installedIn, windowsRuntime, WineStarterApp } from "../support/wine-starter-app.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

test.skipIf(missing !== null)(
  "a runtime is loaded by https from a server that Windows trusts, and from no other",
  async () => {
    await using wine = await startWine();
    using certificate = new SelfSigned("localhost");
    const runtime = windowsRuntime(Buffer.from("a runtime"));
    await using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      tls: certificate.tls,
      fetch: () => new Response(runtime.archive),
    });
    const address = `https://localhost:${server.port}/bun.tgz`;
    const app = new WineStarterApp(wine, "Shared", { ...runtime.lines, address });
    expect((await app.load()).err).toContain("Windows must trust the server's certificate");
    expect(installedIn(app.store, runtime.key)).toBeNull();
    const der = join(wine.prefix, "drive_c/certificate.der");
    writeFileSync(der, new X509Certificate(certificate.tls.cert).raw);
    await using trusting = wine.bun(join(import.meta.dir, "trust-program.ts"), [wine.windowsPath(der)]);
    expect((await trusting.result()).out).toContain("trusted");
    expect(await app.load()).toMatchObject({ code: 0, err: "" });
    expect(installedIn(app.store, runtime.key)).toEqual(runtime.bytes);
  },
);
