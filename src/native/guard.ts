import { drainMicrotasks } from "bun:jsc";

/** Receives uncaught errors. */
export type Reporter = (thrown: unknown) => void;

let report: Reporter = (thrown) => {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  process.stderr.write(`${text}\n`);
};

/** From now on, errors that leave a native callback go to `reporter`. It must not throw. */
export function reportUncaughtTo(reporter: Reporter): void {
  report = reporter;
}

/** Ends the app with an error, as an uncaught one does: an indispensable resource is gone. */
export function endApp(error: Error): void {
  report(error);
}

/**
 * The one wrapper around every callback of a toolkit.
 *
 * - An exception that left a callback would stay pending in the engine, and silently disable every
 *   later callback. It is reported instead, and the toolkit gets 0.
 * - While a native loop runs, Bun never takes its own turn, so promises continue only here.
 */
export function guard<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R | 0 {
  return (...args) => {
    try {
      return run(...args);
    } catch (error) {
      report(error);
      return 0;
    } finally {
      drainMicrotasks();
    }
  };
}
