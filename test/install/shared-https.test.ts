// The first start of a shared app whose runtime comes from a server with a certificate: believed where the machine has it among
// those that it trusts, and only there. What is refused by every machine is in test/attacks.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { SelfSigned } from "../support/self-signed.ts";
import { fakeRuntime, StarterApp } from "../support/starter-app.ts";
import { missingForThrowAwayRoot, rootCommand } from "./throw-away-root.ts";

const skip = missingForThrowAwayRoot();
const runtime = fakeRuntime();

/** What the app's first start says, on a machine where `change` happened to what it trusts; `null`: it loaded its runtime. */
async function loaded(change: (certificate: string) => string): Promise<string | null> {
  using certificate = new SelfSigned("127.0.0.1");
  await using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: certificate.tls,
    fetch: () => new Response(runtime.archive),
  });
  using app = new StarterApp({ ...runtime.lines, address: `https://127.0.0.1:${server.port}/bun.tgz` });
  using place = tempDir();
  const root = join(place.path, "root");
  mkdirSync(root);
  const story = `${change(certificate.path)}; FRAMEWORK_RUNTIME=load ${app.program}`;
  await using machine = startProgram(rootCommand(root, app.folder, story), { env: app.env });
  const { code } = await machine.exited;
  const isThere = existsSync(join(app.store, runtime.key, "bun"));
  expect(isThere).toBe(code === 0);
  return isThere ? null : machine.output.map(({ text }) => text).join("\n");
}

test.skipIf(skip !== null)(
  `a runtime is loaded by https from a server that the machine trusts (${skip ?? "root"})`,
  async () => {
    expect(await loaded((path) => `cat ${path} >> /etc/ssl/certs/ca-certificates.crt`)).toBeNull();
    expect(await loaded(() => "true")).toContain("certificate");
  },
);
