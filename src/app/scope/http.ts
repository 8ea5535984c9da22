// Which addresses pages may request. A pattern is `scheme://host[:port][/path]`, and each part is compared
// with the same part of the address, never the address as one text: no `*` reaches from a host into a path.
//
//   scheme   http, https, or * for both
//   host     a whole label * stands for one or more labels; a host of just * (or **) is every host
//   port     a number, or * for any; without one, the scheme's own port
//   path     * crosses "/", [abc] is one of these characters; without a path, the root only
//
// `http://*` is every host, every port and every path. A query is not compared. User names and fragments
// never match: an address with a user name is refused, and a fragment is never sent.

import { PathPattern, readPath } from "./http-path.ts";
import { isAddress, isInternalHost } from "./internal-address.ts";

export type HttpDecision =
  | {
      readonly allowed: true;
      readonly pattern: string;
      /** The host is a name that stands for a `*`: what it leads to must be judged, too. */
      readonly isAnyName: boolean;
    }
  | { readonly allowed: false; readonly reason: string };

interface Rule {
  readonly pattern: string;
  /** `null`: both. */
  readonly scheme: string | null;
  /** `null`: every host. */
  readonly labels: readonly string[] | null;
  /** `""`: the scheme's own. */
  readonly port: string;
  readonly path: PathPattern;
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

    // A parsed address has no port when it is the scheme's own.
    const ports = ["*", url.port, url.port || (defaultPorts[scheme] as string)];
    const rules = this.#rules.filter(
      (each) =>
        (each.scheme === null || each.scheme === scheme) &&
        ports.includes(each.port) &&
        hostMatches(each.labels, url.hostname),
    );
    const paths = readPath(url.pathname);
    const fitting = rules.filter(
      ({ path }) => path.isEverything || (paths.problem === null && path.refused(paths) === null),
    );
    // A host that is written out was meant, whatever it is.
    const rule = fitting.find(({ labels }) => !isPattern(labels)) ?? fitting[0];
    if (rule === undefined) {
      if (rules.length === 0) return refuse(`not in ${setting}`);
      if (paths.problem !== null) return refuse(paths.problem);
      const reading = rules
        .map(({ path }) => path.refused(paths))
        .find((text) => text !== paths.levels[0]?.whole[0]);
      return refuse(
        reading === undefined
          ? `not in ${setting}`
          : `not in ${setting} for a server that reads "${reading}"`,
      );
    }
    const isAnyHost = isPattern(rule.labels);
    // The address of a cloud machine's own secrets, and its neighbours: only ever meant when written out.
    if (isAnyHost && isInternalHost(url.hostname)) {
      return refuse(`"${url.hostname}" is internal to this machine's network; write it out in ${setting}`);
    }
    return { allowed: true, pattern: rule.pattern, isAnyName: isAnyHost && !isAddress(url.hostname) };
  }
}

function isPattern(labels: Rule["labels"]): boolean {
  return labels === null || labels.includes("*");
}

function parseRule(pattern: string): Rule {
  const fail = (wanted: string): never => {
    throw new Error(`Cannot use the pattern "${pattern}" in ${setting}: ${wanted}`);
  };
  const match = /^([^:/?#]+):\/\/([^/?#]*)(\/[^?#]*)?([?#].*)?$/s.exec(pattern);
  if (match === null) return fail('write scheme, host and path, as in "https://*.example.com/api/*"');
  const [, scheme = "", authority = "", path, after] = match;
  if (after !== undefined)
    fail(
      `leave out "${after}"; a query is not compared, and a fragment is never sent; for any one character of a path write "*"`,
    );
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
    path: new PathPattern(path === undefined || path === "/" ? (everyHost ? "*" : "/") : path, pattern, fail),
  };
}

// In the spelling that addresses have once they are parsed: lower case, IDN as punycode, IPv4 in four parts.
function normalHost(host: string, fail: (wanted: string) => never): string {
  const address = `https://${host}/`;
  return URL.canParse(address) ? new URL(address).hostname : fail(`"${host}" is no host name`);
}

function hostMatches(labels: readonly string[] | null, host: string): boolean {
  if (labels === null) return true;
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
