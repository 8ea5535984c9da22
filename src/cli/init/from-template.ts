import { packageName } from "../project/package-name.ts";
import type { Terminal } from "../terminal.ts";
import { askInTerminal } from "./ask.ts";
import { frameworkFor } from "./framework-dependency.ts";
import { newIcons } from "./icons.ts";
import { refuseOthers } from "./other-options.ts";
import { templateCommand } from "./template.ts";

export interface FromTemplateOptions {
  /** `true`: the command asks for it. */
  readonly template: string | true;
  /** The project's folder; the current one when absent. */
  readonly directory?: string | undefined;
  readonly appName?: string | undefined;
  readonly identifier?: string | undefined;
  readonly packageManager?: string | undefined;
  readonly force?: boolean | undefined;
  readonly ci?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `framework init --template`: fills a folder with a project that runs. */
export async function fromTemplateCommand(
  terminal: Terminal,
  options: FromTemplateOptions,
): Promise<number> {
  const { template, directory = ".", ci, yes, force, json, ...more } = options;
  const { appName, identifier, packageManager, ...others } = more;
  refuseOthers(others, "--template");
  return await templateCommand(
    terminal,
    {
      directory,
      appName,
      identifier,
      packageManager,
      force,
      json,
      template: template === true ? undefined : template,
      yes: ci === true || yes === true || json === true,
    },
    {
      framework: packageName,
      frameworkFor: (folder) => frameworkFor(folder, terminal.cwd),
      icons: newIcons,
    },
    askInTerminal,
  );
}
