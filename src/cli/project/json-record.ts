import { readTextFile } from "../../bundler/text-file.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

/** What a JSON file holds, where that is an object: `{}` for another value, `null` where it cannot be read. */
export function readRecord(file: string): JsonRecord | null {
  try {
    return record(JSON.parse(readTextFile(file)));
  } catch {
    return null;
  }
}

export function record(value: unknown): JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}
