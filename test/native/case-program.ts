import { patience } from "../../harness/wait.ts";
import type { CaseLine } from "./run-cases.ts";

/** Writes a line for the test that started this program. */
export const tell = (line: CaseLine): void => console.log(JSON.stringify(line));

/**
 * The value of the program's first argument: the number of the first case, or a word in the names
 * of the wanted cases.
 */
export function chosenCases<C extends { readonly name: string }>(
  cases: readonly C[],
): readonly C[] {
  const [wanted = "0"] = process.argv.slice(2);
  return /^\d+$/.test(wanted)
    ? cases.slice(Number(wanted))
    : cases.filter(({ name }) => name.includes(wanted));
}

/** The error with its place. */
function textOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/**
 * Runs a case, and reports its beginning and its end: `null`, or the error.
 *
 * @param pause waits by the loop of the platform: Bun's own timers stand still while it runs
 */
export function runCase(
  name: string,
  run: () => Promise<void>,
  pause: (milliseconds: number) => Promise<void>,
): Promise<string | null> {
  tell({ begins: name });
  const tooLong = pause(patience).then(() =>
    Promise.reject(new Error(`It took more than ${patience} ms`)),
  );
  return Promise.race([run(), tooLong]).then(() => null, textOf);
}
