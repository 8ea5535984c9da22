/** A position in a source of the installer's description. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An error in a source; the message begins with its position. */
export class WixError extends Error {
  constructor({ file, line, column }: Place, message: string, options?: ErrorOptions) {
    super(`${file}:${line}:${column}: ${message}`, options);
  }
}
