import { UserError } from "../terminal.ts";

/**
 * Reports problems that the bundler finds only while it works: two files with one path, a script
 * that cannot be compiled, a certificate that is refused. The bundler throws them as plain errors.
 * Errors of other kinds are our own mistakes, and errors of the system have their own messages.
 */
export async function reported<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "Error" || "code" in error) throw error;
    throw UserError.of(error);
  }
}
