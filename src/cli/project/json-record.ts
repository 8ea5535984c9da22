import { PathError } from "../../disk/roots.ts";
import { readMarkedText } from "../../disk/read.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * The object in a JSON file: `{}` for another value, `null` if it cannot be read.
 * @throws PathError for a pipe or a device
 */
export function readRecord(file: string): JsonRecord | null {
  try {
    return record(JSON.parse(readMarkedText(file)));
  } catch (error) {
    if (error instanceof PathError) throw error;
    return null;
  }
}

export function record(value: unknown): JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : {};
}
