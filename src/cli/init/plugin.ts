import { join, resolve } from "node:path";
import { refuseFolderName } from "../project/folder-name.ts";
import { besideJson, UserError, type Terminal } from "../terminal.ts";
import { frameworkFor } from "./framework-dependency.ts";
import { pluginFiles, pluginPackageName } from "./plugin-files.ts";
import { enterFolder, newProjectJson, writeNew } from "./new-files.ts";
import { refuseOthers } from "./other-options.ts";

export interface PluginOptions {
  /** The plugin's name. */
  readonly plugin: string;
  /** The package's folder. If absent, a folder with its name in the current folder. */
  readonly directory?: string | undefined;
  /** Overwrites existing files. Nothing is deleted. */
  readonly force?: boolean | undefined;
  /** The command asks nothing anyway. */
  readonly ci?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** The result as one JSON object on standard output. */
  readonly json?: boolean | undefined;
}

/** `framework init --plugin`: makes the package of a plugin that builds, and whose tests pass. */
export function pluginCommand(terminal: Terminal, options: PluginOptions): number {
  const { plugin: name, directory, force, json, ci: _, yes: __, ...others } = options;
  refuseOthers(others, "--plugin");
  const packaged = pluginPackageName(name);
  const factory = factoryOf(name);
  const folder = resolve(terminal.cwd, directory ?? packaged);
  refuseFolderName(folder);
  const files = pluginFiles({ name, factory, framework: frameworkFor(folder, terminal.cwd) });
  refuseFactory(name, factory, files);
  const placed = new Map([...files].map(([path, text]) => [join(folder, path), text]));
  const people = json === true ? besideJson(terminal) : terminal;
  writeNew(people, placed, folder, force === true);
  const next = ["npm install", "npm test"];
  const steps = [...enterFolder(terminal, folder), ...next];
  people.out(`\nTry it with: ${steps.join(" && ")}\n`);
  if (json === true) terminal.out(newProjectJson({ folder, files: [...placed.keys()], next }));
  return 0;
}

/** `fs-notes` is called `fsNotes`. */
function factoryOf(name: string): string {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new UserError(
      `Cannot make plugin "${name}": its name must be lower case letters and digits, with single hyphens between, and begin with a letter`,
    );
  }
  return name.replace(/-(.)/g, (_, first: string) => first.toUpperCase());
}

/** A name such as `delete` or `command` means something else in the plugin's files. */
function refuseFactory(name: string, factory: string, files: ReadonlyMap<string, string>): void {
  const compiler = new Bun.Transpiler({ loader: "ts" });
  try {
    for (const [path, text] of files) if (path.endsWith(".ts")) compiler.transformSync(text);
  } catch (cause) {
    throw new UserError(
      `Cannot make plugin "${name}": its function would be "${factory}()", a name that TypeScript or the files of the plugin use already; choose another one`,
      { cause },
    );
  }
}
