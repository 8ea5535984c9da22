/** What is shown for what was given as text: of an error, its message. */
export function textOf(given: string | Error): string {
  return given instanceof Error ? given.message : given;
}

/** Why something failed, in words. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
