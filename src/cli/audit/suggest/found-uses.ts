import { bucketOf, offer, type CountedUse, type UseKind } from "../../../contract/uses/uses.ts";
import type { UseRecord } from "../../project/use-record.ts";

/** The uses in a record, by rules of the configuration. */
export class FoundUses {
  readonly #offered: ReadonlySet<string>;
  readonly #full: ReadonlySet<string>;
  readonly #byBucket = new Map<string, CountedUse[]>();

  constructor(record: UseRecord) {
    this.#offered = new Set(record.offered);
    this.#full = new Set(record.overflown);
    for (const use of record.uses) {
      const name = bucketOf(use);
      const bucket = this.#byBucket.get(name) ?? [];
      bucket.push(use);
      this.#byBucket.set(name, bucket);
    }
  }

  /** Whether the app ran with this rule: for a later one the record has no data. */
  wasOffered(kind: UseKind | "all", rule: string): boolean {
    return this.#offered.has(offer(kind, rule));
  }

  /** The rules that admitted uses. */
  rulesOf(kind: UseKind): readonly string[] {
    const uses = [...this.#byBucket.values()].flatMap(([first]) => first ?? []);
    return uses
      .filter((use) => use.kind === kind && use.outcome === "allowed")
      .map(({ rule }) => rule);
  }

  /** The uses that a rule admitted. */
  by(kind: UseKind, rule: string): readonly CountedUse[] {
    return this.#byBucket.get(bucketOf({ kind, outcome: "allowed", rule })) ?? [];
  }

  /** The uses admitted by rules that the configuration no longer has. */
  byOthers(kind: UseKind, rules: readonly string[]): readonly CountedUse[] {
    const uses = [...this.#byBucket.values()].flat();
    return uses.filter(
      (use) => use.kind === kind && use.outcome === "allowed" && !rules.includes(use.rule),
    );
  }

  /** Whether a rule that the configuration no longer has admitted more uses than were kept. */
  areOthersFull(kind: UseKind, rules: readonly string[]): boolean {
    const own = new Set(rules.map((rule) => bucketOf({ kind, outcome: "allowed", rule })));
    const start = bucketOf({ kind, outcome: "allowed", rule: "" }).slice(0, -3);
    return [...this.#full].some((bucket) => bucket.startsWith(start) && !own.has(bucket));
  }

  /** Whether a rule admitted more uses than were kept. */
  isFull(kind: UseKind, rule: string): boolean {
    return this.#full.has(bucketOf({ kind, outcome: "allowed", rule }));
  }
}

/** "12 times, first by fs.readTextFile in window "main"". */
export function usedText(uses: readonly CountedUse[]): string {
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  const [first] = uses;
  const place =
    first === undefined
      ? ""
      : `, first by ${first.command} in window ${JSON.stringify(first.window)}`;
  return `${timesText(count)}${place}`;
}

export function timesText(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
