// A unified diff, as `patch -p1` and `git apply` read it. Source: POSIX.1-2024, diff, "Diff -u
// Output Format".

const context = 3;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** The difference between two texts of a file; `""`: there is none. */
export function unifiedDiff(name: string, before: string, after: string): string {
  const lines = compared(linesOf(before), linesOf(after));
  const changed = lines.flatMap(({ sign }, at) => (sign === " " ? [] : [at]));
  if (changed.length === 0) return "";
  const hunks: { from: number; to: number }[] = [];
  for (const at of changed) {
    const [from, to] = [Math.max(0, at - context), Math.min(lines.length, at + context + 1)];
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return `--- a/${name}\n+++ b/${name}\n${hunks.map(({ from, to }) => hunkText(lines, from, to)).join("")}`;
}

function hunkText(lines: readonly Line[], from: number, to: number): string {
  const count = (part: readonly Line[], other: "-" | "+"): number =>
    part.filter(({ sign }) => sign !== other).length;
  const range = (other: "-" | "+"): string => {
    const length = count(lines.slice(from, to), other);
    const start = count(lines.slice(0, from), other);
    return `${length === 0 ? start : start + 1},${length}`;
  };
  const body = lines.slice(from, to).map(({ sign, text }) => {
    const isEnded = text.endsWith("\n");
    return `${sign}${text}${isEnded ? "" : "\n\\ No newline at end of file\n"}`;
  });
  return `@@ -${range("+")} +${range("-")} @@\n${body.join("")}`;
}

/** With their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * Both texts merged, by their longest common subsequence of lines. A configuration is short, and
 * most of it is equal.
 */
function compared(before: readonly string[], after: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const old = before.slice(start, before.length - end);
  const next = after.slice(start, after.length - end);
  const same = (text: string): Line => ({ sign: " ", text });
  return [
    ...before.slice(0, start).map(same),
    ...differing(old, next),
    ...before.slice(before.length - end).map(same),
  ];
}

function differing(old: readonly string[], next: readonly string[]): readonly Line[] {
  // The length of the common subsequence, for each pair of suffixes.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    const row = common[i] as Uint32Array;
    for (let j = next.length - 1; j >= 0; j--)
      row[j] = old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      lines.push({ sign: " ", text: old[i++] as string });
      j++;
    } else if (i < old.length && (j === next.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: "-", text: old[i++] as string });
    } else {
      lines.push({ sign: "+", text: next[j++] as string });
    }
  }
  return lines;
}
