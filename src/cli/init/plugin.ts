import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { nearestAbove } from "../../config/read/ancestors.ts";
import { refuseFolderName } from "../project/folder-name.ts";
import { readRecord, record } from "../project/json-record.ts";
import { installedName, packageName } from "../project/package-name.ts";
import { packageRoot } from "../project/package-root.ts";
import { UserError, type Terminal } from "../terminal.ts";
import { pluginFiles, pluginPackageName } from "./plugin-files.ts";
import { writeNew } from "./new-files.ts";

export interface PluginOptions {
  /** The plugin's name. */
  readonly plugin: string;
  /** The package's folder; one with its name in the current folder when absent. */
  readonly directory?: string | undefined;
  /** Write over files that are there already. Nothing is deleted. */
  readonly force?: boolean | undefined;
  /** Nothing is asked anyway. */
  readonly ci?: boolean | undefined;
}

/** `framework init --plugin`: makes a package of a plugin that builds, and whose tests pass. */
export function pluginCommand(terminal: Terminal, options: PluginOptions): number {
  const { plugin: name, directory, force, ci: _, ...others } = options;
  refuseOthers(others);
  const packaged = pluginPackageName(name);
  const factory = factoryOf(name);
  const folder = resolve(terminal.cwd, directory ?? packaged);
  refuseFolderName(folder);
  const files = pluginFiles({ name, factory, framework: frameworkFor(folder, terminal.cwd) });
  refuseFactory(name, factory, files);
  const placed = [...files].map(([path, text]) => [join(folder, path), text] as const);
  writeNew(terminal, new Map(placed), folder, force === true);
  const place = relative(terminal.cwd, folder);
  const enter = place === "" ? [] : [`cd ${/\s/.test(place) ? JSON.stringify(place) : place}`];
  terminal.out(`\nTry it with: ${[...enter, "npm install", "npm test"].join(" && ")}\n`);
  return 0;
}

/** Options of an app's project, which would have no effect. */
function refuseOthers(others: object): void {
  const [other] = Object.keys(others);
  if (other === undefined) return;
  const option = other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UserError(`Cannot use --${option} with --plugin: it is for an application`);
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

/**
 * What a package manager takes for the framework in the plugin's folder: as the project has it that
 * the tool runs for.
 */
function frameworkFor(folder: string, cwd: string): string {
  // Beside the packages that the tool is one of: those of a project, or what npx has fetched.
  const beside =
    installedName(packageRoot) === null ? null : packageRoot.split(`${sep}node_modules${sep}`)[0];
  const above = nearestAbove(cwd, "package.json");
  for (const manifest of [above, beside === null ? null : join(beside ?? "", "package.json")]) {
    if (manifest === null || !existsSync(manifest)) continue;
    const { dependencies, devDependencies } = readRecord(manifest) ?? {};
    const found = { ...record(dependencies), ...record(devDependencies) }[packageName];
    if (typeof found !== "string") continue;
    const [, kind, path] = /^(file|link):(.*)$/.exec(found) ?? [];
    return path === undefined
      ? found
      : `${kind}:${linkTo(folder, resolve(dirname(manifest), path))}`;
  }
  return beside === null ? `file:${linkTo(folder, packageRoot)}` : `^${packageJson.version}`;
}

function linkTo(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
