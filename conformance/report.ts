import type { System } from "../src/contract/target.ts";

/** The result of a case. */
export type Outcome = "passed" | "failed" | "skipped";

export interface CaseResult {
  /** A statement that is true if the case passes. */
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

/** Facts about the machine of a report: labels and their values. */
export type MachineFacts = Readonly<Record<string, string>>;

export interface Report {
  /** Gets a higher number when a field changes its meaning. */
  readonly format: 1;
  /** `2026-11-28T16:00:00.000Z` */
  readonly begun: string;
  readonly seconds: number;
  readonly system: System;
  readonly machine: MachineFacts;
  readonly parts: readonly Part[];
}

/** Receives the results of a part, and names the folder for its pictures. */
export interface Recorder {
  /** The folder for the pictures. */
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

/** Results of cases that are skipped for the same reason. */
export function skipped(names: readonly string[], reason: string): CaseResult[] {
  return names.map((name) => ({
    name,
    outcome: "skipped",
    milliseconds: null,
    text: reason,
    picture: null,
  }));
}
