import type { Limit } from "../contract/limits.ts";

/** Text for C, which ends at the first NUL: it becomes the replacement character. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

/**
 * Text for display, truncated to a length that a screen could show: toolkits lay out everything
 * they get.
 */
export function shown(text: string, { most }: Limit): string {
  const cut = text.length <= most ? text : `${text.slice(0, most)}…`;
  return withoutNul(cut).toWellFormed();
}

/** The first lines of a text. */
export function firstLines(text: string, { most }: Limit): string {
  let end = -1;
  for (let line = 0; line < most; line++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text;
  }
  return `${text.slice(0, end)}…`;
}
