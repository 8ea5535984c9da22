/** The answer of a failed command: the codes are those of the WebDriver standard. */
export class Failure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
