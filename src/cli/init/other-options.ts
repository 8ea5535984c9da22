import { UserError } from "../terminal.ts";

/**
 * Refuses options of `framework init` that would have no effect.
 * @param others the options beside the known ones
 * @param mode the option that they do not go with
 */
export function refuseOthers(others: object, mode: string): void {
  const [other] = Object.keys(others);
  if (other === undefined) return;
  const option = other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UserError(
    `Cannot use --${option} with ${mode}: it is for an application that init makes by itself`,
  );
}
