import type { App } from "./app.ts";
import {
  checkStandard,
  type InputOf,
  type OutputOf,
  type StandardSchema,
} from "./standard-schema.ts";

/** The facts about a call for a command of the app itself. */
export interface AppCommandContext<State = unknown> {
  /** The name it was called by. */
  readonly command: string;
  /** The label of the window that called. */
  readonly window: string;
  /** Aborted when the page that called closes. */
  readonly signal: AbortSignal;
  /**
   * Emits an event to the page that called, and to no other: not to the next page in its window,
   * nor to another window. It reaches the page's listeners, those before the command's end also
   * before its result, and has no effect after the page has closed, which `signal` reports.
   */
  readonly emit: (event: string, payload?: unknown) => void;
  /** The result of the app's `state`. */
  readonly state: State;
  readonly app: App<State>;
}

/**
 * A command of the app itself. Its result reaches the page as JSON, bytes (an `ArrayBuffer` or a
 * view of one) as a `Uint8Array`, a `Map` as an object, a `Set` as a list; an error rejects the
 * page's promise with its message and the code `command-failed`, or with the code of a
 * `FrameworkError`. A thrown object or text, and the own fields of a thrown `Error`, arrive as
 * `data`.
 */
export type AppCommand<State = never> = (args: never, context: AppCommandContext<State>) => unknown;

export type AppCommands<State = never> = Readonly<Record<string, AppCommand<State>>>;

/** A command as it is called: its arguments come from a page. */
export type AnyCommand = (args: unknown, context: AppCommandContext) => unknown;

/**
 * Makes a command whose arguments are checked before it runs. A call with wrong arguments fails
 * with the code `bad-argument` and the names of the wrong fields.
 *
 * Calls of one page reach their handlers in the order in which the page made them. An asynchronous
 * schema is the exception: its handler runs when the schema has answered, and later calls may run
 * before it.
 *
 * @param options `args`: a schema of Valibot, Zod, ArkType or another library that follows the
 *   Standard Schema
 *
 * @example
 * greet: command({ args: v.object({ name: v.string() }) }, ({ name }) => `Hello, ${name}!`),
 */
export function command<Schema extends StandardSchema, Result, State = unknown>(
  { args: schema }: { readonly args: Schema },
  handler: (args: OutputOf<Schema>, context: AppCommandContext<State>) => Result | Promise<Result>,
): (args: InputOf<Schema>, context: AppCommandContext<State>) => Promise<Result> {
  // With a synchronous schema the handler runs at once, so that commands with and without a schema
  // keep their order.
  return async (args, context) => {
    const checked = checkStandard(`Cannot run "${context.command}"`, "", schema, args);
    return await handler(checked instanceof Promise ? await checked : checked, context);
  };
}
