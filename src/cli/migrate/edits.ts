/**
 * A replacement inside of a text: `start` and `end` are UTF-16 units of the text before any edit.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Makes all edits at once. Of two overlapping ones the first wins: the text of the other is gone.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  // In order, so that only neighbours can overlap.
  const taken: Edit[] = [];
  for (const edit of edits) {
    const at = firstFrom(taken, edit);
    const overlaps = [taken[at - 1], taken[at]].some(
      (one) =>
        one !== undefined &&
        ((edit.start < one.end && one.start < edit.end) ||
          (edit.start === one.start && edit.end === one.end)),
    );
    if (!overlaps) taken.splice(at, 0, edit);
  }
  let result = "";
  let at = 0;
  for (const edit of taken) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The position of an edit in a sorted list. */
function firstFrom(sorted: readonly Edit[], { start, end }: Edit): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle] as Edit;
    if (one.start < start || (one.start === start && one.end < end)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line starts of the last used text: callers query thousands of positions of one file. */
let lines: { text: string; readonly starts: readonly number[] } = { text: "", starts: [0] };

/** The line of a position, counted from 1. */
export function lineAt(text: string, position: number): number {
  if (lines.text !== text) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1))
      starts.push(at + 1);
    lines = { text, starts };
  }
  // Another copy of it would be compared letter by letter the next time, too.
  lines.text = text;
  let low = 0;
  let high = lines.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines.starts[middle] as number) <= position) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
