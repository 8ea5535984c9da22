/** As many and as long as a person reads. */
export const maxLines = 100;
const longestLine = 1000;

/** The first lines of a list, truncated if they are long, and one that counts the others. */
export function firstLines(lines: readonly string[], longest = longestLine): string[] {
  const shown = lines.slice(0, maxLines).map((line) => shortened(line, longest));
  const others = lines.length - shown.length;
  return others === 0 ? shown : [...shown, others === 1 ? "and one more" : `and ${others} more`];
}

function shortened(line: string, longest: number): string {
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
}
