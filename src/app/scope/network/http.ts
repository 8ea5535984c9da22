import { PatternError } from "../../../contract/patterns/pattern-error.ts";
import { parseUrlPattern, type UrlPattern } from "../../../contract/patterns/url-pattern.ts";
import { PathMatcher, readPath } from "./http-path.ts";
import { isAddress, isInternalHost, isLoopbackPattern } from "./internal-address.ts";
import { normalHost } from "./normal-host.ts";

export type HttpDecision =
  | {
      readonly allowed: true;
      readonly pattern: string;
      /** The host matched a `*`: its addresses must be judged, too. */
      readonly isAnyName: boolean;
    }
  | { readonly allowed: false; readonly reason: string };

interface Rule extends Omit<UrlPattern, "path"> {
  readonly pattern: string;
  readonly path: PathMatcher;
}

const setting = "framework.allowlist.http.scope";
const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

export class HttpScope {
  readonly #rules: readonly Rule[];

  /** @throws Error for an invalid pattern, with the pattern and the wanted form */
  constructor(patterns: readonly string[]) {
    this.#rules = patterns.map(parseRule).filter((rule) => rule !== null);
  }

  /** Called for the address itself and again for each redirect. */
  decide(address: string): HttpDecision {
    const refuse = (reason: string): HttpDecision => ({ allowed: false, reason });
    if (!URL.canParse(address)) return refuse("must be a whole address");
    const url = new URL(address);
    const scheme = url.protocol.slice(0, -1);
    if (!Object.hasOwn(defaultPorts, scheme))
      return refuse(`must be http or https, not "${scheme}"`);
    if (url.username !== "" || url.password !== "")
      return refuse("must not hold a user name or password");

    // A parsed address omits the port of its scheme.
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
    // A literal host was intended, whatever it is, and so was a pattern of this machine only.
    const rule = fitting.find(({ labels }) => !isOpen(labels)) ?? fitting[0];
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
    const isAnyHost = isOpen(rule.labels);
    // This machine, the metadata address of a cloud machine, and its neighbours: only ever intended
    // when written literally.
    if (isAnyHost && isInternalHost(url.hostname)) {
      return refuse(
        `"${url.hostname}" is internal to this machine's network; write it out in ${setting}`,
      );
    }
    return {
      allowed: true,
      pattern: rule.pattern,
      isAnyName: isAnyHost && !isAddress(url.hostname),
    };
  }
}

/** Whether unintended hosts match, too. */
function isOpen(labels: Rule["labels"]): boolean {
  return labels === null || (labels.includes("*") && !isLoopbackPattern(labels));
}

/** `null`: no address matches. The configuration's check has warned of it. */
function parseRule(pattern: string): Rule | null {
  try {
    const parsed = parseUrlPattern(pattern, normalHost);
    return "idle" in parsed ? null : { ...parsed, pattern, path: new PathMatcher(parsed.path) };
  } catch (cause) {
    if (!(cause instanceof PatternError)) throw cause;
    throw new Error(`Cannot use the pattern "${pattern}" in ${setting}: it ${cause.message}`, {
      cause,
    });
  }
}

function hostMatches(labels: readonly string[] | null, host: string): boolean {
  if (labels === null) return true;
  const wanted = labels.join(".");
  if (!wanted.includes("*")) return wanted === host;
  const parts = host.split(".");
  return !parts.includes("") && labelsMatch(labels, parts);
}

function labelsMatch(labels: readonly string[], host: readonly string[]): boolean {
  // From the left, each "*" takes as few labels as possible; only the last one ever has to take
  // more.
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
