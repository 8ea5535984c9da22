let known: string[] | undefined;

/**
 * The certificate authorities for servers: those that Bun ships, and those that this machine
 * trusts. `fetch` knows the second ones only through a variable that is set before the process
 * starts, and supports neither of Node's ways to add some.
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
    // The second ones: the file of NODE_EXTRA_CA_CERTS.
    return [...getCACertificates("system"), ...getCACertificates("extra")];
  } catch (error) {
    process.stderr.write(
      `framework: cannot ask whom this machine trusts: ${(error as Error).message}\n`,
    );
    return [];
  }
}
