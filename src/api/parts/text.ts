/** The displayed form of a text argument: for an error, its message. */
export function textOf(given: string | Error): string {
  return given instanceof Error ? given.message : given;
}

/** The text of any value: for an error its message, for other values the result of `String`. */
export function messageOf(given: unknown): string {
  return given instanceof Error ? given.message : String(given);
}

/**
 * The same for the text of a dialog. A missing text stays missing, and the call is rejected by the
 * name of the argument.
 */
export function shownText(given: unknown): string {
  return given === undefined ? (given as never) : messageOf(given);
}
