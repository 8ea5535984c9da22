import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import forge from "node-forge";
import { updatePlatform, type Target } from "../../src/contract/target.ts";
import type { ParcelVersion, Parcels } from "./parcels.ts";

// By its number: not every system has "localhost" lead to the same address for both sides.
const host = "127.0.0.1";
const port = 47_813;

/** Where the example apps ask for updates; it is in their configuration. */
export const updateAddress = `https://${host}:${port}`;

export interface UpdateServer extends Disposable {
  /** Environment variables with which an app trusts the server. */
  readonly env: Readonly<Record<string, string>>;
  /** Offers a version from now on. `null`: offers none. */
  offer(version: ParcelVersion | null): void;
}

/**
 * An update server for apps on this machine, with a self-signed certificate.
 *
 * @param folder the folder that receives the certificate
 */
export function startUpdateServer(parcels: Parcels, target: Target, folder: string): UpdateServer {
  const { key, certificate } = selfSigned();
  const certificateFile = join(folder, "certificate.pem");
  writeFileSync(certificateFile, certificate);
  let offered: ParcelVersion | null = null;
  const server = Bun.serve({
    port,
    hostname: host,
    tls: { key, cert: certificate },
    fetch(request) {
      if (offered === null) return new Response(null, { status: 204 });
      const { version, update, signature } = offered;
      if (new URL(request.url).pathname !== "/feed")
        return new Response(readFileSync(join(parcels.folder, update)));
      const url = `${updateAddress}/download/${encodeURIComponent(update)}`;
      return Response.json({
        version,
        platforms: { [updatePlatform(target)]: { url, signature } },
      });
    },
  });
  return {
    env: { NODE_EXTRA_CA_CERTS: certificateFile },
    offer(version) {
      offered = version;
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

function selfSigned(): { readonly key: string; readonly certificate: string } {
  const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = "01";
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: "commonName", value: host }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: "basicConstraints", cA: true },
    { name: "subjectAltName", altNames: [{ type: 7, ip: host }] },
  ]);
  certificate.sign(privateKey, forge.md.sha256.create());
  return {
    key: forge.pki.privateKeyToPem(privateKey),
    certificate: forge.pki.certificateToPem(certificate),
  };
}
