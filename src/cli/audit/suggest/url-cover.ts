import { PatternError } from "../../../contract/patterns/pattern-error.ts";
import { parseUrlPattern, type UrlPattern } from "../../../contract/patterns/url-pattern.ts";

/**
 * Whether a pattern of addresses certainly admits everything that a narrower one admits. The
 * narrower one names its scheme and host, and has a path of plain characters with or without a `*`
 * at its end.
 */
export function coversUrl(wide: string, narrow: string): boolean {
  const [outer, inner] = [read(wide), read(narrow)];
  if (outer === null || inner === null || inner.labels === null || inner.labels.includes("*"))
    return false;
  if (outer.scheme !== null && outer.scheme !== inner.scheme) return false;
  if (outer.port !== "*" && outer.port !== inner.port) return false;
  if (!hostCovers(outer.labels, inner.labels.join("."))) return false;
  return outer.path.isEverything || pathCovers(pathOf(wide), pathOf(narrow));
}

function read(pattern: string): UrlPattern | null {
  try {
    const parsed = parseUrlPattern(pattern, (host) => host.toLowerCase());
    return "idle" in parsed ? null : parsed;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return null;
  }
}

function pathOf(pattern: string): string {
  const [, path = "/"] = /^[^:/]+:\/\/[^/]*(\/.*)?$/s.exec(pattern) ?? [];
  return path;
}

/**
 * A literal host is admitted unconditionally, one that matches a `*` only when it is no internal
 * address (`app/scope/network/internal-address.ts`). So names that may be internal are not written
 * literally.
 */
function hostCovers(labels: readonly string[] | null, host: string): boolean {
  if (labels !== null && !labels.includes("*")) return labels.join(".") === host;
  if (!isPublicName(host)) return false;
  if (labels === null) return true;
  // The time of the expression grows with each of them.
  if (labels.filter((label) => label === "*").length > 2) return false;
  const text = labels.map((label) => (label === "*" ? "[^.]+(?:\\.[^.]+)*" : RegExp.escape(label)));
  return new RegExp(`^${text.join("\\.")}$`).test(host);
}

function isPublicName(host: string): boolean {
  const labels = host.split(".");
  return (
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9_-]+$/.test(label)) &&
    /^[a-z]/.test(labels.at(-1) as string) &&
    !/(?:^|\.)(?:internal|local|localdomain|localhost|lan|home|corp|intranet|private|arpa)$/.test(
      host,
    ) &&
    !/metadata|instance-data/.test(host)
  );
}

const plain = /^[\w.~/-]*$/;

function pathCovers(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const [start = "", ...more] = narrow.split("*");
  // Only characters that every server interprets alike can be compared as text.
  const isPlain = plain.test(start) && more.every((text) => text === "") && more.length <= 1;
  if (!isPlain || !plain.test(wide.replaceAll("*", ""))) return false;
  if (more.length === 1 && !wide.endsWith("*")) return false;
  const pieces = wide.split(/\*+/).map((piece) => RegExp.escape(piece));
  return pieces.length <= 3 && new RegExp(`^${pieces.join(".*")}$`).test(start);
}
