/**
 * The edit distance of two words: letters added, dropped, changed, or swapped with their neighbour;
 * `limit + 1` stands for anything above the limit.
 */
export function distance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let older: number[] = [];
  let old = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let best = Math.min(
        (old[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (old[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      ) {
        best = Math.min(best, (older[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    older = old;
    old = current;
  }
  return Math.min(old[to.length] ?? 0, limit + 1);
}

/**
 * None of our names is longer, and longer words are not searched: the comparison takes quadratic
 * time.
 */
const longestWord = 100;
const maxWords = 1000;

/** The words that were probably meant, nearest first, at most three. */
export function nearest(word: string, words: readonly string[]): string[] {
  if (word.length > longestWord) return [];
  const folded = fold(word);
  const limit = Math.min(4, Math.max(1, Math.floor(word.length / 3)));
  const ranked: { candidate: string; score: number }[] = [];
  for (const candidate of words.slice(0, maxWords)) {
    if (candidate.length > longestWord) continue;
    // `dev-path`, `dev_path` and `DEVPATH` are `devPath` in other conventions; a very short word is
    // recognized by these only.
    if (fold(candidate) === folded) ranked.push({ candidate, score: -1 });
    else {
      const score = distance(folded, fold(candidate), limit);
      if (score <= limit && score < candidate.length) ranked.push({ candidate, score });
    }
  }
  ranked.sort((a, b) => a.score - b.score);
  const best = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ score }) => score <= best)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

export function fold(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}
