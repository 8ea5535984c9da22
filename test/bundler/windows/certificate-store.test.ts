// Windows' store, with a stand-in for its PowerShell; test/wine/signing.test.ts asks it on Windows.

import { describe, expect, test } from "bun:test";
import { verify, X509Certificate } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  findPowerShell,
  readSigner,
  signerInStore,
  signingBy,
} from "../../../src/bundler/index.ts";
import type { Signer } from "../../../src/bundler/signing/certificate.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, run } from "../project.ts";
import { makeCertificates, type Certificates, type KeyKind } from "../signing/certificates.ts";
import { runtime } from "./resources.ts";

const settings = { digestAlgorithm: null, timestampUrl: null, tsp: false, signCommand: null };
const program = join(import.meta.dir, "../../fixtures/powershell-program.ts");

/** PowerShell on a machine that has this certificate in its store. */
function powershell(
  { folder, pem }: Certificates,
  more: Readonly<Record<string, string>> = {},
): string {
  const path = join(folder, "powershell");
  const variables = Object.entries({ STORE: pem, ...more }).map(
    ([name, value]) => `${name}='${value}'`,
  );
  writeFileSync(
    path,
    `#!/bin/sh\n${variables.join(" ")} exec "${process.execPath}" "${program}" "$@"\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

const thumbprint = ({ certificate }: Certificates): string =>
  new X509Certificate(readFileSync(certificate)).fingerprint;

test("PowerShell is taken from the system's folder, not from where the user's path leads", () => {
  expect(findPowerShell({ SystemRoot: "/W" })).toBe(
    "/W/System32/WindowsPowerShell/v1.0/powershell.exe",
  );
});

const skip = missingTool("openssl", "osslsigncode");
describe.skipIf(skip !== null)(
  `a certificate of the store (${skip ?? "checked by osslsigncode"})`,
  () => {
    for (const kind of ["rsa", "ec"] satisfies KeyKind[]) {
      test(`signs with a key of ${kind}, and sends those above it along`, async () => {
        using folder = tempDir();
        const certificates = makeCertificates(folder.path, kind);
        const signer = signerInStore(thumbprint(certificates), powershell(certificates));
        const signing = signingBy(signer, settings, { program: "Größe", homepage: null });
        const path = join(folder.path, "app.exe");
        writeFileSync(path, runtime());
        await signing.sign(path);
        const output = run(["osslsigncode", "verify", "-CAfile", certificates.root, "-in", path]);
        expect(output).toContain("Signature verification: ok");
        expect(signer.chain.map(({ subject }) => subject)).toEqual(["CN=code", "CN=Root"]);
      });
    }

    test("numbers of a signature by elliptic curves are as DER has them", async () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, "ec");
      const signer = signerInStore(thumbprint(certificates), powershell(certificates));
      const { publicKey } = new X509Certificate(readFileSync(certificates.certificate));
      // Every other number begins as a negative one would.
      for (let round = 0; round < 6; round++) {
        const text = Buffer.from(`${round}`);
        expect(verify("sha384", text, publicKey, await signer.sign(text, "sha384"))).toBeTrue();
      }
    });

    test("a key of RSA gives the same bytes as from a file", async () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, "rsa");
      const sign = async (signer: Signer): Promise<Buffer> => {
        const path = join(folder.path, "app.exe");
        writeFileSync(path, runtime());
        await signingBy(signer, settings, { program: null, homepage: null }).sign(path);
        return readFileSync(path);
      };
      const stored = await sign(signerInStore(thumbprint(certificates), powershell(certificates)));
      const kept = await sign(readSigner(readFileSync(certificates.pem), "", "signer.pem"));
      expect(stored.equals(kept)).toBeTrue();
    });

    test("one that is not there is named, with where it is wanted", () => {
      using folder = tempDir();
      const store = powershell(makeCertificates(folder.path, "rsa"));
      expect(() => signerInStore("00 11", store)).toThrow(
        'Cannot find the certificate "00 11": want one with its private key in "Personal"',
      );
    });

    test("a thumbprint is found as Windows' own window shows it", () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, "ec");
      const shown = `\u200e${thumbprint(certificates).toLowerCase().replaceAll(":", " ")}`;
      expect(signerInStore(shown, powershell(certificates)).chain).toHaveLength(2);
    });

    test("an invalid thumbprint does not reach PowerShell", () => {
      using folder = tempDir();
      const store = join(folder.path, "powershell");
      writeFileSync(
        store,
        '#!/bin/sh\nfor last; do :; done\necho "$last" > "$(dirname "$0")/heard"\n',
      );
      chmodSync(store, 0o755);
      expect(() => signerInStore("'; Remove-Item x; '", store)).toThrow(
        "Cannot find the certificate",
      );
      const heard = Buffer.from(
        readFileSync(join(folder.path, "heard"), "utf8"),
        "base64",
      ).toString("utf16le");
      expect(heard).toContain("-eq 'EEE'");
      expect(heard).not.toContain("Remove");
    });

    test("the error of PowerShell is reported", () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, "rsa");
      const store = powershell(certificates, { STORE_REFUSES: "1" });
      expect(() => signerInStore(thumbprint(certificates), store)).toThrow(
        "Cannot ask Windows' certificate store: PowerShell ended with 1\nthe card is not there",
      );
    });

    test("a signature of something else is no signature", async () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, "rsa");
      const store = powershell(certificates, { STORE_SIGNS: "b3RoZXI=" });
      const signer = signerInStore(thumbprint(certificates), store);
      await expect(signer.sign(Buffer.from("this"), "sha256")).rejects.toThrow(
        "its signature is not by the certificate's key",
      );
    });
  },
);
