import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isCancel, text } from "@clack/prompts";
import { templateIdentifier } from "../../config/fields/bundle.ts";
import { nearestAbove } from "../../config/read/ancestors.ts";
import { formats } from "../../config/read/file-formats.ts";
import type { FormatName } from "../../config/read/file-formats.ts";
import { sourceDirectory } from "../../config/read/find.ts";
import { pagePlaceProblem } from "../../config/rules/build.ts";
import { identifierProblem } from "../../config/shape/identifier.ts";
import { iconNames } from "../icon/set.ts";
import { enterFolder, newProjectJson, writeNew } from "./new-files.ts";
import { findProject } from "./front-end-project.ts";
import type { FoundProject } from "./front-end-project.ts";
import { gitignore } from "./gitignore.ts";
import { newIcons } from "./icons.ts";
import { renderConfig } from "./render.ts";
import type { PlainObject } from "./render.ts";
import { filled, filesIn } from "./template-files.ts";
import { readRecord } from "../project/json-record.ts";
import { refuseFolderName } from "../project/folder-name.ts";
import { packageName } from "../project/package-name.ts";
import { besideJson, UserError } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import { askWhether, migrateCommand, type AskWhether } from "../migrate/migrate.ts";
import { tauriProjectIn } from "../migrate/tauri-project.ts";

export interface InitOptions {
  /** The project's folder. The current one if absent. */
  readonly directory?: string | undefined;
  /** Asks nothing: missing answers come from the project, or from the defaults. */
  readonly ci?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** Write over files that are there already. Nothing is deleted. */
  readonly force?: boolean | undefined;
  readonly format?: string | undefined;
  readonly appName?: string | undefined;
  readonly identifier?: string | undefined;
  /** For projects of a template alone. */
  readonly packageManager?: string | undefined;
  readonly windowTitle?: string | undefined;
  readonly distDir?: string | undefined;
  readonly devPath?: string | undefined;
  readonly beforeDevCommand?: string | undefined;
  readonly beforeBuildCommand?: string | undefined;
  /** `--tests`: a first test of the app's own code, and a first test of the whole app. */
  readonly tests?: boolean | undefined;
  /** The result as one JSON object on standard output. Asks nothing. */
  readonly json?: boolean | undefined;
}

/** Asks one question. `null` if the user cancelled. */
export type Ask = (question: {
  readonly message: string;
  readonly initial: string;
  /** The reason why an answer is refused; `null`: it is taken. */
  readonly problem: (answer: string) => string | null;
}) => Promise<string | null>;

interface Answers {
  readonly appName: string;
  readonly windowTitle: string;
  readonly distDir: string;
  readonly devPath: string;
  readonly beforeDevCommand: string;
  readonly beforeBuildCommand: string;
}

/** The folder for pages when a project has none, beside the application's source directory. */
const starterFolder = "src";

const start = "npx framework dev";

/** `framework init`: makes a folder into an application that `framework dev` shows at once. */
export async function initCommand(
  terminal: Terminal,
  options: InitOptions,
  ask: Ask = askUser,
  askToMove: AskWhether = askWhether,
): Promise<number> {
  const folder = resolve(terminal.cwd, options.directory ?? ".");
  refuseFolderName(folder);
  if (options.packageManager !== undefined)
    throw new UserError("Cannot use --package-manager without --template: the project has its own");
  refuseIdentifier(options.identifier);
  const isJson = options.json === true;
  const people = isJson ? besideJson(terminal) : terminal;
  // A question would stand between the lines of a result.
  const isQuiet = options.ci === true || options.yes === true || isJson;
  const format = formatOf(options.format);
  const target = join(folder, sourceDirectory);
  refuseSecondConfiguration(target, format, options.force === true);
  if (await isToBeMoved(terminal, folder, isQuiet, askToMove)) {
    return migrateCommand({ ...terminal, cwd: folder }, {}, askToMove);
  }

  const project = findProject(folder);
  const answers = await collect(
    options,
    suggestions(folder, project),
    isQuiet ? keepSuggestion : ask,
    target,
  );
  if (answers === null) {
    terminal.err("Cancelled, nothing was written\n");
    return 1;
  }
  const files = new Map<string, string | Uint8Array>();
  const main = formats.find((one) => one.name === format)?.mainFile ?? "";
  files.set(
    join(target, main),
    renderConfig(newConfig(answers, folder, project, options, format), format),
  );
  files.set(join(target, ".gitignore"), gitignore);
  for (const [name, bytes] of Object.entries(await newIcons()))
    files.set(join(target, "icons", name), bytes);
  for (const [path, text] of starterFiles(options.tests === true, project.frontEnd === null))
    files.set(
      join(folder, path),
      filled(text, path, { title: answers.windowTitle, framework: packageName }),
    );
  writeNew(people, files, folder, options.force === true);
  tellGuesses(people, options, answers, project, `${sourceDirectory}/${main}`);
  tellNext(people, folder, project);
  if (isJson) terminal.out(newProjectJson({ folder, files: [...files.keys()], next: [start] }));
  return 0;
}

/**
 * The app's own code. On request also the first tests, and the pages of the template `vanilla`,
 * which need no build tool.
 */
function starterFiles(withTests: boolean, withPages: boolean): [path: string, text: string][] {
  const own = [...filesIn("greet")].filter(([path]) => withTests || !path.startsWith("tests/"));
  if (!withPages) return own;
  const pages = [...filesIn("look"), ...filesIn("vanilla")];
  return [...own, ...pages.filter(([path]) => path.startsWith(`${starterFolder}/`))];
}

/** The policy of the template whose pages are written. Other pages may need more sources. */
function starterSecurity(): PlainObject {
  const text = filesIn("shared").get(`${sourceDirectory}/framework.conf.json`) ?? "";
  const { framework } = JSON.parse(text) as { framework: { security: PlainObject } };
  return framework.security;
}

function formatOf(name: string | undefined): FormatName {
  const found = formats.find((format) => format.name === (name ?? "json"));
  if (found === undefined) {
    throw new UserError(
      `Cannot write format "${name}": use ${formats.map((one) => one.name).join(", ")}`,
    );
  }
  return found.name;
}

/** A project with such an identifier could not start. */
function refuseIdentifier(identifier: string | undefined): void {
  const problem = identifier === undefined ? null : identifierProblem(identifier);
  if (problem !== null)
    throw new UserError(`Cannot take --identifier "${identifier}": it ${problem}`);
}

/** True if an existing Tauri app is to be moved over, instead of a new app beside it. */
async function isToBeMoved(
  terminal: Terminal,
  folder: string,
  isQuiet: boolean,
  ask: AskWhether,
): Promise<boolean> {
  const project = tauriProjectIn(folder);
  if (project === null) return false;
  const file = relative(folder, join(project.source, project.main.name));
  const what = `${file} is of Tauri ${project.version}`;
  const answer =
    isQuiet || project.version === 2
      ? null
      : await ask(`${what}. Move that app over instead of making a new one?`);
  if (answer === null) {
    const verb = project.version === 2 ? "lists the differences" : "would move that app over";
    terminal.err(`${what}: "npx framework migrate" ${verb}; this makes a new app\n`);
  }
  return answer === true;
}

/**
 * Two main files are an error later, so a configuration in another format is a conflict even with
 * `--force`.
 */
function refuseSecondConfiguration(target: string, format: FormatName, force: boolean): void {
  for (const { name, mainFile } of formats) {
    if (!existsSync(join(target, mainFile)) || (force && name === format)) continue;
    const remedy = name === format ? "use --force to write over it" : "delete it first";
    throw new UserError(
      `Cannot make a new configuration: "${join(target, mainFile)}" is there, ${remedy}`,
    );
  }
}

function suggestions(folder: string, { name, frontEnd }: FoundProject): Answers {
  const appName = name ?? (basename(folder) || "My App");
  return {
    appName,
    windowTitle: appName,
    distDir: frontEnd?.distDir ?? `../${starterFolder}`,
    devPath: frontEnd?.devPath ?? `../${starterFolder}`,
    beforeDevCommand: frontEnd?.devCommand ?? "",
    beforeBuildCommand: frontEnd?.buildCommand ?? "",
  };
}

const needed = (answer: string): string | null =>
  answer.trim() === "" ? "must not be empty" : null;

/** A project with another answer could not start. */
function pagePlace(answer: string, source: string): string | null {
  const problem = pagePlaceProblem(answer, source);
  if (problem === null) return needed(answer);
  const { message, meant } = problem;
  return meant === null ? message : `${message}; did you mean "${meant}"?`;
}

const questions: readonly {
  readonly key: keyof Answers;
  readonly message: string;
  readonly problem: (answer: string, source: string) => string | null;
}[] = [
  { key: "appName", message: "Name of the application", problem: needed },
  { key: "windowTitle", message: "Title of the window", problem: needed },
  {
    key: "distDir",
    message: `Folder of the built pages, relative to ${sourceDirectory}`,
    problem: pagePlace,
  },
  {
    key: "devPath",
    message: "Address of the development server, or a folder of pages",
    problem: pagePlace,
  },
  {
    key: "beforeDevCommand",
    message: "Command that starts the development server",
    problem: () => null,
  },
  { key: "beforeBuildCommand", message: "Command that builds the pages", problem: () => null },
];

async function collect(
  options: InitOptions,
  suggested: Answers,
  ask: Ask,
  source: string,
): Promise<Answers | null> {
  const answers: Record<keyof Answers, string> = { ...suggested };
  for (const { key, message, problem: problemOf } of questions) {
    const problem = (answer: string): string | null => problemOf(answer, source);
    const given = options[key];
    // The title follows a name that was typed or given.
    const initial = key === "windowTitle" ? answers.appName : answers[key];
    const answer = given ?? (await ask({ message, initial, problem }));
    if (answer === null) return null;
    const refused = problem(answer);
    if (refused !== null) throw new UserError(`${message}: ${refused}`);
    answers[key] = answer;
  }
  if (/[/\\:*?"<>|]/.test(answers.appName)) {
    // A name with quotes stays as the title. It cannot be a file name of the product.
    answers.appName =
      answers.appName
        .replace(/[/\\:*?"<>|]+/g, " ")
        .replace(/\s+/g, " ")
        .trim() || "My App";
  }
  return answers;
}

function newConfig(
  answers: Answers,
  folder: string,
  project: FoundProject,
  { identifier = templateIdentifier }: Pick<InitOptions, "identifier">,
  format: FormatName,
): PlainObject {
  const schema = schemaPath(join(folder, sourceDirectory));
  const showsStarter =
    project.frontEnd === null &&
    [answers.devPath, answers.distDir].every((path) => path === `../${starterFolder}`);
  const hooks = {
    ...(answers.beforeDevCommand !== "" && { beforeDevCommand: answers.beforeDevCommand }),
    ...(answers.beforeBuildCommand !== "" && { beforeBuildCommand: answers.beforeBuildCommand }),
  };
  return {
    ...(schema !== null && format !== "toml" && { $schema: schema }),
    package: {
      productName: answers.appName,
      version: project.hasVersion ? "../package.json" : "0.1.0",
    },
    build: {
      devPath: answers.devPath,
      distDir: answers.distDir,
      ...hooks,
      ...(project.frontEnd?.isPlain !== false && { withGlobalFramework: true }),
    },
    framework: {
      windows: [
        { title: answers.windowTitle, width: 800, height: 600, resizable: true, fullscreen: false },
      ],
      allowlist: { all: false },
      ...(showsStarter && { security: starterSecurity() }),
      bundle: {
        active: true,
        targets: "all",
        identifier,
        icon: iconNames.map((name) => `icons/${name}`),
      },
      updater: { active: false },
    },
  };
}

/** The schema in the project's own packages, so that editors use that of the installed version. */
function schemaPath(from: string): string | null {
  const file = nearestAbove(
    dirname(from),
    `node_modules/${packageName}/schema/framework.conf.json`,
  );
  return file === null ? null : relative(from, file).split(sep).join("/");
}

/** Names the fields that are guessed for a front end with an unknown tool. */
function tellGuesses(
  terminal: Terminal,
  options: InitOptions,
  answers: Answers,
  { frontEnd }: FoundProject,
  file: string,
): void {
  if (frontEnd?.isUnknown !== true) return;
  const { devCommand, buildCommand } = frontEnd;
  const server =
    devCommand === null
      ? "the folder of its pages"
      : `the address at which "${devCommand}" serves its pages`;
  const output =
    buildCommand === null
      ? "the folder of its finished pages"
      : `the folder into which "${buildCommand}" writes its pages`;
  const guesses = (
    [
      ["devPath", server],
      ["distDir", output],
    ] as const
  )
    .filter(([field]) => options[field] === undefined && answers[field] === frontEnd[field])
    .map(([field, what]) => `build.${field} ("${answers[field]}") has to be ${what}`);
  if (guesses.length === 0) return;
  terminal.err(
    `The build tool of this project is unknown here, so check ${file}: ${guesses.join(", and ")}\n`,
  );
}

function tellNext(terminal: Terminal, folder: string, { frontEnd }: FoundProject): void {
  if (frontEnd?.isUnknown === true && isWorkspaceRoot(folder)) {
    terminal.err(
      "This is the root of a workspace: if another package has the app's pages, run framework init there, " +
        `and remove this ${sourceDirectory}\n`,
    );
  }
  if (frontEnd?.distDir === "..") {
    const others = readdirSync(folder).length;
    terminal.err(
      `The page is in the project's folder itself, so a build would pack all ${others} entries of it: ` +
        `move the page into a folder of its own and name that in build.distDir\n`,
    );
  }
  const lacks = frontEnd?.lacks ?? null;
  if (lacks !== null) terminal.err(`${lacks}\n`);
  terminal.out(`\nStart it with: ${[...enterFolder(terminal, folder), start].join(" && ")}\n`);
}

function isWorkspaceRoot(folder: string): boolean {
  const manifest = readRecord(join(folder, "package.json"));
  return manifest?.["workspaces"] !== undefined || existsSync(join(folder, "pnpm-workspace.yaml"));
}

const keepSuggestion: Ask = async ({ initial }) => initial;

async function askUser({ message, initial, problem }: Parameters<Ask>[0]): Promise<string | null> {
  // Without a terminal the question would wait for ever.
  if (process.stdin.isTTY !== true) return initial;
  const answer = await text({
    message,
    initialValue: initial,
    validate: (value) => problem(value ?? "") ?? undefined,
  });
  return isCancel(answer) ? null : answer;
}
