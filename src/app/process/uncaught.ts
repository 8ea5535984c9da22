import { FrameworkError, plainError } from "../../contract/errors.ts";
import type { Exit } from "./exit.ts";

/** Thrown by `process.exit`, whose caller must not go on. It is no failure of anybody. */
class Ending extends Error {
  override readonly name = "Ending";
}

/**
 * Makes the app thread end the app as a process of its own would end: on an uncaught error, with
 * its stack on standard error and exit code 1; and by `process.exit`. A Worker alone does neither:
 * the first would end it without a word, the second would end only the Worker, and the windows
 * would stay.
 */
export function endAppWithThread(exit: Exit): void {
  const uncaught = (error: unknown): void => failApp(exit, error);
  process.on("uncaughtException", uncaught);
  process.on("unhandledRejection", uncaught);
  // oxlint-disable-next-line no-restricted-properties -- replaced here, called nowhere
  process.exit = (code) => {
    // It refuses what is no code, and so does the real one.
    if (code !== undefined && code !== null) process.exitCode = code;
    // 32 bits are what systems take.
    void exit.quit(Number(process.exitCode ?? 0) | 0);
    throw new Ending("The app is ending");
  };
}

/** Takes an error that nothing has caught; see `AppErrors`. */
export function failApp(exit: Exit, error: unknown): void {
  exit.errors.codeFailed(error);
}

/** Whether this is no failure, but the way out of a caller of `process.exit`. */
export function isEnding(error: unknown): boolean {
  return error instanceof Ending;
}

/** What a terminal is told of an error, whatever it is made of. */
export function describeError(error: unknown): string {
  try {
    return described(error, new Set());
  } catch {
    // Its fields throw.
    return plainError(error).message;
  }
}

/** @param reported the errors that it is the cause of */
function described(error: unknown, reported: Set<unknown>): string {
  // A module that cannot be parsed or found: Bun shows each place in it. What is wrong in one place
  // only comes alone.
  if (error instanceof AggregateError)
    return [error.message, ...error.errors.map((one) => Bun.inspect(one))].join("\n");
  if (error instanceof BuildMessage || error instanceof ResolveMessage) return Bun.inspect(error);
  // What the machine lacks is no fault of a line of code.
  if (error instanceof FrameworkError && error.code === "unavailable") return error.message;
  if (!(error instanceof Error)) return `Uncaught: ${Bun.inspect(error)}`;
  const text = error.stack ?? `${error.name}: ${error.message}`;
  const { cause } = error;
  reported.add(error);
  return cause === undefined || reported.has(cause)
    ? text
    : `${text}\nCaused by: ${described(cause, reported)}`;
}
