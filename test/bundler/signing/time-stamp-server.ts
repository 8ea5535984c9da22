import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../project.ts";
import type { Certificates } from "./certificates.ts";

export interface TimeStampStandIn extends Disposable {
  readonly address: string;
  /** The number of requests. */
  readonly asked: number;
  /** The protocol of the last request. `null`: none yet. */
  readonly protocol: "RFC 3161" | "Authenticode" | null;
}

/** A server that stamps by both protocols: openssl makes the stamps. */
export function startTimeStampServer({ folder, stamper }: Certificates): TimeStampStandIn {
  let asked = 0;
  let protocol: TimeStampStandIn["protocol"] = null;
  const file = (name: string): string => join(folder, name);
  writeFileSync(file("tsa-serial"), "01\n");
  writeFileSync(
    file("tsa.cnf"),
    `[tsa]\ndefault_tsa=one\n[one]\nserial=${file("tsa-serial")}\ndigests=sha256,sha384,sha512\ndefault_policy=1.2.3.4\nsigner_digest=sha256\ness_cert_id_alg=sha256\n`,
  );

  const openssl = (line: string): string => run(["openssl", ...line.split(" ")], { cwd: folder });

  function byProtocol(query: Uint8Array): Uint8Array {
    writeFileSync(file("query.tsq"), query);
    const by = `-signer ${stamper.certificate} -inkey ${stamper.key} -chain ${stamper.certificate}`;
    openssl(`ts -reply -config tsa.cnf -section one -queryfile query.tsq ${by} -out reply.tsr`);
    return readFileSync(file("reply.tsr"));
  }

  /** The signature to stamp is the last value of the request. */
  function byAuthenticode(request: string): string {
    const der = Buffer.from(request, "base64");
    writeFileSync(file("signature"), der.subarray(signatureStart(der)));
    const by = `-signer ${stamper.certificate} -inkey ${stamper.key} -nosmimecap -md sha256`;
    openssl(`cms -sign -binary -nodetach -in signature ${by} -outform DER -out stamp.der`);
    return readFileSync(file("stamp.der")).toString("base64");
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      asked++;
      protocol =
        request.headers.get("content-type") === "application/timestamp-query"
          ? "RFC 3161"
          : "Authenticode";
      if (protocol === "RFC 3161")
        return new Response(new Uint8Array(byProtocol(await request.bytes())));
      return new Response(byAuthenticode(await request.text()));
    },
  });
  return {
    address: server.url.href,
    get asked() {
      return asked;
    },
    get protocol() {
      return protocol;
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** Behind SEQUENCE, OID, SEQUENCE, OID, [0] and the head of the octets. */
function signatureStart(der: Buffer): number {
  const data = Buffer.from("06092a864886f70d010701", "hex");
  let at = der.indexOf(data) + data.length;
  for (let level = 0; level < 2; level++) {
    const first = der[at + 1] ?? 0;
    at += first < 0x80 ? 2 : 2 + (first & 0x7f);
  }
  return at;
}
