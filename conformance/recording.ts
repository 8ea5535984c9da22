import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { System } from "../src/contract/target.ts";
import { thisMachine } from "../test/support/this-machine.ts";
import { readMachine } from "./machine.ts";
import { renderPage } from "./report-page.ts";
import {
  countOf,
  summaryOf,
  type CaseResult,
  type MachineFacts,
  type Part,
  type Recorder,
  type Report,
} from "./report.ts";

const reportName = "conformance-report";

/** A run in progress. It prints each case when the case ends, and writes the report at the end. */
export class Recording {
  readonly #folder: string;
  readonly #pictures: string;
  readonly #begun = new Date();
  readonly #parts: Part[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    this.#pictures = join(folder, "pictures");
    rmSync(this.#pictures, { recursive: true, force: true });
    mkdirSync(this.#pictures, { recursive: true });
  }

  /** Begins a part. */
  readonly record = ({ name, shows }: Omit<Part, "cases">): Recorder => {
    const cases: CaseResult[] = [];
    this.#parts.push({ name, shows, cases });
    console.log(`\n${name}`);
    return {
      folder: this.#pictures,
      add: (one) => {
        cases.push(one);
        print(one);
      },
    };
  };

  /**
   * Writes the report.
   *
   * @param more further facts about the machine for readers of the report
   * @returns the exit code: 0 when something passed and nothing failed
   */
  write(system: System, more: MachineFacts = {}): number {
    const report: Report = {
      format: 1,
      begun: this.#begun.toISOString(),
      seconds: Math.round((Date.now() - this.#begun.getTime()) / 1000),
      system,
      machine: { ...more, ...readMachine(thisMachine.system) },
      parts: this.#parts,
    };
    const file = join(this.#folder, reportName);
    writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`);
    writeFileSync(`${file}.html`, renderPage(report, this.#pictures));
    console.log(`\n${summaryOf(report)}\n${file}.html\n${file}.json`);
    const { passed, failed } = countOf(report);
    return failed === 0 && passed > 0 ? 0 : 1;
  }
}

function print({ name, outcome, milliseconds, text }: CaseResult): void {
  const time = milliseconds === null ? "" : ` (${Math.round(milliseconds)} ms)`;
  const words = text === null ? "" : `\n${text.replaceAll(/^/gm, "    ")}`;
  console.log(`  ${outcome} ${name}${time}${words}`);
}
