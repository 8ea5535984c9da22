/** The names of the hosts for comparison, the first that a row has. `Bun` is Bun alone. */
const yardsticks = ["C", "Bun"];

/** The target of each row. */
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

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Measured values, by row and column. */
export class Table {
  readonly #rows = new Map<string, Map<string, number[]>>();

  add(row: string, column: string, value: number): void {
    const values = this.#rows.get(row) ?? new Map<string, number[]>();
    this.#rows.set(row, values);
    values.set(column, [...(values.get(column) ?? []), value]);
  }

  /** As Markdown: medians, with their ratio to the yardstick's in brackets. */
  render(): string {
    const named = new Set([...this.#rows.values()].flatMap((values) => [...values.keys()]));
    const columns = [...yardsticks.filter((name) => named.delete(name)), ...named];
    const lines = [
      ["", ...columns, "aim"],
      ["---", ...columns.map(() => "--:"), "---"],
      ...[...this.#rows].map(([row, values]) => {
        const base = yardsticks.find((name) => values.has(name));
        const cell = (column: string): string => {
          const value = median(values.get(column) ?? []);
          const ratio =
            base === undefined || base === column
              ? Number.NaN
              : value / median(values.get(base) ?? []);
          return Number.isNaN(ratio) ? figure(value) : `${figure(value)} (${ratio.toFixed(2)})`;
        };
        return [row, ...columns.map(cell), aims[row] ?? ""];
      }),
    ];
    return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  }
}

function figure(value: number): string {
  return Number.isNaN(value) ? "" : value.toFixed(value < 10 ? 1 : 0);
}
