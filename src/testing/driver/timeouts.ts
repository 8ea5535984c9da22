import { DriverError } from "./errors.ts";
import { isRecord, type Parameters } from "./parameters.ts";

/** Timeouts in milliseconds. `null`: no limit. */
export interface Timeouts {
  readonly script: number | null;
  readonly pageLoad: number;
  readonly implicit: number;
}

/** 25 days. A longer timer would fire at once, and a client may ask for 2 ** 53 - 1 ms. */
export const longestTimer = 2 ** 31 - 1;

export const usualTimeouts: Timeouts = { script: 30_000, pageLoad: 300_000, implicit: 0 };

/** @throws DriverError `invalid argument` */
export function parseTimeouts(given: unknown): Partial<Timeouts> {
  if (!isRecord(given))
    throw new DriverError("invalid argument", "Cannot take timeouts: want an object");
  const parsed: Record<string, number | null> = {};
  for (const name of ["script", "pageLoad", "implicit"] as const) {
    if (!(name in given)) continue;
    parsed[name] = milliseconds(given, name);
  }
  return parsed as Partial<Timeouts>;
}

function milliseconds(given: Parameters, name: string): number | null {
  const value = given[name];
  if (value === null && name === "script") return null;
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw new DriverError(
    "invalid argument",
    `Cannot take timeout "${name}" ${JSON.stringify(value)}: want milliseconds`,
  );
}
