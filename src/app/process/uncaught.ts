import { FrameworkError, plainError } from "../../contract/errors.ts";
import type { Exit } from "./exit.ts";

/** Thrown by `process.exit`, whose caller must not continue. It is no error. */
class Ending extends Error {
  override readonly name = "Ending";
}

/**
 * Makes the app thread end the app as a process of its own would end: on an uncaught error, with
 * its stack on standard error and exit code 1; and by `process.exit`. A Worker alone does neither:
 * the error would end it silently, and `process.exit` would end only the Worker, while the windows
 * would stay.
 */
export function endAppWithThread(exit: Exit): void {
  const uncaught = (error: unknown): void => failApp(exit, error);
  process.on("uncaughtException", uncaught);
  process.on("unhandledRejection", uncaught);
  // oxlint-disable-next-line no-restricted-properties -- replaced here, called nowhere
  process.exit = (code) => {
    // The setter rejects an invalid code, as the real call does.
    if (code !== undefined && code !== null) process.exitCode = code;
    // Systems accept 32 bits.
    void exit.quit(Number(process.exitCode ?? 0) | 0);
    throw new Ending("The app is ending");
  };
}

/** Takes an error that nothing has caught; see `AppErrors`. */
export function failApp(exit: Exit, error: unknown): void {
  exit.errors.codeFailed(error);
}

/** Whether this is no failure, but the exit of a caller of `process.exit`. */
export function isEnding(error: unknown): boolean {
  return error instanceof Ending;
}

/** The text of an error for a terminal, whatever its form. */
export function describeError(error: unknown): string {
  try {
    return described(error, new Set());
  } catch {
    // Its fields throw.
    return plainError(error).message;
  }
}

/** @param reported the errors whose cause it is */
function described(error: unknown, reported: Set<unknown>): string {
  // A module that cannot be parsed or found: Bun shows each position. A single error comes alone.
  if (error instanceof AggregateError)
    return [error.message, ...error.errors.map((one) => Bun.inspect(one))].join("\n");
  if (error instanceof BuildMessage || error instanceof ResolveMessage) return Bun.inspect(error);
  // A missing feature of the machine is no fault of a line of code.
  if (error instanceof FrameworkError && error.code === "unavailable") return error.message;
  if (!(error instanceof Error)) return `Uncaught: ${Bun.inspect(error)}`;
  const text = error.stack ?? `${error.name}: ${error.message}`;
  const { cause } = error;
  reported.add(error);
  return cause === undefined || reported.has(cause)
    ? text
    : `${text}\nCaused by: ${described(cause, reported)}`;
}
