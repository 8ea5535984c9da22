import type { CommandInput, CommandName, CommandResult } from "../contract/commands/index.ts";
import { FrameworkError as RejectedCall, type ErrorCode } from "../contract/errors.ts";
import type { SchemeHosts } from "../contract/page/origins.ts";
import type { System } from "../contract/target.ts";
import type { EventCallback } from "./event.ts";
import type { AppLike, InvokeAnyOwn, InvokeOwn, AppCommands, IsAny } from "./parts/own-commands.ts";
import { page } from "./parts/page.ts";

/** The object that the framework places into every page that may call. */
export interface Bridge {
  /** `wantsBytes`: the result is bytes, so that they can come with the first answer. */
  readonly call: (command: string, args: unknown, wantsBytes: boolean) => Promise<unknown>;
  /** Adds a listener for an event; resolves with a function that removes it. */
  readonly listen: (
    event: string,
    windowLabel: string | null,
    once: boolean,
    handler: EventCallback,
  ) => Promise<() => void>;
  /** The system that the app runs on. */
  readonly system: System;
  /** The spelling of the app's own schemes. */
  readonly hosts: SchemeHosts;
  /**
   * In development: another app thread has replaced the one that received calls until now.
   *
   * @param epoch the number of times that this has happened to this document
   */
  readonly resume?: (epoch: number) => void;
}

declare global {
  interface Window {
    readonly __FRAMEWORK_BRIDGE__?: Bridge;
  }
}

/**
 * The error of a rejected call. `code` is one of a fixed list and may be branched on.
 * `String(error)` is the message, and `JSON.stringify(error)` holds name, code, message and data.
 */
export interface FrameworkError extends Error {
  readonly name: "FrameworkError";
  readonly code: ErrorCode;
  /**
   * The value that a command of the app threw: an object or a text unchanged, for an `Error` its
   * own fields. Otherwise, and if JSON cannot hold it, `undefined`.
   */
  readonly data?: unknown;
}

/**
 * Whether a caught value is an error of the framework or of one of the app's commands.
 *
 * @example
 * try {
 *   await readTextFile(path);
 * } catch (error) {
 *   if (isFrameworkError(error) && error.code === "not-found") createNotes();
 * }
 */
export function isFrameworkError(error: unknown): error is FrameworkError {
  return error instanceof Error && error.name === "FrameworkError" && "code" in error;
}

interface Invoke extends InvokeOwn, InvokeBuiltIn, InvokeAnyOwn {}

interface InvokeBuiltIn {
  /** Calls a built-in command. The modules (`framework/api/dialog`, …) are more convenient. */
  <N extends CommandName>(
    command: N,
    args: IsAny<N> extends true ? never : CommandInput<N>,
  ): Promise<CommandResult<N>>;
  /** Calls any command by name; the caller declares the result. */
  <Result = unknown>(
    command: IsApp<Result> extends true ? never : string,
    args?: unknown,
  ): Promise<Result>;
}

// An unresolved type, as in `call<T>() { return invoke<T>(name); }`, must be let through. For such
// a condition the compiler skips the first branch when a placeholder for `T`, which extends
// everything, does not satisfy it: the question about 0 detects the placeholder.
type IsApp<T> = [T] extends [AppLike] ? ([T] extends [0] ? "anything" : true) : false;

/**
 * Calls a command of the app itself, from `src-framework/main.ts`, or of one of its plugins
 * (`"plugin:<name>|<command>"`). With the app's type, names, arguments and results are checked.
 * Arguments and results are JSON, with bytes or without: an `ArrayBuffer` and any view of one
 * arrive as a `Uint8Array` of their bytes, a `Map` as an object, a `Set` as a list. Values that
 * JSON cannot hold, such as a `BigInt`, are refused with their position.
 *
 * The calls of a page begin in the order in which it makes them, whatever their content and whether
 * the page awaits them or not; their answers come as they are ready. Any number may be made at
 * once: the app accepts them as fast as it can.
 *
 * Rejects with a {@link FrameworkError}: `unknown-command` when there is none of that name,
 * `bad-argument` when the command's schema rejects the arguments, `command-failed` with the message
 * of the error, and the thrown value itself as `data`.
 *
 * @example
 * import type app from "../src-framework/main.ts";
 * const greeting = await invoke<typeof app>("greet", { name: "Ada" });
 */
export const invoke: Invoke = ((command: string, args: unknown = {}) =>
  call(command, args, false)) as Invoke;

/**
 * The commands of the app as functions, typed from the app's own type.
 *
 * @example
 * import type app from "../src-framework/main.ts";
 * const { greet } = commandsOf<typeof app>();
 * const greeting = await greet({ name: "Ada" });
 */
export function commandsOf<App extends AppLike>(): AppCommands<App> {
  return new Proxy({} as AppCommands<App>, {
    get: (_, name) =>
      typeof name === "string" && name !== "then"
        ? (args: unknown = {}) => call(name, args, false)
        : undefined,
  });
}

/** Calls a command whose result is bytes. */
export function invokeForBytes<N extends CommandName>(
  command: N,
  args: CommandInput<N>,
): Promise<CommandResult<N>> {
  return call(command, args, true) as Promise<CommandResult<N>>;
}

/** The error of a page that may not call at all. */
export function unavailable(command: string): FrameworkError {
  const reason = `Cannot run "${command}": this page is not open in a framework window, or its address may not call`;
  return new RejectedCall("unavailable", reason);
}

function call(command: string, args: unknown, wantsBytes: boolean): Promise<unknown> {
  const bridge = page()?.__FRAMEWORK_BRIDGE__;
  return bridge === undefined
    ? Promise.reject(unavailable(command))
    : bridge.call(command, args, wantsBytes);
}
