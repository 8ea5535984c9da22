/**
 * A pattern that cannot be used. The message is to be read after the pattern: `must start with …`,
 * `may not hold …`.
 */
export class PatternError extends Error {
  override readonly name = "PatternError";
}
