import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import {
  bucketOf,
  longestDetail,
  maxDetails,
  type CountedUse,
  type UsesReport,
} from "../../contract/uses/uses.ts";
import { isTrusted } from "../../config/read/ancestors.ts";
import { PathError } from "../../disk/roots.ts";
import { readText } from "../../disk/read.ts";
import { writeWhole } from "../../disk/write.ts";

// The record is beside the other output of `framework dev`, which no package contains. It names
// files of the developer, so no other user may read it.

/** The version of the format. A record of another one is discarded. */
const version = 1;

const text = v.pipe(v.string(), v.maxLength(longestDetail + 1));
const use = v.object({
  kind: v.picklist([
    "flag",
    "plugin",
    "fs",
    "fs.entries",
    "fs.listed",
    "fs.listedTree",
    "asset",
    "http",
    "program",
    "program.env",
    "sidecar",
    "open",
    "event",
  ]),
  outcome: v.picklist(["allowed", "granted", "refused"]),
  rule: v.string(),
  detail: text,
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  command: text,
  window: text,
});
const record = v.object({
  version: v.literal(version),
  sessions: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  first: v.pipe(v.string(), v.isoTimestamp()),
  last: v.pipe(v.string(), v.isoTimestamp()),
  /** The rules of these sessions' allowlists. */
  offered: v.array(v.string()),
  uses: v.array(use),
  overflown: v.array(v.string()),
});

/** The allowlist uses of pages, over all sessions of `framework dev`. */
export type UseRecord = Readonly<v.InferOutput<typeof record>>;

export type ReadRecord =
  | { readonly found: "one"; readonly record: UseRecord }
  | { readonly found: "none" }
  /** `why` follows the path. */
  | { readonly found: "unusable"; readonly why: string };

/** No record of ours is longer: each part of it is limited. */
const maxBytes = 32 * 1024 * 1024;
export const maxUses = 20_000;
const maxOffered = 5000;
/** Reports that wait for a disk. There are at most two per second. */
const maxWaiting = 100;

export function recordPath(outputFolder: string): string {
  return join(outputFolder, "dev", "uses.json");
}

/**
 * Reads the record, and no other file in its place: links are not followed, and pipes are not
 * waited for.
 */
export function readUseRecord(path: string): ReadRecord {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return { found: "none" };
  if (!there.isFile()) return { found: "unusable", why: "is no plain file" };
  if (!isTrusted([path], dirname(path)))
    return { found: "unusable", why: "belongs to another user" };
  try {
    return parsed(readText(path, { limit: maxBytes }));
  } catch (error) {
    const reason = error instanceof PathError ? error.why : (error as Error).message;
    return { found: "unusable", why: `cannot be read: ${reason}` };
  }
}

function parsed(content: string): ReadRecord {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { found: "unusable", why: "is damaged" };
  }
  const given = (value as { readonly version?: unknown } | null)?.version;
  if (typeof given === "number" && given !== version)
    return {
      found: "unusable",
      why: `is of format ${given}, and this version reads format ${version}`,
    };
  const result = v.safeParse(record, value);
  return result.success
    ? { found: "one", record: result.output }
    : { found: "unusable", why: "is no record of uses" };
}

/** Merges the record of one session of `framework dev` with earlier ones. */
export class RecordKeeper {
  readonly #path: string;
  readonly #say: (text: string) => void;
  #isNewSession = true;
  #hasSaid = false;
  /** Reports not written yet. */
  #waiting: readonly UsesReport[] = [];

  constructor(outputFolder: string, say: (text: string) => void) {
    this.#path = recordPath(outputFolder);
    this.#say = say;
  }

  /**
   * Adds a report of the app. If it cannot be written, the app continues, and the next report
   * retries.
   */
  add(report: UsesReport): void {
    this.#waiting = [...this.#waiting, report].slice(-maxWaiting);
    try {
      const read = readUseRecord(this.#path);
      if (read.found === "unusable")
        this.#say(
          `The record of the features that pages use, "${this.#path}", ${read.why}: it is started anew`,
        );
      const now = new Date().toISOString();
      let merged = read.found === "one" ? read.record : null;
      for (const [index, one] of this.#waiting.entries())
        merged = mergeUses(merged, one, { now, isNewSession: this.#isNewSession && index === 0 });
      writeWhole(this.#path, `${JSON.stringify(merged)}\n`, 0o600);
      this.#waiting = [];
      this.#isNewSession = false;
    } catch (error) {
      if (!this.#hasSaid)
        this.#say(`Cannot record the features that pages use: ${(error as Error).message}`);
      this.#hasSaid = true;
    }
  }
}

/**
 * A record with one more report. It is limited: excess entries mark their bucket as full, which
 * still explains as much.
 */
export function mergeUses(
  before: UseRecord | null,
  report: UsesReport,
  { now, isNewSession }: { readonly now: string; readonly isNewSession: boolean },
): UseRecord {
  const offered = new Set(report.offered);
  for (const word of before?.offered ?? []) if (offered.size < maxOffered) offered.add(word);
  const overflown = new Set([...(before?.overflown ?? []), ...report.overflown]);
  const buckets = new Map<string, Map<string, CountedUse>>();
  let total = 0;
  for (const one of [...(before?.uses ?? []), ...report.uses]) {
    const name = bucketOf(one);
    const bucket = buckets.get(name) ?? new Map<string, CountedUse>();
    buckets.set(name, bucket);
    const known = bucket.get(one.detail);
    if (known !== undefined) {
      bucket.set(one.detail, { ...known, count: known.count + one.count });
    } else if (bucket.size < maxDetails && total < maxUses && one.detail.length <= longestDetail) {
      bucket.set(one.detail, one);
      total++;
    } else {
      overflown.add(name);
    }
  }
  return {
    version,
    sessions: (before?.sessions ?? 0) + (isNewSession || before === null ? 1 : 0),
    first: before?.first ?? now,
    last: now,
    offered: [...offered],
    uses: [...buckets.values()].flatMap((bucket) => [...bucket.values()]),
    overflown: [...overflown],
  };
}
