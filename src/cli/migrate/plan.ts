import { existsSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isWithin, realPath } from "../../disk/roots.ts";
import { readText } from "../../disk/read.ts";
import { gitignore } from "../init/gitignore.ts";
import { findNode, plainValue, type Path } from "../../config/shape/tree.ts";
import { UserError } from "../terminal.ts";
import { migrateConfiguration, type MigratedFile } from "./configuration/configuration.ts";
import { lineAt } from "./edits.ts";
import { engineUses } from "./front-end/engine-uses.ts";
import { isManifest, readFrontEnd, type TextFile } from "./front-end/files.ts";
import { unmigratedTerms } from "./front-end/unmigrated-terms.ts";
import { mainModule } from "./rust/main-module.ts";
import { namedFiles } from "./named-files.ts";
import type { Note, Repair } from "./note.ts";
import { olderTypes } from "./front-end/older-types.ts";
import { otherAnswers } from "./front-end/other-answers.ts";
import { withRustSettings, type RustSettings } from "./configuration/rust-settings.ts";
import { withPackageFacts } from "./configuration/package-facts.ts";
import { installation, migrateManifest, namesPackage } from "./configuration/package-json.ts";
import { treeOf, type TauriProject } from "./tauri-project.ts";
import { renameWords } from "./front-end/renamed-words.ts";
import { settledLabel } from "./repairs.ts";
import { hiddenNotes, shownAtStart, useNotes } from "./front-end/hidden-windows.ts";
import { rejectedTexts } from "./front-end/rejected-texts.ts";
import {
  commandsAround,
  findCommands,
  handledCommands,
  type RustCommand,
} from "./rust/commands.ts";
import { readRust, type RustCode } from "./rust/files.ts";
import { findKeptRunning } from "./rust/kept-running.ts";
import { pagePluginOptions, rustPluginOptions } from "./plugin-options.ts";
import { pluginPackages } from "./plugin-packages.ts";
import { withPluginSettings } from "./plugin-settings.ts";
import { findCrates, packagesAmong } from "./rust/plugins.ts";
import { endingPart, findSetup, menuPart } from "./rust/setup.ts";
import type { StartHide } from "./rust/start-hides.ts";
import { errorValue, findTypes } from "./rust/types.ts";
import { findWindowUses, windowUseText, type WindowUse } from "./rust/windows.ts";
import {
  doubleSourcePaths,
  isIgnoreFile,
  renameSourcePaths,
  type MovedFiles,
} from "./configuration/source-paths.ts";
import { neighbours } from "./configuration/workspace.ts";

/** The whole migration of a project. Paths are relative to the project's folder, with "/". */
export interface MigrationPlan {
  /** New files. */
  readonly made: ReadonlyMap<string, string>;
  /** Copied files, from and to. */
  readonly copied: ReadonlyMap<string, string>;
  /** Changed files of the front end, with the number of places in each. */
  readonly changed: ReadonlyMap<string, { readonly text: string; readonly count: number }>;
  readonly repairs: readonly Repair[];
  /** The remaining tasks for a person. */
  readonly left: readonly Note[];
}

/** Reads a project and plans its migration. Writes nothing. */
export function planMigration(project: TauriProject): MigrationPlan {
  const to = (name: string): string => pathFrom(project.folder, join(project.target, name));
  const from = (name: string): string => pathFrom(project.folder, join(project.source, name));
  const repairs: Repair[] = [];
  const left: Note[] = [];
  const made = new Map<string, string>();

  const configurations = [project.main, ...project.others].map((file) =>
    migrateConfiguration(file, pathFrom(project.folder, project.source)),
  );
  for (const { name, text, repairs: repaired, notes } of configurations) {
    addAll(repairs, repaired);
    addAll(left, notes);
    made.set(to(name), text);
  }
  const cargo = join(project.source, "Cargo.toml");
  let plugins: readonly string[] = [];
  if (existsSync(cargo)) {
    const main = to(project.main.newName);
    const { text, taken } = withPackageFacts(project.main.newName, made.get(main) ?? "", cargo);
    made.set(main, text);
    for (const fact of taken) {
      repairs.push({
        file: from("Cargo.toml"),
        line: null,
        text: `package.${fact} was taken from here`,
      });
    }
    const crates = findCrates(readText(cargo));
    for (const { text: output, line } of crates)
      left.push({ file: from("Cargo.toml"), line, text: output });
    plugins = packagesAmong(crates);
  }
  const others = new Set([project.source, project.target]);
  const frontEnd = project.frontEnds.flatMap((one) => readFrontEnd(project.folder, one, others));
  for (const plugin of plugins) {
    const main = to(project.main.newName);
    const settings = pluginPackages[plugin]?.settings(frontEnd.map(({ text }) => text)) ?? {};
    if (Object.keys(settings).length === 0) continue;
    made.set(
      main,
      withPluginSettings(project.main.newName, made.get(main) ?? "", plugin, settings),
    );
    const text = `plugins.${plugin}: pages may do all that Tauri's plugin does; set the flags that they need instead`;
    repairs.push({ file: from(project.main.name), line: null, text });
    const scopes = pluginPackages[plugin]?.scopes ?? [];
    if (scopes.length === 0) continue;
    const names = scopes.join(" and ");
    left.push({
      file: from(project.main.name),
      line: null,
      text: `the plugin "${plugin}": pages reach only the entries of ${names}; with Tauri's plugin they reach everything`,
    });
  }
  const code = readRust(project);
  const settings = withRustSettings(
    project.main.newName,
    made.get(to(project.main.newName)) ?? "",
    new Map(code.files.map(({ path, text }) => [path, text])),
  );
  made.set(to(project.main.newName), settings.text);
  addAll(repairs, settings.repairs);
  const rust = planRust(project, code, { configurations, frontEnd, plugins, settings });
  addAll(left, rust.left);
  if (rust.main !== null) made.set(to("main.ts"), rust.main);
  if (!existsSync(join(project.target, ".gitignore"))) made.set(to(".gitignore"), gitignore);

  const moved = new Map(
    [project.main, ...project.others].map(({ name, newName }) => [name, newName]),
  );
  const copied = new Map<string, string>();
  for (const file of project.target === project.source
    ? []
    : namedFiles(project.source, configurations)) {
    moved.set(file, file);
    refuseForeign(project, join(project.source, file));
    if (made.has(to(file))) continue;
    const text = /\.(?:[cm]?js|html?)$/.test(file) ? readText(join(project.source, file)) : null;
    // The isolation application also uses renamed words.
    if (text !== null && renameWords(text).count > 0) {
      made.set(to(file), renameWords(text).text);
      addAll(left, unmigratedTerms(from(file), text, true));
    } else copied.set(from(file), to(file));
  }

  const hasGlobal = isOn(configurations[0], ["build", "withGlobalFramework"]);
  const mayPrint = [["all"], ["window", "all"], ["window", "print"]].some((flag) =>
    isOn(configurations[0], ["framework", "allowlist", ...flag]),
  );
  const labels = renamedLabels(repairs);
  const changed = new Map<string, { text: string; count: number }>();
  for (const file of frontEnd) {
    const { path, text } = file;
    const { notes, ...next } = isManifest(file)
      ? migrateManifest(path, text, moved, rust.main !== null)
      : migrateText(path, text, moved, hasGlobal);
    if (next.count > 0) changed.set(path, next);
    const found = [
      rejectedTexts(path, text, rust.errorFields),
      engineUses(path, text, mayPrint),
      otherAnswers(path, text),
      pagePluginOptions(path, text),
      oldLabels(path, text, labels),
    ];
    for (const more of [notes, ...found]) addAll(left, more);
  }
  // An app that used Cargo's command has none of Tauri's packages, and its main.ts imports ours.
  const isInstalled = frontEnd.some((file) => isManifest(file) && namesPackage(file.text));
  if (rust.main !== null && !isInstalled && !left.some((note) => note.text === installation))
    left.push({ file: to("main.ts"), line: null, text: installation });
  left.push(...olderTypes(frontEnd), ...neighbours(project));
  return { made, copied, changed, repairs, left };
}

/**
 * Refuses to copy a file from outside of a project through a link in it: the copy would become the
 * project's own, and be shipped.
 * @throws UserError
 */
function refuseForeign({ boundary }: TauriProject, file: string): void {
  const real = realPath(file);
  if (!isWithin(real, realPath(boundary)))
    throw new UserError(
      `Cannot migrate "${file}": a link leads out of "${boundary}", to "${real}"; put the file itself there, or take it out of the configuration`,
    );
  if (!statSync(real).isFile()) throw new UserError(`Cannot migrate "${file}": it must be a file`);
}

function migrateText(
  path: string,
  text: string,
  moved: MovedFiles,
  hasGlobal: boolean,
): { readonly text: string; readonly count: number; readonly notes: readonly Note[] } {
  const paths = (isIgnoreFile(path) ? doubleSourcePaths : renameSourcePaths)(text, moved);
  const words = renameWords(paths.text);
  return {
    text: words.text,
    count: paths.count + words.count,
    notes: unmigratedTerms(path, text, hasGlobal),
  };
}

/** Whether a field of the main configuration is true. */
function isOn(main: MigratedFile | undefined, path: Path): boolean {
  const root = main === undefined ? null : treeOf(main.name, main.text);
  const found = root === null ? null : findNode(root, path);
  return found !== null && plainValue(found.node) === true;
}

function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

/** The migration of the Rust code: `main.ts`, and the remaining tasks for a person. */
function planRust(
  project: TauriProject,
  { files, unused, tooLarge }: RustCode,
  {
    configurations,
    frontEnd,
    plugins,
    settings,
  }: {
    readonly configurations: readonly MigratedFile[];
    readonly frontEnd: readonly TextFile[];
    readonly plugins: readonly string[];
    readonly settings: RustSettings;
  },
): {
  readonly main: string | null;
  readonly left: readonly Note[];
  /** The fields of the values that commands fail with. */
  readonly errorFields: ReadonlySet<string>;
} {
  const main = pathFrom(project.folder, join(project.target, "main.ts"));
  const sources = files.map(({ text }) => text);
  const byPath = new Map(files.map(({ path, text }) => [path, text]));
  const found = files.flatMap(({ path, text }) => findCommands(path, text));
  const handled = handledCommands(sources);
  const names = new Set(found.map(({ name }) => name));
  const [commands, uncalled] = [true, false].map((isCalled) =>
    unique(found.filter(({ name }) => (handled?.has(name) ?? true) === isCalled)),
  ) as [RustCommand[], RustCommand[]];
  const hides = Map.groupBy(settings.hides, ({ file }) => file);
  const uses = files.flatMap(({ path, text }) =>
    withoutHides(findWindowUses(path, text), hides.get(path) ?? []),
  );
  // From its attribute on, because a parameter may be the window.
  const byFile = Map.groupBy(found, ({ file }) => file);
  const holders = new Map(
    [...byFile].map(([file, ofFile]) => [file, commandsAround(ofFile, ({ start }) => start)]),
  );
  const inCommand = ({ file, index }: WindowUse) => holders.get(file)?.(index) ?? undefined;
  const usesOf = Map.groupBy(uses, (use) => inCommand(use)?.name ?? null);
  const hidden = [...configurations.flatMap((file) => file.hidden), ...settings.hidden];
  const beside = uses.filter((use) => inCommand(use) === undefined);
  const shown = shownAtStart(hidden, beside, byPath);
  const [keptRunning = null] = files.flatMap(({ path, text }) => findKeptRunning(path, text) ?? []);
  const done = new Set([
    ...(settings.hasMenu ? [menuPart] : []),
    ...(keptRunning === null ? [] : [endingPart]),
  ]);
  const setup = [
    ...files.flatMap(({ path, text }) => findSetup(path, text, found, done)),
    ...settings.left,
    ...useNotes(beside, shown),
  ];
  const left: Note[] = commands.map(({ name, file, line, result, steps }) => {
    if (steps !== null)
      return {
        file,
        line,
        text: `the command "${name}" only works windows: ${main} does so, too, look at it`,
      };
    const error = errorValue(result, sources);
    const thrown =
      error === null ? "" : `; a page gets the ${error} that it fails with as error.data`;
    const worked = (usesOf.get(name) ?? []).map(windowUseText);
    const windows = worked.length === 0 ? "" : `; it works ${[...new Set(worked)].join(", ")}`;
    return {
      file,
      line,
      text: `the command "${name}" is Rust: write it in ${main}${thrown}${windows}`,
    };
  });
  addAll(left, [
    ...uncalled.map(({ name, file, line }) => ({
      file,
      line,
      text: `the command "${name}" is in no generate_handler!, so no page can call it: it has no stub`,
    })),
    ...[...(handled ?? [])]
      .filter((name) => !names.has(name))
      .map((name) => ({
        file: null,
        line: null,
        text: `generate_handler! names the command "${name}", which was not found in the Rust code: write it in ${main}`,
      })),
    ...hiddenNotes(hidden, shown, commands, uses, inCommand, frontEnd),
    ...setup,
    ...(keptRunning === null
      ? []
      : [
          {
            ...keptRunning,
            text: `Rust keeps the app running without windows: ${main} does so, too, look at it`,
          },
        ]),
    ...files.flatMap(({ path, text }) => rustPluginOptions(path, text, plugins)),
    ...unused.map((file) => ({
      file,
      line: null,
      text: "no module of the app names this file, so nothing in it was read",
    })),
    ...tooLarge.map((file) => ({
      file,
      line: null,
      text: "is larger than 2 MB, so nothing in it was read: look for commands in it yourself",
    })),
  ]);
  const isNeeded =
    commands.length > 0 || setup.length > 0 || plugins.length > 0 || keptRunning !== null;
  const setUp = { notes: setup, shown, keptRunning };
  const errors = new Set(commands.map(({ result }) => errorValue(result, sources)));
  const types = sources.flatMap(findTypes).filter(({ name }) => errors.has(name));
  return {
    main: isNeeded ? mainModule(commands, sources, setUp, plugins) : null,
    left,
    errorFields: new Set(types.flatMap(({ fields }) => fields)),
  };
}

/** The uses of windows in a file without each `hide` that the configuration replaces. */
function withoutHides(uses: readonly WindowUse[], hides: readonly StartHide[]): WindowUse[] {
  const replaced = new Set(hides.map(({ index }) => index));
  return uses.flatMap((use) => {
    if (!replaced.has(use.index)) return [use];
    const methods = use.methods.filter((name) => name !== "hide");
    return methods.length === 0 ? [] : [{ ...use, methods }];
  });
}

/** Of several with one name, under different compiler conditions, the first. */
function unique(commands: readonly RustCommand[]): RustCommand[] {
  const byName = new Map<string, RustCommand>();
  for (const command of commands) if (!byName.has(command.name)) byName.set(command.name, command);
  return [...byName.values()];
}

/** The maximum number of labels searched in each file. */
const maxLabels = 100;

/** The earlier labels of windows. */
function renamedLabels(repairs: readonly Repair[]): readonly string[] {
  const labels = repairs.flatMap(
    (repair) => /label: "([^"]+)" became/.exec(repair.text)?.[1] ?? [],
  );
  return [...new Set(labels)].slice(0, maxLabels);
}

/** The places where a front end still uses the earlier label of a window. */
function oldLabels(file: string, text: string, labels: readonly string[]): Note[] {
  return labels.flatMap((label) => {
    const named = text.matchAll(new RegExp(`["'\`]${RegExp.escape(label)}["'\`]`, "g"));
    return [...named].map((match) => ({
      file,
      line: lineAt(text, match.index),
      text: `${match[0]} may be the label of a window, which is "${settledLabel(label)}" now`,
    }));
  });
}

/** One by one: the number of arguments of a call is limited by the stack. */
function addAll(to: Note[], notes: readonly Note[]): void {
  for (const note of notes) to.push(note);
}
