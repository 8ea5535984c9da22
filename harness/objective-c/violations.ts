// The app's mistakes that Apple's runtime would not have forgiven. Each is thrown where it happens,
// and also kept, so a test fails even if the error was caught.

const seen: string[] = [];

/** Keeps a mistake, where it cannot be thrown. */
export function note(what: string): Error {
  const error = new Error(what);
  const where = (error.stack ?? "")
    .split("\n")
    .filter((line) => /\/(src\/native|test)\//.test(line));
  seen.push([what, ...where.slice(0, 6).map((line) => line.trim())].join("\n  "));
  return error;
}

export function refuse(what: string): never {
  throw note(what);
}

/** The mistakes since the last call. */
export function takeViolations(): string[] {
  return seen.splice(0);
}
