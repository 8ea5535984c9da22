// `scheme://host/*`: every page of that host, on any port for web schemes unless one is given. The
// scheme may be `*`. An app's own scheme has no ports: with a port it is another origin.
const pattern = /^([a-z][a-z0-9+.-]*|\*):\/\/(\[[^\]]*\]|[^/:]*)(?::(\d+))?\/\*$/i;

interface Place {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  readonly isWeb: boolean;
}

/** The parts of an address that patterns compare; `null` if it has no host. */
export function placeOf(address: string): Place | null {
  const url = URL.parse(address);
  if (url === null || url.hostname === "") return null;
  const scheme = url.protocol.slice(0, -1);
  const defaultPort = scheme === "https" ? "443" : scheme === "http" ? "80" : "";
  const port = url.port || defaultPort;
  return { scheme, host: url.hostname.toLowerCase(), port, isWeb: defaultPort !== "" };
}

/** `scheme://host[:port]` of an address; `null`, as engines write it, if there is no host. */
export function originOf(address: string): string {
  const url = URL.parse(address);
  return url === null || url.host === "" ? "null" : `${url.protocol}//${url.host.toLowerCase()}`;
}

/** A pattern in its parts, in lower case. */
export interface PagePattern {
  /** `*`: any. */
  readonly scheme: string;
  readonly host: string;
  /** `null`: none is given. */
  readonly port: string | null;
}

/** `null`: it is no pattern. */
export function readPagePattern(text: string): PagePattern | null {
  const [, scheme, host, port] = pattern.exec(text) ?? [];
  if (scheme === undefined || host === undefined) return null;
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port: port ?? null };
}

/** Whether a list of patterns matches the page at an address. */
export function isPageOf(address: string, patterns: readonly string[]): boolean {
  const place = placeOf(address);
  if (place === null) return false;
  return patterns.some((text) => {
    const wanted = readPagePattern(text);
    if (wanted === null) return false;
    const { scheme, host, port } = wanted;
    return (
      (scheme === "*" || scheme === place.scheme) &&
      host === place.host &&
      (port === null ? place.isWeb || place.port === "" : port === place.port)
    );
  });
}
