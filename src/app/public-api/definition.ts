import { commands as builtIn } from "../../contract/commands/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { App } from "./app.ts";
import type { AnyCommand, AppCommands } from "./command.ts";
import type { Plugin } from "./plugin.ts";

/** A type that is inferred elsewhere: `NoInfer`, which compilers know only since 5.4. */
type Settled<T> = [T][T extends unknown ? 0 : never];

/** The default export of `src-framework/main.ts`, complete. */
export interface AppDefinition {
  readonly commands: Readonly<Record<string, AnyCommand>>;
  readonly plugins: readonly Plugin[];
  readonly scripts: readonly string[];
  readonly state: () => unknown;
  readonly setup: (app: App<never>) => void | Promise<void>;
}

/**
 * Describes the app's own code; `src-framework/main.ts` exports the result as its default.
 *
 * - `commands`: functions that pages call. They get any value that the page sent: check it before
 *   you use it, or let `command` check it by a schema.
 * - `state`: creates the shared state of commands and `setup`; it may be a promise.
 * - `plugins`: set up in this order.
 * - `setup`: runs before any window opens. When it fails, the app ends with exit code 1.
 * - `scripts`: run in every page of the app before its code.
 *
 * An uncaught error, in a timer or an unawaited promise, ends a built app: with its stack on
 * standard error, and exit code 1. In development the code is restarted when it changes.
 *
 * @example
 * export default defineApp({
 *   state: () => ({ greeted: 0 }),
 *   commands: {
 *     greet: ({ name }: { name: string }, { state }) => `Hello, ${name}, number ${++state.greeted}!`,
 *   },
 * });
 */
export function defineApp<
  State = undefined,
  const Own extends AppCommands<Settled<State>> = Record<never, never>,
  const Plugins extends readonly Plugin[] = readonly [],
>(app: {
  readonly state?: () => State | Promise<State>;
  readonly commands?: Own & AppCommands<Settled<State>>;
  readonly plugins?: Plugins;
  readonly scripts?: readonly string[];
  readonly setup?: (app: App<Settled<State>>) => void | Promise<void>;
}): { readonly commands: Own; readonly plugins: Plugins } {
  return {
    ...app,
    commands: app.commands ?? ({} as Own),
    plugins: app.plugins ?? ([] as unknown as Plugins),
  };
}

/**
 * Settles the default export of a `main.ts`, `null` if there is none; an app without a `main.ts`
 * has no code of its own.
 * @throws FrameworkError `command-failed` when it is no result of `defineApp`, or uses a reserved
 * name
 */
export function readDefinition(exported: unknown): AppDefinition {
  if (exported === null)
    throw refuse(
      "src-framework/main.ts",
      "it has no default export, write export default defineApp({ … })",
    );
  if (exported !== undefined && (typeof exported !== "object" || !("commands" in exported)))
    throw refuse("src-framework/main.ts", "its default export must be what defineApp returns");
  const {
    commands = {},
    plugins = [],
    scripts = [],
    state = () => undefined,
    setup = () => {},
  } = (exported ?? {}) as Partial<AppDefinition>;
  checkCommands(commands, "main.ts");
  for (const name of Object.keys(commands)) {
    if (Object.hasOwn(builtIn, name))
      throw refuse(`command "${name}" of main.ts`, "that name is built in");
    if (name.startsWith("plugin:"))
      throw refuse(`command "${name}" of main.ts`, 'names with "plugin:" are for plugins');
  }
  const names = new Set<string>();
  for (const plugin of plugins) {
    if (names.has(plugin.name)) throw refuse(`plugin "${plugin.name}"`, "it must be listed once");
    names.add(plugin.name);
    checkCommands(plugin.commands, `plugin "${plugin.name}"`);
  }
  return { commands, plugins, scripts, state, setup };
}

function checkCommands(commands: object, owner: string): void {
  for (const [name, run] of Object.entries(commands)) {
    if (typeof run !== "function")
      throw refuse(`command "${name}" of ${owner}`, "it must be a function");
  }
}

function refuse(what: string, wanted: string): FrameworkError {
  return new FrameworkError("command-failed", `Cannot use ${what}: ${wanted}`);
}
