/** The number of words in a text, by the rules of the user's language. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike === true).length;
}
