import type { Limit } from "../contract/limits.ts";

/** Text for C, which takes the first NUL for the end: it becomes the sign for "not a character". */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

/** Text as it is shown, cut where no screen could show it: toolkits lay out all they are given. */
export function shown(text: string, { most }: Limit): string {
  const cut = text.length <= most ? text : `${text.slice(0, most)}…`;
  return withoutNul(cut).toWellFormed();
}

/** No more lines than so many. */
export function firstLines(text: string, { most }: Limit): string {
  let end = -1;
  for (let line = 0; line < most; line++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text;
  }
  return `${text.slice(0, end)}…`;
}
