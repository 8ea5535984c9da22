// The addresses that pages may request. A pattern is `scheme://host[:port][/path]`, and each part
// is compared with the same part of the address, never the address as one text: no `*` reaches from
// a host into a path.
//
//   scheme   http, https, or * for both
//   host     a whole label * stands for one or more labels; a host of just * (or **) is every host
//   port     a number, or * for any; without one, the scheme's own port
//   path     * crosses "/", [abc] is one of these characters; without a path, the root only
//
// `http://*` is every host, every port and every path. A query is not compared. User names and
// fragments never match: an address with a user name is refused, and a fragment is never sent.

import { PatternError } from "./pattern-error.ts";
import { parseUrlPath, type UrlPathPattern } from "./url-path.ts";

/** A pattern of the HTTP scope. */
export interface UrlPattern {
  /** `null`: both. */
  readonly scheme: string | null;
  /** `null`: every host. */
  readonly labels: readonly string[] | null;
  /** `""`: the scheme's own. */
  readonly port: string;
  readonly path: UrlPathPattern;
}

/** A readable pattern that no request can match. */
export interface IdleUrlPattern {
  /** The reason, phrased to follow the pattern. */
  readonly idle: string;
}

/**
 * @param normalHost the host as parsed addresses spell it: lower case, IDN as punycode, IPv4 in
 * four parts; `null`: it is no host
 * @throws PatternError
 */
export function parseUrlPattern(
  pattern: string,
  normalHost: (host: string) => string | null,
): UrlPattern | IdleUrlPattern {
  if (pattern !== pattern.trim()) throw new PatternError("may not begin or end with a blank");
  const match = /^([^:/?#]+):\/\/([^/?#]*)(\/[^?#]*)?([?#].*)?$/s.exec(pattern);
  if (match === null)
    throw new PatternError('must be scheme, host and path, as in "https://*.example.com/api/*"');
  const [, scheme = "", authority = "", path, after] = match;
  if (/\s|\\/.test(pattern)) throw new PatternError('may not hold blanks and "\\"');
  if (!/^(?:https?|\*)$/i.test(scheme)) {
    if (!/^[a-z][a-z0-9+.-]*$/i.test(scheme))
      throw new PatternError('must start with "http://", "https://" or "*://"');
    return {
      idle: `has no effect: requests go to http and https addresses only, never to "${scheme}://"`,
    };
  }
  if (authority.includes("@"))
    return { idle: "has no effect: an address with a user name is always refused" };
  if (after?.startsWith("?") === true)
    throw new PatternError(
      `may not hold ${JSON.stringify(after)}: a query is not compared; for any one character of a path write "*", and leave a query out to admit any`,
    );
  if (after !== undefined)
    throw new PatternError(`may not hold ${JSON.stringify(after)}: a fragment is never sent`);

  const [, host = "", port] =
    /^(\[[^\]]*\]|[^:]*)(?::([1-9][0-9]{0,4}|\*))?$/.exec(authority) ?? [];
  if (host === "") throw new PatternError('must have a host, and a number or "*" after a ":"');
  const everyHost = host === "*" || host === "**";
  return {
    scheme: scheme === "*" ? null : scheme.toLowerCase(),
    labels: everyHost ? null : parseHost(host, normalHost),
    port: port ?? (everyHost ? "*" : ""),
    path: parseUrlPath(path === undefined || path === "/" ? (everyHost ? "*" : "/") : path),
  };
}

/** No host name is half as long, in any spelling. */
const longestHost = 1000;

function parseHost(host: string, normalHost: (host: string) => string | null): readonly string[] {
  const normal = host.length > longestHost ? null : normalHost(host);
  if (normal === null)
    throw new PatternError(`has ${JSON.stringify(host)} for a host, which is no host name`);
  const labels = normal.split(".");
  if (labels.some((label) => label.includes("*") && label !== "*"))
    throw new PatternError(
      'must have each "*" of the host stand for whole labels, as in "*.example.com"',
    );
  // "10.*" would admit 10.evil.example, against its apparent meaning.
  if (labels.includes("*") && labels.every((label) => /^[0-9*]+$/.test(label)))
    throw new PatternError(
      'must have the whole address for a host: a "*" stands for labels of a name',
    );
  return labels;
}
