/** What hosts are called that ours is compared with, the first that a row has. `Bun` is Bun alone. */
const yardsticks = ["C", "Bun"];

/** What each row should stay below. */
const aims: Readonly<Record<string, string>> = {
  "start of process to first paint (ms)": "ratio ≤ 1.08",
  "round trip, string 64 B (µs)": "ratio ≤ 1.35",
  "another window, asked to painted (ms)": "≤ 30 ms",
  "memory of the process tree, idle (MB)": "≤ baseline + 20 MB",
  "wake-ups of the host process, idle (per s)": "none of ours",
  "check a path against 100 patterns, links followed (µs)": "≤ 20 µs",
  "dispatch of a call, memory platform (µs)": "≤ 15 µs",
  "check a configuration of 2,000 lines (ms)": "≤ 25 ms",
  "framework build to an executable (s)": "≤ 1.5 s",
  "framework dev: main.ts saved to the page's first answer (ms)": "≤ 300 ms",
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Measured values, by row and column. */
export class Table {
  readonly #rows = new Map<string, Map<string, number[]>>();

  add(row: string, column: string, value: number): void {
    const values = this.#rows.get(row) ?? new Map<string, number[]>();
    this.#rows.set(row, values);
    values.set(column, [...(values.get(column) ?? []), value]);
  }

  /** As Markdown: medians, and the ratio of ours to its yardstick. */
  render(): string {
    const named = new Set([...this.#rows.values()].flatMap((values) => [...values.keys()]));
    const columns = [...yardsticks.filter((name) => named.delete(name)), ...named];
    const lines = [
      ["", ...columns, "ratio", "aim"],
      ["---", ...columns.map(() => "--:"), "--:", "---"],
      ...[...this.#rows].map(([row, values]) => {
        const figureOf = (column: string): number => median(values.get(column) ?? []);
        const base = yardsticks.find((name) => values.has(name));
        const ratio = base === undefined ? Number.NaN : figureOf("framework") / figureOf(base);
        return [row, ...columns.map((column) => figure(figureOf(column))), figure(ratio, 2), aims[row] ?? ""];
      }),
    ];
    return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  }
}

function figure(value: number, digits = value < 10 ? 1 : 0): string {
  return Number.isNaN(value) ? "" : value.toFixed(digits);
}
