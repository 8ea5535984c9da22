/**
 * A text without the given characters at its end. An expression such as `/[. ]+$/` would restart at
 * each character of a run, and read to the end of the run each time.
 */
export function trimmedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
