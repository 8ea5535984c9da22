import { FrameworkError } from "../../contract/errors.ts";
import type { App } from "./app.ts";
import type { AppCommands } from "./command.ts";
import type { StandardSchema, OutputOf } from "./standard-schema.ts";

/** A reusable part of apps. */
export interface Plugin<Name extends string = string, Own extends AppCommands = AppCommands> {
  /**
   * Its commands are called `plugin:<name>|<command>`, and its settings are at `plugins.<name>`.
   */
  readonly name: Name;
  readonly commands: Own;
  readonly scripts: readonly string[];
  /**
   * The flag that a page needs for each command; `null`: every command is open to the app's pages.
   */
  readonly flags: PluginFlags | null;
  readonly configSchema: StandardSchema | null;
  readonly setup: (app: App, config: never) => void | Promise<void>;
}

/** By command: its flag in `plugins.<name>.allowlist`; `null`: it needs none. */
export type PluginFlags<Command extends string = string> = Readonly<Record<Command, string | null>>;

const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Describes a plugin. An app lists it in `defineApp({ plugins: [ … ] })`; usually a function of the
 * plugin's package returns it, and holds the plugin's state.
 *
 * - `commands`: like an app's own; a page calls them as `invoke("plugin:<name>|<command>")`.
 * - `flags`: the flag of `plugins.<name>.allowlist` for each command. All flags are off until the
 *   configuration sets them to `true`; `all` sets every one. Several commands may share a flag, and
 *   `null` marks a command that needs none. Without `flags` every command is open to the app's
 *   pages.
 * - `configSchema`: checks `plugins.<name>` of the configuration before anything opens; without
 *   one, `setup` gets it unchecked. Neither sees `allowlist` of a plugin that has `flags`.
 * - `setup`: runs before the app's own set-up and before windows open, in the order of the app's
 *   list.
 * - `scripts`: run in every page of the app before its code, after the framework's own.
 *
 * @throws FrameworkError `bad-argument` for a name that is not lower case letters, digits and
 * single hyphens, and for `flags` without one of the commands
 *
 * @example
 * export const notes = () => definePlugin({ name: "notes", commands: { list: () => [] } });
 */
export function definePlugin<
  const Name extends string,
  const Own extends AppCommands = Record<never, never>,
  Schema extends StandardSchema = StandardSchema<unknown>,
>(plugin: {
  readonly name: Name;
  readonly commands?: Own & AppCommands;
  readonly scripts?: readonly string[];
  readonly flags?: PluginFlags<keyof Own & string>;
  readonly configSchema?: Schema;
  readonly setup?: (app: App, config: OutputOf<Schema>) => void | Promise<void>;
}): Plugin<Name, Own> {
  const { name, commands = {} as Own, scripts = [], flags = null } = plugin;
  const { configSchema = null, setup = () => {} } = plugin;
  if (!namePattern.test(name)) {
    throw new FrameworkError(
      "bad-argument",
      `Cannot define plugin "${name}": its name must be lower case letters and digits, with single hyphens between`,
    );
  }
  // A plugin without types could forget a command, which would be open.
  const open =
    flags === null ? [] : Object.keys(commands).filter((each) => !Object.hasOwn(flags, each));
  if (open.length > 0) {
    throw new FrameworkError(
      "bad-argument",
      `Cannot define plugin "${name}": "flags" must name each command, "${open.join('", "')}" is missing`,
    );
  }
  return { name, commands, scripts, flags, configSchema, setup };
}
