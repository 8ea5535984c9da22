import { createHash } from "node:crypto";

/**
 * True if a version that first reaches some percent of the installed apps reaches this one. Another
 * version reaches others first. A higher percentage includes all apps of a lower one.
 *
 * @param seed returns a value that differs between installations. It stays on the machine
 */
export function isReached(version: string, percent: number | null, seed: () => string): boolean {
  if (percent === null || percent >= 100) return true;
  const drawn = createHash("sha256").update(`${seed()} ${version}`).digest().readUInt32BE(0);
  return (drawn / 2 ** 32) * 100 < percent;
}
