import { expect, test } from "bun:test";
import type { FrameworkError } from "../../src/contract/errors.ts";

/** The target of every attack. */
export const secret = "the secret";

/** `secret` if it is anywhere in the result of an attack, else `null`. */
export function loot(value: unknown): string | null {
  return (JSON.stringify(value) ?? "").includes(secret) ? secret : null;
}

/**
 * An attack in two tests: against the rule as it is, where it must bring nothing home, and without
 * the rule, where it must succeed: an attack that never can would show nothing.
 *
 * @param run returns the loot. An error is a refusal, and must be one of ours
 */
export function attack(name: string, run: (isWeak: boolean) => unknown): void {
  test(`${name}: it is refused`, async () => expect((await outcome(run, false)).loot).toBeNull());
  test(`${name}: without the rule it succeeds`, async () =>
    // The whole outcome, so that a failure shows the other result.
    expect(await outcome(run, true)).toMatchObject({ loot: secret }));
}

interface Outcome {
  readonly loot: string | null;
  /** All that came back, or the refusal. */
  readonly answer: unknown;
}

async function outcome(run: (isWeak: boolean) => unknown, isWeak: boolean): Promise<Outcome> {
  try {
    const answer = await run(isWeak);
    return { loot: loot(answer), answer };
  } catch (error) {
    if (!refusals.includes((error as FrameworkError).code)) throw error;
    return { loot: null, answer: error };
  }
}

const refusals = [
  "out-of-scope",
  "not-allowed",
  "bad-argument",
  "bad-path",
  "bad-message",
  "bad-update",
  "too-long",
  "closed",
];
