let known: string[] | undefined;

/**
 * Who may sign servers' certificates: those that Bun brings along, and those that this machine
 * trusts. `fetch` knows of the second ones only with a variable that is set before the process
 * starts, and of neither of Node's ways to add some.
 */
export function authorities(): string[] {
  known ??= [...new Set([...tls().rootCertificates, ...trustedHere()])];
  return known;
}

/** Not imported: see `test/project/start-modules.test.ts`. */
const tls = () => process.getBuiltinModule("node:tls");

function trustedHere(): readonly string[] {
  try {
    const { getCACertificates } = tls();
    // The second ones: what NODE_EXTRA_CA_CERTS names.
    return [...getCACertificates("system"), ...getCACertificates("extra")];
  } catch (error) {
    process.stderr.write(
      `framework: cannot ask whom this machine trusts: ${(error as Error).message}\n`,
    );
    return [];
  }
}
