/** The last days up to today, as "2026-11-28", the oldest first. */
export function lastDays(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date();
    day.setDate(day.getDate() - (count - 1 - index));
    return day.toLocaleDateString("sv");
  });
}

/** The number of days in a row up to today, which may still be open. */
export function streak(done: readonly string[]): number {
  const [today = "", ...before] = lastDays(365).toReversed();
  let count = done.includes(today) ? 1 : 0;
  for (const day of before) {
    if (!done.includes(day)) break;
    count += 1;
  }
  return count;
}
