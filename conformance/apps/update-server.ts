import { readFileSync } from "node:fs";
import { join } from "node:path";
import { updatePlatform, type Target } from "../../src/contract/target.ts";
import { SelfSigned } from "../../test/support/self-signed.ts";
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

/** An update server for apps on this machine, with a self-signed certificate. */
export function startUpdateServer(parcels: Parcels, target: Target): UpdateServer {
  const certificate = new SelfSigned(host);
  let offered: ParcelVersion | null = null;
  const server = Bun.serve({
    port,
    hostname: host,
    tls: certificate.tls,
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
    env: { NODE_EXTRA_CA_CERTS: certificate.path },
    offer(version) {
      offered = version;
    },
    [Symbol.dispose]() {
      void server.stop(true);
      certificate[Symbol.dispose]();
    },
  };
}
