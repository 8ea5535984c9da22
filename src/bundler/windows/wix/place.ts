/** Where something stands in a source of the installer's description. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Something in a source that cannot be used; the message begins with where it stands. */
export class WixError extends Error {
  constructor({ file, line, column }: Place, message: string, options?: ErrorOptions) {
    super(`${file}:${line}:${column}: ${message}`, options);
  }
}
