import type * as v from "valibot";
import type { AllowlistFlag } from "./allowlist.ts";

/** One row of the command table. */
export interface Command<Args extends v.GenericSchema, Result> {
  /**
   * The allowlist flag that opens it; `null`: open to every page that may call built-in commands.
   */
  readonly flag: AllowlistFlag | null;
  readonly args: Args;
  /** Carries the type that the promise resolves with; never present. */
  readonly result?: () => Result;
}

/**
 * A row whose promise resolves with `Result`:
 * `command<boolean>()("fs.exists", v.strictObject({ … }))`.
 */
export function command<Result>() {
  return <const Args extends v.GenericSchema>(
    flag: AllowlistFlag | null,
    args: Args,
  ): Command<Args, Result> => ({
    flag,
    args,
  });
}
