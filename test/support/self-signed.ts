import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";

/** An unsigned certificate of this machine, and its key. */
export class SelfSigned implements Disposable {
  /** The path of the certificate, for clients that trust it by a setting. */
  readonly path: string;
  readonly tls: { readonly cert: string; readonly key: string };
  readonly #place = tempDir();

  constructor(host: "localhost" | "127.0.0.1") {
    this.path = join(this.#place.path, "cert.pem");
    const key = join(this.#place.path, "key.pem");
    const alternative = isIP(host) === 0 ? "DNS" : "IP";
    const options =
      `-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${host} ` +
      `-addext subjectAltName=${alternative}:${host}`;
    const files = ["-out", this.path, "-keyout", key];
    const { exitCode, stderr } = Bun.spawnSync(["openssl", "req", ...options.split(" "), ...files]);
    if (exitCode !== 0)
      throw new Error(`Cannot make a certificate with openssl: ${stderr.toString()}`);
    this.tls = { cert: readFileSync(this.path, "utf8"), key: readFileSync(key, "utf8") };
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}
