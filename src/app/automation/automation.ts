import { connect, type Socket } from "node:net";
import type { AutomationEvents, FromAutomation, ToAutomation } from "../../contract/automation.ts";
import { plainError } from "../../contract/errors.ts";
import { automationVariable, heldVariable } from "../../process/environment.ts";
import { isSecret } from "../../process/secret.ts";
import { receiveLines } from "../../process/socket-lines.ts";
import type { AppDefinition } from "../public-api/definition.ts";
import type { UiChannel } from "../ui.ts";
import { automationCommands, type Driven } from "./commands.ts";
import { PageScripting } from "./page-scripting.ts";
import { WatchedDesktop } from "./watched-desktop.ts";

/** The app's end of the automation interface. See `contract/automation.ts`. */
export interface Automation {
  /** The same channel, with the line in between. */
  watch(channel: UiChannel): UiChannel;
  /** Adds to the definition the plugin by which pages answer. */
  added(definition: AppDefinition): AppDefinition;
  /** The app is about to begin: from now on it follows the tool. */
  begin(app: Pick<Driven, "services" | "dispatcher" | "origins">): void;
  /** Own code has been set up, and the windows of the configuration are open. */
  begun(): void;
}

/**
 * Opens the line that the environment names. Released apps have no such function; `undefined`: no
 * tool has started the app.
 */
export function openAutomation(): Automation | undefined {
  const named = process.env[automationVariable];
  if (named === undefined) return undefined;
  const at = named.indexOf("@");
  return connectAutomation({
    secret: named.slice(0, at),
    address: named.slice(at + 1),
    holds: (process.env[heldVariable] ?? "").split(",").filter((name) => name !== ""),
  });
}

interface AutomationOptions {
  readonly secret: string;
  /** The path of a socket or pipe, or a port of this machine. */
  readonly address: string;
  readonly holds: readonly string[];
}

function connectAutomation({ secret, address, holds }: AutomationOptions): Automation {
  const socket = /^\d+$/.test(address) ? connect(Number(address), "127.0.0.1") : connect(address);
  const driven = Promise.withResolvers<Driven>();
  const trusted = Promise.withResolvers<void>();
  const tell = <E extends keyof AutomationEvents>(event: E, payload: AutomationEvents[E]): void =>
    // Messages that come before the tool has shown that it knows the secret wait until it has.
    void trusted.promise.then(() => send(socket, { event, payload } as FromAutomation));
  const desktop = new WatchedDesktop(tell, { holdsDialogs: holds.includes("dialogs") });
  const scripting = new PageScripting(tell);
  socket.on("error", () => {});
  // An app that a tool has started ends with the tool.
  socket.on("close", () => void driven.promise.then(({ services }) => services.exit.quit(0)));
  let isTrusted = false;
  receiveLines(socket, (line) => {
    const message = JSON.parse(line) as ToAutomation;
    if (isTrusted && "command" in message) {
      void answer(message).then((reply) => send(socket, reply));
      return;
    }
    isTrusted = "secret" in message && isSecret(message.secret, secret);
    if (isTrusted) trusted.resolve();
    else socket.destroy();
  });
  const answer = async ({
    id,
    command,
    args,
  }: Extract<ToAutomation, { readonly command: string }>): Promise<FromAutomation> => {
    try {
      const run = automationCommands[command] as (app: Driven, args: unknown) => unknown;
      return { id, result: await run(await driven.promise, args) };
    } catch (error) {
      return { id, error: plainError(error) };
    }
  };
  return {
    watch: (channel) => desktop.watch(channel),
    added: (definition) => ({ ...definition, plugins: [...definition.plugins, scripting.plugin] }),
    begin(app) {
      const { name, launch, config, host } = app.services;
      tell("hello", {
        secret,
        pid: process.pid,
        mode: launch.mode === "dev" ? "dev" : "debug",
        system: host.system,
        name,
        version: config.package.version ?? "",
        holds,
      });
      if (holds.includes("prompts")) app.services.ui.tell("page.holdPrompts", { holds: true });
      driven.resolve({ ...app, desktop, scripting, tell });
    },
    begun: () => tell("begun", {}),
  };
}

function send(socket: Socket, message: FromAutomation): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}
