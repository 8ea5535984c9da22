import { PatternError } from "./pattern-error.ts";

/**
 * Reads the domain of `security.dangerousRemoteDomainIpcAccess`: one host, an address of IPv6 with
 * or without its brackets.
 *
 * @param normalHost as for `parseUrlPattern`
 * @returns the host as addresses spell it
 * @throws PatternError
 */
export function parseDomain(domain: string, normalHost: (host: string) => string | null): string {
  const host = domain.includes(":") && !domain.startsWith("[") ? `[${domain}]` : domain;
  const isAlone = /^(?:\[[^\]]*\]|[^/?#@\\*\s:]+)$/.test(host);
  const normal = isAlone ? normalHost(host) : null;
  if (normal === null)
    throw new PatternError("must be a host alone: no scheme, port, path or pattern");
  return normal;
}
