import { globSync } from "node:fs";

/** A program that comes with Wine, as a file that can be copied. */
export function windowsProgram(name: string): string {
  const [found] = globSync(`/usr/lib/*/wine/x86_64-windows/${name}`);
  if (found === undefined) throw new Error(`Cannot find "${name}" of Wine`);
  return found;
}
