import type { System } from "../target.ts";

/** The schemes that the app itself serves. */
export const ownSchemes = {
  app: "framework",
  asset: "asset",
  isolation: "framework-isolation",
} as const;

/**
 * The spelling of such a scheme in addresses. The engine of Windows permits storage for no custom
 * scheme, so each scheme is a host there, under `http` or `https`; `null`: custom schemes are used.
 */
export type SchemeHosts = "http" | "https" | null;

/** @param useHttp `dangerousUseHttpScheme` */
export function schemeHosts(system: System, useHttp: boolean): SchemeHosts {
  if (system !== "windows") return null;
  return useHttp ? "http" : "https";
}

/**
 * The origin of a scheme's addresses: `asset://localhost`, on Windows `https://asset.localhost`.
 */
export function schemeOrigin(scheme: string, hosts: SchemeHosts): string {
  return hosts === null ? `${scheme}://localhost` : `${hosts}://${scheme}.localhost`;
}

/** The origins whose requests the app answers. */
export interface PageOrigins {
  /** The app's own pages, and their calls. */
  readonly app: string;
  /** Files outside of the app: `<origin>/<percent-encoded path>`. */
  readonly asset: string;
  /** The isolation frame. It shares its origin with nothing else. */
  readonly isolation: string;
}

/** The origins of the app's own schemes. */
export function pageOrigins(hosts: SchemeHosts): PageOrigins {
  const { app, asset, isolation } = ownSchemes;
  return {
    app: schemeOrigin(app, hosts),
    asset: schemeOrigin(asset, hosts),
    isolation: schemeOrigin(isolation, hosts),
  };
}
