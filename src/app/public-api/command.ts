import type { App } from "./app.ts";
import {
  checkStandard,
  type InputOf,
  type OutputOf,
  type StandardSchema,
} from "./standard-schema.ts";

/** What a command of the app itself is told about the call. */
export interface AppCommandContext<State = unknown> {
  /** The name it was called by. */
  readonly command: string;
  /** The label of the window that called. */
  readonly window: string;
  /** Aborted when the page that called goes away. */
  readonly signal: AbortSignal;
  /**
   * Emits an event to the page that called, and to no other: not to the page that comes after it,
   * nor to another window. It reaches what listens there, and nothing once the page has gone, which
   * `signal` tells.
   */
  readonly emit: (event: string, payload?: unknown) => void;
  /** What the app's `state` made. */
  readonly state: State;
  readonly app: App<State>;
}

/**
 * A command of the app itself. What it returns reaches the page as JSON, bytes (an `ArrayBuffer` or
 * a view of one) as a `Uint8Array`, a `Map` as an object, a `Set` as a list; what it throws rejects
 * the page's promise with its message and the code `command-failed`, or, of a `FrameworkError`,
 * with that one's code. A thrown object or text, and the own fields of a thrown `Error`, arrive as
 * `data`.
 */
export type AppCommand<State = never> = (args: never, context: AppCommandContext<State>) => unknown;

export type AppCommands<State = never> = Readonly<Record<string, AppCommand<State>>>;

/** A command as it is called: what it is given came from a page. */
export type AnyCommand = (args: unknown, context: AppCommandContext) => unknown;

/**
 * Makes a command whose arguments are checked before it runs. A call that does not fit is refused
 * with the code `bad-argument` and the names of the fields that are wrong.
 *
 * Calls of one page reach their handlers in the order in which the page made them. A schema that
 * answers later, with a promise, is the exception: its handler runs when the schema has answered,
 * and calls made after it may run before it.
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
  // A schema that answers at once lets the handler run at once, so that commands with and without
  // one keep their order.
  return async (args, context) => {
    const checked = checkStandard(`Cannot run "${context.command}"`, "", schema, args);
    return await handler(checked instanceof Promise ? await checked : checked, context);
  };
}
