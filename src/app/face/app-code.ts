import { commands as builtInCommands } from "../../contract/commands/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { own } from "../../contract/own.ts";
import { nearest } from "../../contract/suggest.ts";
import type { PageScript, Sender } from "../../contract/ui/index.ts";
import { openApp, type App } from "./app.ts";
import type { AnyCommand } from "./command.ts";
import type { Services } from "../services.ts";
import type { AppDefinition } from "./definition.ts";
import type { Origins } from "../calls/origins.ts";
import type { Plugin } from "./plugin.ts";
import type { Wanted } from "../scope/remote.ts";
import { checkStandard } from "./standard-schema.ts";

const pluginCommand = /^plugin:([^|]*)\|(.*)$/s;

/** The app's own code at work: its state, its commands and its plugins. */
export class AppCode {
  readonly #definition: AppDefinition;
  readonly #services: Services;
  #app: App<never> | null = null;

  constructor(definition: AppDefinition, services: Services) {
    this.#definition = definition;
    this.#services = services;
  }

  /** Runs every set-up, one after the other: what comes later may use what came before. */
  async setUp(): Promise<void> {
    const { plugins, state, setup } = this.#definition;
    const { config } = this.#services;
    const configs = new Map<Plugin, never>();
    for (const plugin of plugins)
      configs.set(plugin, await pluginConfig(plugin, config.plugins[plugin.name]));
    for (const name of Object.keys(config.plugins)) {
      if (plugins.some((plugin) => plugin.name === name)) continue;
      process.stderr.write(`framework: plugins.${name} is for nothing: the app has no plugin of that name\n`);
    }
    const app = openApp(this.#services, (await state()) as never);
    this.#app = app;
    for (const plugin of plugins) await plugin.setup(app, configs.get(plugin) as never);
    await setup(app);
  }

  /** What calling a name that is not built in means. */
  wanted(name: string): Wanted {
    const plugin = pluginCommand.exec(name)?.[1];
    return plugin === undefined ? { kind: "own" } : { kind: "plugin", plugin };
  }

  /** @throws FrameworkError `unknown-command` */
  call(name: string, args: unknown, { window }: Sender, signal: AbortSignal): unknown {
    const command = this.#find(name);
    if (command === undefined || this.#app === null) {
      const [meant] = this.#app === null ? [] : this.#near(name);
      const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
      throw new FrameworkError(
        "unknown-command",
        `Cannot run "${name}": it is neither built in nor among the commands of src-framework/main.ts and its plugins${hint}`,
      );
    }
    return command(args, { command: name, window, signal, state: this.#app.state, app: this.#app });
  }

  /** Of the same plugin; or of the app and what is built in, with or without the module's name. */
  #near(name: string): readonly string[] {
    const { commands, plugins } = this.#definition;
    const plugin = pluginCommand.exec(name)?.[1];
    if (plugin !== undefined) {
      const own = Object.keys(plugins.find((each) => each.name === plugin)?.commands ?? {});
      return nearest(
        name,
        own.map((command) => `plugin:${plugin}|${command}`),
      );
    }
    const builtIn = Object.keys(builtInCommands);
    const found = nearest(name, [...Object.keys(commands), ...builtIn]);
    if (found.length > 0) return found;
    const functionOf = (command: string): string => command.slice(command.indexOf(".") + 1);
    const [meant] = nearest(name, builtIn.map(functionOf));
    return builtIn.filter((command) => functionOf(command) === meant);
  }

  #find(name: string): AnyCommand | undefined {
    const [, pluginName, commandName] = pluginCommand.exec(name) ?? [];
    const plugin = this.#definition.plugins.find((each) => each.name === pluginName);
    const commands = (
      pluginName === undefined ? this.#definition.commands : (plugin?.commands ?? {})
    ) as Readonly<Record<string, AnyCommand>>;
    return own(commands, commandName ?? name);
  }
}

/** The scripts of the app and its plugins for the pages of a window: a plugin's go where it may be called. */
export function appScripts(
  { scripts, plugins }: Pick<AppDefinition, "scripts" | "plugins">,
  origins: Origins,
  window: string,
): readonly PageScript[] {
  // A function of its own for each: what one declares is not in the way of another, or of the page.
  const script = (source: string, pages: readonly string[]): PageScript => ({
    source: `(()=>{${source}\n})()`,
    pages,
  });
  return [
    ...scripts.map((source) => script(source, origins.pages(window, { kind: "own" }))),
    ...plugins.flatMap((plugin) => {
      const pages = origins.pages(window, { kind: "plugin", plugin: plugin.name });
      return plugin.scripts.map((source) => script(source, pages));
    }),
  ];
}

async function pluginConfig({ name, configSchema }: Plugin, config: unknown): Promise<never> {
  if (configSchema === null) return (config ?? {}) as never;
  return (await checkStandard(
    `Cannot start plugin "${name}"`,
    `plugins.${name}`,
    configSchema,
    config ?? {},
  )) as never;
}
