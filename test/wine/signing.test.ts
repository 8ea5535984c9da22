// Signing on a Windows host: what is there for PowerShell was compiled for Windows, and stands
// where Windows has its own.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSigner, signingBy } from "../../src/bundler/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { missingTool, run } from "../bundler/project.ts";
import { makeCertificates, type Certificates } from "../bundler/signing/certificates.ts";
import { runtime } from "../bundler/windows/resources.ts";

const skip = missingWine() ?? missingTool("openssl", "osslsigncode");
if (skip !== null) console.warn(`skipped: ${skip}`);

describe.skipIf(skip !== null)("a certificate of Windows' store", () => {
  let wine: WineSession;
  beforeAll(async () => {
    wine = await startWine();
    const powershell = join(
      wine.prefix,
      "drive_c/windows/system32/WindowsPowerShell/v1.0/powershell.exe",
    );
    mkdirSync(dirname(powershell), { recursive: true });
    rmSync(powershell, { force: true });
    const { success, logs } = await Bun.build({
      entrypoints: [join(import.meta.dir, "../fixtures/powershell-program.ts")],
      compile: { target: "bun-windows-x64", executablePath: wine.bunFile, outfile: powershell },
    });
    expect({ success, logs }).toEqual({ success: true, logs: [] });
  });
  afterAll(async () => {
    await wine?.[Symbol.asyncDispose]();
  });

  function project({ certificate }: Certificates) {
    const { fingerprint } = new X509Certificate(readFileSync(certificate));
    return tempDir({
      "package.json": "{}",
      "src-framework/framework.conf.json": JSON.stringify({
        package: { productName: "Small", version: "1.2.3" },
        build: { distDir: "../dist", devPath: "../dist" },
        framework: {
          bundle: {
            identifier: "org.example.small",
            windows: { certificateThumbprint: fingerprint, digestAlgorithm: "sha384" },
          },
        },
      }),
    });
  }

  test("signs on Windows what a file with the same certificate signs elsewhere", async () => {
    using folder = tempDir();
    const certificates = makeCertificates(folder.path, "rsa");
    using small = project(certificates);
    const [there, here] = [join(folder.path, "there.exe"), join(folder.path, "here.exe")];
    for (const path of [there, here]) writeFileSync(path, runtime());
    await using tool = wine.bun(
      join(import.meta.dir, "programs/signing-program.ts"),
      [wine.windowsPath(there)],
      {
        cwd: small.path,
        env: { STORE: wine.windowsPath(certificates.pem) },
      },
    );
    expect(await tool.result()).toMatchObject({ code: 0, out: "" });
    const signer = readSigner(readFileSync(certificates.pem), "", "signer.pem");
    const settings = {
      digestAlgorithm: "sha384",
      timestampUrl: null,
      tsp: false,
      signCommand: null,
    };
    await signingBy(signer, settings, { program: "Small", homepage: null }).sign(here);
    expect(readFileSync(there).equals(readFileSync(here))).toBeTrue();
    const output = run(["osslsigncode", "verify", "-CAfile", certificates.root, "-in", there]);
    expect(output).toContain("Signature verification: ok");
  });

  test("a certificate that is not in the store is named before anything is made", async () => {
    using folder = tempDir();
    using small = project(makeCertificates(folder.path, "ec"));
    const { pem } = makeCertificates(folder.path, "rsa");
    await using tool = wine.bun(
      join(import.meta.dir, "programs/signing-program.ts"),
      ["none.exe"],
      {
        cwd: small.path,
        env: { STORE: wine.windowsPath(pem) },
      },
    );
    expect(await tool.result()).toMatchObject({
      code: 1,
      err: expect.stringContaining("Cannot find the certificate"),
    });
  });
});
