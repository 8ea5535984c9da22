import { DriverError } from "./errors.ts";

/** The parameters that a client sends with a command. */
export type Parameters = Readonly<Record<string, unknown>>;

function refused(name: string, value: unknown, wanted: string): DriverError {
  return new DriverError(
    "invalid argument",
    `Cannot take "${name}" ${JSON.stringify(value) ?? "undefined"}: want ${wanted}`,
  );
}

export function text(given: Parameters, name: string): string {
  const value = given[name];
  if (typeof value === "string") return value;
  throw refused(name, value, "a text");
}

/** A whole number in a range. */
export function integer(
  given: Parameters,
  name: string,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const value = given[name];
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most)
    return Number(value);
  throw refused(name, value, `a whole number from ${least} to ${most}`);
}

export function list(given: Parameters, name: string): readonly unknown[] {
  const value = given[name];
  if (Array.isArray(value)) return value;
  throw refused(name, value, "a list");
}

export function texts(given: Parameters, name: string): readonly string[] {
  const value = list(given, name);
  if (value.every((item) => typeof item === "string")) return value;
  throw refused(name, value, "a list of texts");
}

export function isRecord(value: unknown): value is Parameters {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function record(given: Parameters, name: string): Parameters {
  const value = given[name];
  if (isRecord(value)) return value;
  throw refused(name, value, "an object");
}

/** One of the given words. */
export function word<const Word extends string>(
  given: Parameters,
  name: string,
  words: readonly Word[],
): Word {
  const value = given[name];
  if (words.includes(value as Word)) return value as Word;
  throw refused(name, value, words.map((one) => `"${one}"`).join(", "));
}
