/** What is shown for what was given as text: of an error, its message. */
export function textOf(given: string | Error): string {
  return given instanceof Error ? given.message : given;
}

/**
 * The words for anything: of an error its message, of what is no text what `String` makes of it.
 */
export function messageOf(given: unknown): string {
  return given instanceof Error ? given.message : String(given);
}

/**
 * The same for the text of a dialog. A text that is missing stays so, and the call is refused by
 * the name of the argument.
 */
export function shownText(given: unknown): string {
  return given === undefined ? (given as never) : messageOf(given);
}
