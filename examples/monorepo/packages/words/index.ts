/** How many words a text has, by the rules of the language that the user has. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike === true).length;
}
