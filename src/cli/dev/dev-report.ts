import { UserError } from "../terminal.ts";

/** A line of `framework dev --json`. Paths are absolute. */
export type DevReport =
  | {
      /** A process of the app has opened its windows. */
      readonly event: "started";
      /** The address of its pages. `null`: the app reads them from files. */
      readonly address: string | null;
    }
  /** Own code runs anew in the same process. */
  | { readonly event: "restarted"; readonly file: string; readonly ms: number }
  | { readonly event: "reloaded"; readonly file: string }
  /** The mistakes in the types of own code; none: they are right. */
  | { readonly event: "types"; readonly problems: readonly string[] }
  | { readonly event: "error"; readonly message: string }
  /** The last line. */
  | { readonly event: "ended"; readonly code: number };

/** The message of an error in the configuration, whose problems are on standard error. */
const wrongConfiguration = "The configuration has problems: npx framework config --json lists them";

export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === "" ? wrongConfiguration : message;
}

/** Runs a session, and reports its end. */
export async function untilEnd(
  report: (report: DevReport) => void,
  run: () => Promise<number>,
): Promise<number> {
  try {
    const code = await run();
    report({ event: "ended", code });
    return code;
  } catch (error) {
    report({ event: "error", message: messageOf(error) });
    report({ event: "ended", code: error instanceof UserError ? error.exitCode : 1 });
    throw error;
  }
}
