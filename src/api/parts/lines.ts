/** So much text without a line break is passed on as it is. */
const longestLine = 1 << 20;

/**
 * Cuts text that comes in pieces into lines, each with the break that ends it: `\n`, `\r\n`, or a
 * `\r` alone, by which programs draw a line once more. Where the pieces were cut makes no
 * difference.
 */
export class Lines {
  #rest = "";

  /** The lines that are complete now. */
  add(text: string): string[] {
    this.#rest += text;
    const lines: string[] = [];
    let start = 0;
    // A "\r" at the end may be the first half of a "\r\n".
    for (const { 0: end, index } of this.#rest.matchAll(/\r\n|\n|\r(?!$)/g)) {
      lines.push(this.#rest.slice(start, index + end.length));
      start = index + end.length;
    }
    this.#rest = this.#rest.slice(start);
    if (this.#rest.length > longestLine) lines.push(...this.end());
    return lines;
  }

  /** What is left when no more text comes. */
  end(): string[] {
    const { length } = this.#rest;
    const lines = length === 0 ? [] : [this.#rest];
    this.#rest = "";
    return lines;
  }
}
