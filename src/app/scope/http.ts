// Which addresses pages may request. A pattern is `scheme://host[:port][/path]`, and each part is compared
// with the same part of the address, never the address as one text: no `*` reaches from a host into a path.
//
//   scheme   http, https, or * for both
//   host     a whole label * stands for one or more labels; a host of just * (or **) is every host
//   port     a number, or * for any; without one, the scheme's own port
//   path     * crosses "/"; without one, the root only
//
// `http://*` is every host, every port and every path. A query is not compared. User names and fragments
// never match: an address with a user name is refused, and a fragment is never sent.

export type HttpDecision =
  { readonly allowed: true; readonly pattern: string } | { readonly allowed: false; readonly reason: string };

interface Rule {
  readonly pattern: string;
  /** `null`: both. */
  readonly scheme: string | null;
  /** `null`: every host. */
  readonly labels: readonly string[] | null;
  /** `""`: the scheme's own. */
  readonly port: string;
  readonly path: string;
}

const setting = "framework.allowlist.http.scope";
const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

export class HttpScope {
  readonly #rules: readonly Rule[];

  /** @throws Error for a pattern that cannot be read, naming it and what to write */
  constructor(patterns: readonly string[]) {
    this.#rules = patterns.map(parseRule);
  }

  /** To be asked for the address itself and again for each redirect. */
  decide(address: string): HttpDecision {
    const refuse = (reason: string): HttpDecision => ({ allowed: false, reason });
    if (!URL.canParse(address)) return refuse("must be a whole address");
    const url = new URL(address);
    const scheme = url.protocol.slice(0, -1);
    if (!Object.hasOwn(defaultPorts, scheme)) return refuse(`must be http or https, not "${scheme}"`);
    if (url.username !== "" || url.password !== "") return refuse("must not hold a user name or password");

    const paths = readings(url.pathname);
    if (paths === null)
      return refuse("must not hold control characters in its path, or what cannot be decoded");
    // A parsed address has no port when it is the scheme's own.
    const ports = ["*", url.port, url.port || (defaultPorts[scheme] as string)];
    const rule = this.#rules.find(
      (each) =>
        (each.scheme === null || each.scheme === scheme) &&
        ports.includes(each.port) &&
        hostMatches(each.labels, url.hostname) &&
        paths.every((path) => starMatches(each.path, path)),
    );
    return rule === undefined ? refuse(`not in ${setting}`) : { allowed: true, pattern: rule.pattern };
  }
}

function parseRule(pattern: string): Rule {
  const fail = (wanted: string): never => {
    throw new Error(`Cannot use the pattern "${pattern}" in ${setting}: ${wanted}`);
  };
  const match = /^([^:/?#]+):\/\/([^/?#]*)(\/[^?#]*)?([?#].*)?$/s.exec(pattern);
  if (match === null) return fail('write scheme, host and path, as in "https://*.example.com/api/*"');
  const [, scheme = "", authority = "", path, after] = match;
  if (after !== undefined)
    fail(`leave out "${after}"; a query is not compared, and a fragment is never sent`);
  if (authority.includes("@")) fail("leave out the user name; an address with one is always refused");
  if (!/^(?:https?|\*)$/i.test(scheme)) fail('start it with "http://", "https://" or "*://"');
  if (/\s|\\/.test(pattern)) fail('leave out blanks and "\\"');

  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::([1-9][0-9]{0,4}|\*))?$/.exec(authority) ?? [];
  if (host === "") fail('write a host, and a number or "*" after a ":"');
  const everyHost = host === "*" || host === "**";
  const labels = everyHost ? null : normalHost(host, fail).split(".");
  if (labels?.some((label) => label.includes("*") && label !== "*") === true) {
    fail('let each "*" of the host stand for whole labels, as in "*.example.com"');
  }
  // "10.*" would admit 10.evil.example, which is not what it looks like.
  if (labels?.includes("*") === true && labels.every((label) => /^[0-9*]+$/.test(label))) {
    fail('write the whole address; a "*" stands for labels of a name');
  }
  return {
    pattern,
    scheme: scheme === "*" ? null : scheme.toLowerCase(),
    labels,
    port: port ?? (everyHost ? "*" : ""),
    path: path === undefined || path === "/" ? (everyHost ? "*" : "/") : normalPath(path, fail),
  };
}

// In the spelling that addresses have once they are parsed: lower case, IDN as punycode, IPv4 in four parts.
function normalHost(host: string, fail: (wanted: string) => never): string {
  const address = `https://${host}/`;
  return URL.canParse(address) ? new URL(address).hostname : fail(`"${host}" is no host name`);
}

function normalPath(path: string, fail: (wanted: string) => never): string {
  const normal = new URL(path, "https://host.invalid").pathname;
  return normal.includes("/../") ? fail('write the path without ".."') : normal;
}

function hostMatches(labels: readonly string[] | null, host: string): boolean {
  // The address of a cloud machine's own secrets, and its neighbours: only ever meant when written out.
  if (labels === null) return !isLinkLocal(host);
  const wanted = labels.join(".");
  if (!wanted.includes("*")) return wanted === host;
  const parts = host.split(".");
  return !parts.includes("") && labelsMatch(labels, parts);
}

function labelsMatch(labels: readonly string[], host: readonly string[]): boolean {
  // From the left, each "*" takes as few labels as it can; only the last one ever has to take more.
  let label = 0;
  let part = 0;
  let afterStar = -1;
  let starEnd = 0;
  while (part < host.length) {
    if (labels[label] === "*") {
      afterStar = ++label;
      starEnd = ++part;
    } else if (labels[label] === host[part]) {
      label++;
      part++;
    } else if (afterStar !== -1) {
      label = afterStar;
      part = ++starEnd;
    } else {
      return false;
    }
  }
  return label === labels.length;
}

function isLinkLocal(host: string): boolean {
  return (
    host.startsWith("169.254.") ||
    /^\[fe[89ab][0-9a-f]:/.test(host) ||
    host === "[fd00:ec2::254]" ||
    // The same IPv4 addresses inside IPv6: ::ffff:a9fe:…
    /^\[(?:::ffff:|64:ff9b::)a9fe:/.test(host)
  );
}

/**
 * The path as it stands, and as servers may read it that decode it first: each of these must be allowed, or
 * `/public/..%2fsecret` would pass for a file in `/public`. `null`: no two servers would read it alike.
 */
function readings(path: string): readonly string[] | null {
  const found = [path];
  let text = path;
  for (let round = 0; round < 3 && text.includes("%"); round++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      // A lone "%" after the first round is text that no server decodes again.
      return round === 0 ? null : found;
    }
    if (/\p{Cc}/u.test(text)) return null;
    const straight = withoutDots(text.replaceAll("\\", "/"));
    if (straight !== text) found.push(encodeURI(straight));
  }
  return found;
}

function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/").slice(1)) {
    // Some servers drop blanks around a name before they look at it.
    if (name.trim() === "..") names.pop();
    else if (name.trim() !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

/** `*` is any text, everything else is itself. */
function starMatches(pattern: string, text: string): boolean {
  const pieces = pattern.split("*");
  const first = pieces[0] as string;
  const last = pieces.at(-1) as string;
  if (pieces.length === 1) return pattern === text;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const place = text.indexOf(piece, at);
    if (place === -1) return false;
    at = place + piece.length;
  }
  return at <= text.length - last.length;
}
