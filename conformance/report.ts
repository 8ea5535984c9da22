import type { System } from "../src/contract/target.ts";

/** How a case ended. */
export type Outcome = "passed" | "failed" | "skipped";

export interface CaseResult {
  /** True when it passes. */
  readonly name: string;
  readonly outcome: Outcome;
  readonly milliseconds: number | null;
  /** Of a failed case: the error. Of a skipped one: the reason. */
  readonly text: string | null;
  /** The name of a picture in the report's folder; `null`: there is none. */
  readonly picture: string | null;
}

export interface Part {
  readonly name: string;
  /** One sentence for readers of the report. */
  readonly shows: string;
  readonly cases: readonly CaseResult[];
}

/** The machine that a report is about: a label and a value each. */
export type MachineFacts = Readonly<Record<string, string>>;

export interface Report {
  /** Raised when a field changes its meaning. */
  readonly format: 1;
  /** `2026-11-28T16:00:00.000Z` */
  readonly begun: string;
  readonly seconds: number;
  readonly system: System;
  readonly machine: MachineFacts;
  readonly parts: readonly Part[];
}

/** What a run adds to a part, and where its pictures go. */
export interface Recorder {
  /** Of the pictures. */
  readonly folder: string;
  readonly add: (result: CaseResult) => void;
}

export function countOf(report: Pick<Report, "parts">): Readonly<Record<Outcome, number>> {
  const all = report.parts.flatMap(({ cases }) => cases);
  const count = (wanted: Outcome): number => all.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/** `46 passed, 0 failed, 2 skipped` */
export function summaryOf(report: Pick<Report, "parts">): string {
  const { passed, failed, skipped } = countOf(report);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Skips cases for one reason. */
export function skipped(names: readonly string[], reason: string): CaseResult[] {
  return names.map((name) => ({
    name,
    outcome: "skipped",
    milliseconds: null,
    text: reason,
    picture: null,
  }));
}
