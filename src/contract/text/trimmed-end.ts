/**
 * A text without what stands at its end of some characters. An expression such as `/[. ]+$/` would
 * begin anew at each of a run of them, and read to the end of the run each time.
 */
export function trimmedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
