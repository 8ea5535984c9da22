import { timingSafeEqual } from "node:crypto";

/** Compares a received secret with the wanted one. The time does not depend on its content. */
export function isSecret(given: unknown, wanted: string): boolean {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
