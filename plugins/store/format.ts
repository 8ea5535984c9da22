import type { Snapshot } from "./snapshot.ts";

// A store's file is one JSON object, as tauri-plugin-store 1 writes it. Where the app's own code migrates it, one more key
// says how many migrations have run:
//
//   {"$version":2,"theme":"dark","recent":["a.txt"]}

const versionKey = "$version";

/** What a file holds. */
export interface StoreData {
  /** How many migrations have run; `null`: the app migrates nothing. */
  version: number | null;
  readonly values: Map<string, unknown>;
}

/** `null`: it is no JSON object. */
export function parseStore(text: string): StoreData | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  // A key is never looked up in the object, so "__proto__" and its like are keys as any other.
  const values = new Map<string, unknown>(Object.entries(parsed));
  const version = values.get(versionKey);
  const isVersion = typeof version === "number" && Number.isSafeInteger(version) && version >= 0;
  if (isVersion) values.delete(versionKey);
  return { version: isVersion ? version : null, values };
}

/** Milliseconds of work before pages are answered again. */
const slice = 2;

/** The text of a file, made in slices. */
export async function storeText(version: number | null, snapshot: Snapshot): Promise<string> {
  const members: string[] = version === null ? [] : [`"${versionKey}":${version}`];
  let end = performance.now() + slice;
  for (const [key, value] of snapshot.entries()) {
    members.push(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
    // The clock costs more than a short value.
    if (members.length % 64 !== 0 || performance.now() < end) continue;
    await new Promise((resolve) => setImmediate(resolve));
    end = performance.now() + slice;
  }
  return `{${members.join(",")}}`;
}
