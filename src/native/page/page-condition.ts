import { readPagePattern } from "./page-pattern.ts";

/**
 * A JavaScript expression that is true if the patterns match the page at `address`, an object like
 * `location`.
 */
export function pageCondition(address: string, patterns: readonly string[]): string {
  const places = patterns.flatMap((text) => {
    const place = readPagePattern(text);
    if (place === null) return [];
    const { scheme, host, port } = place;
    return [[scheme === "*" ? "*" : `${scheme}:`, host, port]];
  });
  return `(({ protocol, hostname, port }) => {
    if (hostname === "") return false;
    const usual = protocol === "https:" ? "443" : protocol === "http:" ? "80" : "";
    for (const [scheme, host, wanted] of ${JSON.stringify(places)}) {
      const isPort = wanted === null ? usual !== "" || port === "" : wanted === (port || usual);
      if ((scheme === "*" || scheme === protocol) && host === hostname && isPort) return true;
    }
    return false;
  })(${address})`;
}
