import { UserError } from "../terminal.ts";

/** The port that an option names. @throws UserError when it is none */
export function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new UserError(`Cannot use port "${text}": it must be a number from 1 to 65535`);
}
