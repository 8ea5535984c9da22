/** Text of this length without a line break is passed on unsplit. */
const longestLine = 1 << 20;

/**
 * Splits text that comes in pieces into lines, each with its line break: `\n`, `\r\n`, or a single
 * `\r`, by which programs redraw a line. The boundaries of the pieces make no difference.
 */
export class Lines {
  #rest = "";

  /** The complete lines so far. */
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

  /** The rest when no more text comes. */
  end(): string[] {
    const { length } = this.#rest;
    const lines = length === 0 ? [] : [this.#rest];
    this.#rest = "";
    return lines;
  }
}
