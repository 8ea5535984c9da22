// What the app did that Apple's runtime would not have forgiven. Each is thrown where it happens,
// and kept besides: a test fails of it also when somebody caught it.

const seen: string[] = [];

/** Keeps what was wrong, where nobody can be thrown at. */
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

/** What was wrong since the last call. */
export function takeViolations(): string[] {
  return seen.splice(0);
}
