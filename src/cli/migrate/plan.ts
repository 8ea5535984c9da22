import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gitignore } from "../init/templates.ts";
import { findNode, plainValue } from "../../config/shape/tree.ts";
import { migrateConfiguration, type MigratedFile } from "./configuration.ts";
import { lineAt } from "./edits.ts";
import { isManifest, readFrontEnd } from "./front-end-files.ts";
import { leftWords } from "./left-words.ts";
import { stubModule } from "./main-module.ts";
import { namedFiles } from "./named-files.ts";
import type { Note, Repair } from "./note.ts";
import { withPackageFacts } from "./package-facts.ts";
import { migrateManifest } from "./package-json.ts";
import { treeOf, type PeerProject } from "./peer-project.ts";
import { renameWords } from "./renamed-words.ts";
import { settledLabel } from "./repairs.ts";
import { findCommands, type RustCommand } from "./rust-commands.ts";
import { counterpartOf, findPlugins } from "./rust-plugins.ts";
import { findSetup } from "./rust-setup.ts";
import { errorValue } from "./rust-types.ts";
import { doubleSourcePaths, isIgnoreFile, renameSourcePaths, type MovedFiles } from "./source-paths.ts";
import { neighbours } from "./workspace.ts";

/** All that moving a project will do. Paths are relative to the project's folder, with "/". */
export interface MigrationPlan {
  /** Files that are made new. */
  readonly made: ReadonlyMap<string, string>;
  /** Files that are copied, from and to. */
  readonly copied: ReadonlyMap<string, string>;
  /** Files of the front end that change, with how many places of each. */
  readonly changed: ReadonlyMap<string, { readonly text: string; readonly count: number }>;
  readonly repairs: readonly Repair[];
  /** What is left for a person. */
  readonly left: readonly Note[];
}

/** Looks at a project and says what moving it takes. Nothing is written. */
export function planMigration(project: PeerProject): MigrationPlan {
  const to = (name: string): string => pathFrom(project.folder, join(project.target, name));
  const from = (name: string): string => pathFrom(project.folder, join(project.source, name));
  const repairs: Repair[] = [];
  const left: Note[] = [];
  const made = new Map<string, string>();

  const configurations = [project.main, ...project.others].map((file) =>
    migrateConfiguration(file, pathFrom(project.folder, project.source)),
  );
  for (const { name, text, repairs: repaired, notes } of configurations) {
    repairs.push(...repaired);
    left.push(...notes);
    made.set(to(name), text);
  }
  const cargo = join(project.source, "Cargo.toml");
  if (existsSync(cargo)) {
    const main = to(project.main.newName);
    const { text, taken } = withPackageFacts(project.main.newName, made.get(main) ?? "", cargo);
    made.set(main, text);
    for (const fact of taken) {
      repairs.push({ file: from("Cargo.toml"), line: null, text: `package.${fact} was taken from here` });
    }
    for (const { name, line } of findPlugins(readFileSync(cargo, "utf8"))) {
      const told = `the plugin "${name}" is Rust. Here stands for it: ${counterpartOf(name)}`;
      left.push({ file: from("Cargo.toml"), line, text: told });
    }
  }
  const rust = readRust(project);
  const commands = unique(rust.flatMap(({ path, text }) => findCommands(path, text)));
  const sources = rust.map(({ text }) => text);
  for (const { name, file, line, result } of commands) {
    const error = errorValue(result, sources);
    const thrown = error === null ? "" : `; a page gets the ${error} that it fails with as error.data`;
    left.push({ file, line, text: `the command "${name}" is Rust: write it in ${to("main.ts")}${thrown}` });
  }
  left.push(...rust.flatMap(({ path, text }) => findSetup(path, text)));
  if (commands.length > 0) {
    made.set(to("main.ts"), stubModule(commands, sources));
  }
  if (!existsSync(join(project.target, ".gitignore"))) made.set(to(".gitignore"), gitignore);

  const moved = new Map([project.main, ...project.others].map(({ name, newName }) => [name, newName]));
  const copied = new Map<string, string>();
  for (const file of project.target === project.source ? [] : namedFiles(project.source, configurations)) {
    moved.set(file, file);
    if (made.has(to(file))) continue;
    const text = /\.(?:[cm]?js|html?)$/.test(file) ? readFileSync(join(project.source, file), "utf8") : null;
    // The isolation application calls by our names, too.
    if (text !== null && renameWords(text).count > 0) {
      made.set(to(file), renameWords(text).text);
      left.push(...leftWords(from(file), text, true));
    } else copied.set(from(file), to(file));
  }

  const hasGlobal = hasGlobalObject(configurations[0]);
  const changed = new Map<string, { text: string; count: number }>();
  const others = new Set([project.source, project.target]);
  for (const file of project.frontEnds.flatMap((one) => readFrontEnd(project.folder, one, others))) {
    const { path, text } = file;
    const { notes, ...next } = isManifest(file)
      ? migrateManifest(path, text, moved)
      : migrateText(path, text, moved, hasGlobal);
    if (next.count > 0) changed.set(path, next);
    left.push(...notes, ...oldLabels(path, text, repairs));
  }
  left.push(...neighbours(project));
  return { made, copied, changed, repairs, left };
}

function migrateText(
  path: string,
  text: string,
  moved: MovedFiles,
  hasGlobal: boolean,
): { readonly text: string; readonly count: number; readonly notes: readonly Note[] } {
  const paths = (isIgnoreFile(path) ? doubleSourcePaths : renameSourcePaths)(text, moved);
  const words = renameWords(paths.text);
  return { text: words.text, count: paths.count + words.count, notes: leftWords(path, text, hasGlobal) };
}

/** Whether the page's modules are in `window.__FRAMEWORK__`. Tauri has such an object in any case, nearly empty. */
function hasGlobalObject(main: MigratedFile | undefined): boolean {
  const root = main === undefined ? null : treeOf(main.name, main.text);
  const found = root === null ? null : findNode(root, ["build", "withGlobalFramework"]);
  return found !== null && plainValue(found.node) === true;
}

function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

function readRust({ folder, source }: PeerProject): { readonly path: string; readonly text: string }[] {
  const code = join(source, "src");
  if (!existsSync(code)) return [];
  return readdirSync(code, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".rs"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => ({ path: pathFrom(folder, file), text: readFileSync(file, "utf8") }));
}

/** Of several of one name, behind different conditions of the compiler, the first. */
function unique(commands: readonly RustCommand[]): RustCommand[] {
  const byName = new Map<string, RustCommand>();
  for (const command of commands) if (!byName.has(command.name)) byName.set(command.name, command);
  return [...byName.values()];
}

/** Where a front end still names a window by the label that it had. */
function oldLabels(file: string, text: string, repairs: readonly Repair[]): Note[] {
  const labels = new Set(repairs.flatMap((repair) => /label: "([^"]+)" became/.exec(repair.text)?.[1] ?? []));
  return [...labels].flatMap((label) => {
    const named = text.matchAll(new RegExp(`["'\`]${RegExp.escape(label)}["'\`]`, "g"));
    return [...named].map((match) => ({
      file,
      line: lineAt(text, match.index),
      text: `${match[0]} may be the label of a window, which is "${settledLabel(label)}" now`,
    }));
  });
}
