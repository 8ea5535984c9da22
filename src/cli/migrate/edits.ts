/** A replacement inside of a text: `start` and `end` are UTF-16 units of the text before any edit. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes all edits at once. Of two that overlap the first one given wins: the other was made for what is gone. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const taken: Edit[] = [];
  for (const edit of edits) {
    const overlaps = taken.some((one) => edit.start < one.end && one.start < edit.end);
    const isTwice = taken.some((one) => edit.start === one.start && edit.end === one.end);
    if (!overlaps && !isTwice) taken.push(edit);
  }
  taken.sort((one, other) => one.start - other.start || one.end - other.end);
  let result = "";
  let at = 0;
  for (const edit of taken) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The line of a position, counted from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
