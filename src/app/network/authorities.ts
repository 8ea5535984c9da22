import { getCACertificates, rootCertificates } from "node:tls";

let known: string[] | undefined;

/**
 * Who may sign servers' certificates: those that Bun brings along, and those that this machine trusts. `fetch` knows of
 * the second ones only with a variable that is set before the process starts, and of neither of Node's ways to add some.
 */
export function authorities(): string[] {
  known ??= [...new Set([...rootCertificates, ...trustedHere()])];
  return known;
}

function trustedHere(): readonly string[] {
  try {
    // The second ones: what NODE_EXTRA_CA_CERTS names.
    return [...getCACertificates("system"), ...getCACertificates("extra")];
  } catch (error) {
    process.stderr.write(`framework: cannot ask whom this machine trusts: ${(error as Error).message}\n`);
    return [];
  }
}
