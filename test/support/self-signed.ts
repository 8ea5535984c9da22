import { writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import forge from "node-forge";
import { tempDir } from "../../harness/temp-dir.ts";

const day = 86_400_000;

/** A certificate of this machine that no authority has signed, and its key. */
export class SelfSigned implements Disposable {
  /** The path of the certificate, for clients that trust it by a setting. */
  readonly path: string;
  readonly tls: { readonly cert: string; readonly key: string };
  readonly #place = tempDir();

  constructor(host: "localhost" | "127.0.0.1") {
    const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048);
    const certificate = forge.pki.createCertificate();
    certificate.publicKey = publicKey;
    certificate.serialNumber = "01";
    certificate.validity.notBefore = new Date(Date.now() - day);
    certificate.validity.notAfter = new Date(Date.now() + 2 * day);
    const name = [{ name: "commonName", value: host }];
    certificate.setSubject(name);
    certificate.setIssuer(name);
    const alternative = isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host };
    certificate.setExtensions([
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [alternative] },
    ]);
    certificate.sign(privateKey, forge.md.sha256.create());
    this.tls = {
      cert: forge.pki.certificateToPem(certificate),
      key: forge.pki.privateKeyToPem(privateKey),
    };
    this.path = join(this.#place.path, "cert.pem");
    writeFileSync(this.path, this.tls.cert);
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}
