import { expect, test } from "bun:test";
import type { FrameworkError } from "../../src/contract/errors.ts";

/** What every attack is after. */
export const secret = "the secret";

/** `secret` when it is anywhere in what an attack brought home, else `null`. */
export function loot(value: unknown): string | null {
  return (JSON.stringify(value) ?? "").includes(secret) ? secret : null;
}

/**
 * An attack in two tests: against the rule as it is, where it must bring nothing home, and without the rule,
 * where it must succeed: an attack that never can would show nothing.
 *
 * @param run gives what was brought home; what it throws is a refusal, and must be one of ours
 */
export function attack(name: string, run: (isWeak: boolean) => unknown): void {
  test(`${name}: it is refused`, async () => expect(await brought(run, false)).toBeNull());
  test(`${name}: without the rule it succeeds`, async () => expect(await brought(run, true)).toBe(secret));
}

async function brought(run: (isWeak: boolean) => unknown, isWeak: boolean): Promise<string | null> {
  try {
    return loot(await run(isWeak));
  } catch (error) {
    expect([
      "out-of-scope",
      "not-allowed",
      "bad-argument",
      "bad-path",
      "bad-message",
      "bad-update",
      "closed",
    ]).toContain((error as FrameworkError).code);
    return null;
  }
}
