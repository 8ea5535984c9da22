import { createHash } from "node:crypto";

/**
 * Whether a version that reaches some percent of the installed apps first reaches this one. Another
 * version reaches others first, and a higher percentage all that a lower one has.
 *
 * @param seed what tells this installation from others; it stays on the machine
 */
export function isReached(version: string, percent: number | null, seed: string): boolean {
  if (percent === null || percent >= 100) return true;
  const drawn = createHash("sha256").update(`${seed} ${version}`).digest().readUInt32BE(0);
  return (drawn / 2 ** 32) * 100 < percent;
}
