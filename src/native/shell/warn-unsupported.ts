/** Warns once per field that it has no effect on this system. */
export type WarnUnsupported = (field: string, reason: string) => void;

/** @param system its name for people */
export function unsupportedOn(system: string): WarnUnsupported {
  const output = new Set<string>();
  return (field, reason) => {
    if (output.has(field)) return;
    output.add(field);
    process.stderr.write(`framework: ${field} has no effect on ${system}: ${reason}\n`);
  };
}
