/** Says in the log, once for each field, that it does nothing here. */
export type WarnUnsupported = (field: string, reason: string) => void;

/** @param system as a person calls it */
export function unsupportedOn(system: string): WarnUnsupported {
  const output = new Set<string>();
  return (field, reason) => {
    if (output.has(field)) return;
    output.add(field);
    process.stderr.write(`framework: ${field} has no effect on ${system}: ${reason}\n`);
  };
}
