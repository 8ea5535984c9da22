import { UserError } from "../terminal.ts";

/** The port of an option. @throws UserError when it is invalid */
export function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new UserError(`Cannot use port "${text}": it must be a number from 1 to 65535`);
}
