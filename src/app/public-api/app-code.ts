import { commands as builtInCommands } from "../../contract/commands/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { getOwn } from "../../contract/get-own.ts";
import { nearest } from "../../contract/text/suggest.ts";
import type { PageScript, Sender } from "../../contract/ui/index.ts";
import { openApp, type App } from "./app.ts";
import type { AnyCommand } from "./command.ts";
import { checkPageEvent } from "../events/events.ts";
import type { Services } from "../services.ts";
import type { AppDefinition } from "./definition.ts";
import type { CommandContext } from "../calls/context.ts";
import { within } from "../process/within.ts";
import type { Origins } from "../calls/origins.ts";
import type { Plugin } from "./plugin.ts";
import type { Wanted } from "../scope/network/remote.ts";
import { checkPluginFlag, pluginSettings, type PluginSettings } from "./plugin-settings.ts";

const pluginCommand = /^plugin:([^|]*)\|(.*)$/s;

/** In milliseconds. The isolation application may refuse to fetch events: results come anyway. */
const maxEventDelay = 2000;

/** The app's own code at run time: its state, its commands and its plugins. */
export class AppCode {
  readonly #definition: AppDefinition;
  readonly #services: Services;
  readonly #settings = new Map<Plugin, PluginSettings>();
  #app: App<never> | null = null;

  constructor(definition: AppDefinition, services: Services) {
    this.#definition = definition;
    this.#services = services;
  }

  /** Runs every set-up in order: later ones may use the results of earlier ones. */
  async setUp(): Promise<void> {
    const { plugins, state, setup } = this.#definition;
    const { config } = this.#services;
    for (const plugin of plugins)
      this.#settings.set(plugin, await pluginSettings(plugin, config.plugins[plugin.name]));
    const names = plugins.map((plugin) => plugin.name);
    for (const name of Object.keys(config.plugins)) {
      if (names.includes(name)) continue;
      const [meant] = nearest(name, names);
      const hint = meant === undefined ? "" : `, did you mean "${meant}"?`;
      process.stderr.write(
        `framework: plugins.${name} is for nothing: the app has no plugin of that name${hint}\n`,
      );
    }
    const app = openApp(this.#services, (await state()) as never);
    this.#app = app;
    for (const plugin of plugins)
      await plugin.setup(app, this.#settings.get(plugin)?.config as never);
    await setup(app);
  }

  /** The meaning of a call to a name that is not built in. */
  wanted(name: string): Wanted {
    const plugin = pluginCommand.exec(name)?.[1];
    return plugin === undefined ? { kind: "own" } : { kind: "plugin", plugin };
  }

  /** @throws FrameworkError `unknown-command` */
  call(
    name: string,
    args: unknown,
    { window, document }: Sender,
    { signal, uses }: Pick<CommandContext, "signal" | "uses">,
  ): unknown {
    const app = this.#app;
    const found = this.#find(name);
    if (found === undefined || app === null) {
      const [meant] = app === null ? [] : this.#near(name);
      const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
      throw new FrameworkError(
        "unknown-command",
        `Cannot run "${name}": it is neither built in nor among the commands of src-framework/main.ts and its plugins${hint}`,
      );
    }
    const { run, command, plugin } = found;
    const settings = plugin === undefined ? undefined : this.#settings.get(plugin);
    if (plugin !== undefined && settings !== undefined)
      checkPluginFlag(plugin, settings, { command, window, uses });
    const emit = (event: string, payload?: unknown): void => {
      checkPageEvent(event);
      this.#services.events.emitTo(document, event, payload);
    };
    const context = { command: name, window, signal, emit, state: app.state, app };
    return this.#afterEvents(document, () => run(args, context));
  }

  /**
   * The result of a command, once its page has fetched the events that were emitted before: a page
   * may remove its listener when the call settles.
   */
  async #afterEvents(document: number, run: () => unknown): Promise<unknown> {
    const { events } = this.#services;
    try {
      return await run();
    } finally {
      if (events.areWaiting(document))
        await within(maxEventDelay, events.whenFetched(document), () => {});
    }
  }

  /**
   * Similar names of the same plugin; or of the app and the built-in commands, with or without the
   * module's name.
   */
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

  #find(name: string): Found | undefined {
    const [, pluginName, command = name] = pluginCommand.exec(name) ?? [];
    const plugin = this.#definition.plugins.find((each) => each.name === pluginName);
    const commands = (
      pluginName === undefined ? this.#definition.commands : (plugin?.commands ?? {})
    ) as Readonly<Record<string, AnyCommand>>;
    const run = getOwn(commands, command);
    return run === undefined ? undefined : { run, command, plugin };
  }
}

/** A command of the app's own code; `plugin`: its plugin. */
interface Found {
  readonly run: AnyCommand;
  readonly command: string;
  readonly plugin: Plugin | undefined;
}

/**
 * The scripts of the app and its plugins for the pages of a window: a plugin's scripts go to pages
 * that may call it.
 */
export function appScripts(
  { scripts, plugins }: Pick<AppDefinition, "scripts" | "plugins">,
  origins: Origins,
  window: string,
): readonly PageScript[] {
  // Each in a function of its own: its declarations do not collide with another's, or with the
  // page's.
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
