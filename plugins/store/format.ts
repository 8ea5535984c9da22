import type { Snapshot } from "./snapshot.ts";

// A store's file is one JSON object, in the form of tauri-plugin-store 1. If the app's own code
// migrates it, one more key holds the number of migrations that have run:
//
//   {"$version":2,"theme":"dark","recent":["a.txt"]}

export const versionKey = "$version";

/** The content of a file. */
export interface StoreData {
  /** The number of migrations that have run; `null`: the app has no migrations. */
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
  // A key is never looked up in the object, so "__proto__" and similar keys are ordinary.
  const values = new Map<string, unknown>(Object.entries(parsed));
  const version = values.get(versionKey);
  const isVersion = typeof version === "number" && Number.isSafeInteger(version) && version >= 0;
  if (isVersion) values.delete(versionKey);
  return { version: isVersion ? version : null, values };
}

/** Milliseconds of work before pages get their turn. */
const slice = 2;

/** The bytes of a file, created in slices. */
export async function storeBytes(version: number | null, snapshot: Snapshot): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let members: string[] = version === null ? [] : [`"${versionKey}":${version}`];
  const take = (end: string): void => {
    pieces.push(Buffer.from(`${pieces.length === 0 ? "{" : ""}${members.join(",")}${end}`));
    members = [];
  };
  let until = performance.now() + slice;
  let isOver = false;
  for (const [key, value] of snapshot.entries()) {
    if (isOver) {
      take(",");
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + slice;
    }
    members.push(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
    // The clock costs more than a short value.
    isOver = members.length % 64 === 0 && performance.now() > until;
  }
  take("}");
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}
