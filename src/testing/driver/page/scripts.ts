import { Failure } from "./failure.ts";
import { fromJson, toJson } from "./json.ts";
import { contextOf } from "./nodes.ts";

interface ScriptCall {
  readonly frame: string | null;
  readonly args: readonly unknown[];
  readonly isAsync: boolean;
}

/**
 * Runs a script of a test. Source: WebDriver, "Executing Script".
 *
 * @param make makes the function, with the globals of the frame
 */
export async function runScript(
  { frame, args, isAsync }: ScriptCall,
  make: () => (...args: unknown[]) => unknown,
): Promise<unknown> {
  const context = contextOf(frame);
  const given = args.map((arg) => fromJson(arg, context));
  const call = async (): Promise<unknown> => {
    const run = make();
    if (!isAsync) return await run.apply(context, given);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const result = run.apply(context, [...given, resolve]) as PromiseLike<unknown> | undefined;
    if (typeof result?.then === "function") result.then(resolve, reject);
    return await promise;
  };
  let value: unknown;
  try {
    value = await call();
  } catch (error) {
    const { name = "Error", message = String(error) } = (error ?? {}) as Partial<Error>;
    throw new Failure("javascript error", `${name}: ${message}`);
  }
  return toJson(value);
}
