import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { refuseFolderName } from "../project/folder-name.ts";
import { refuseOutside, writeOver } from "../project/inside.ts";
import { readRecord } from "../project/json-record.ts";
import { besideJson, UserError, type Terminal } from "../terminal.ts";
import { enterFolder, newProjectJson, writeNew } from "./new-files.ts";
import { callingPackageManager, packageManagers } from "./package-managers.ts";
import { manifestOf, templateFiles } from "./template-files.ts";
import { templates } from "./template-table.ts";

export interface TemplateOptions {
  /** The project's folder; one named after the application when absent. */
  readonly directory?: string | undefined;
  readonly template?: string | undefined;
  readonly appName?: string | undefined;
  readonly identifier?: string | undefined;
  readonly packageManager?: string | undefined;
  /** Asks nothing: missing answers come from the folder, or from the defaults. */
  readonly yes?: boolean | undefined;
  /** Overwrites existing files. Nothing is deleted. */
  readonly force?: boolean | undefined;
  /** The result as one JSON object on standard output. */
  readonly json?: boolean | undefined;
}

/** The parts of a new project that depend on which program makes it. */
export interface TemplateSource {
  /** The package name in the project's imports of the framework. */
  readonly framework: string;
  /** The package specifier of the framework in a folder. */
  readonly frameworkFor: (folder: string) => string;
  readonly icons: () => Promise<Readonly<Record<string, Uint8Array>>>;
}

/** Asks a question. `null` if the user cancelled. */
export type AskForTemplate = (question: {
  readonly message: string;
  readonly initial: string;
  /** The choices. Absent: any text. */
  readonly choices?: readonly { readonly value: string; readonly hint: string }[];
  /** The reason why an answer is invalid. `undefined`: it is valid. */
  readonly problem: (answer: string) => string | undefined;
}) => Promise<string | null>;

interface Question {
  readonly key: "appName" | "template" | "identifier" | "packageManager";
  readonly message: string;
  readonly choices?: readonly { readonly value: string; readonly hint: string }[];
  readonly problem: (answer: string) => string | undefined;
}

type Answers = Readonly<Record<Question["key"], string>>;

const managerChoices = packageManagers.map(({ name }) => ({ value: name, hint: "" }));
const templateChoices = templates.map(({ name, describe }) => ({ value: name, hint: describe }));

const questions: readonly Question[] = [
  {
    key: "appName",
    message: "Name of the application",
    problem: (name) =>
      /[/\\:*?"<>|\p{Cc}]/u.test(name) || !/[\p{L}\p{N}]/u.test(name)
        ? 'must have a letter or a digit, and none of / \\ : * ? " < > |'
        : undefined,
  },
  {
    key: "template",
    message: "Template",
    choices: templateChoices,
    problem: (name) => notAmong(name, templateChoices),
  },
  {
    key: "identifier",
    message: "Identifier, which no other app has",
    problem: (text) =>
      /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text)
        ? undefined
        : 'must be words of letters, digits and "-", with dots between: org.example.notes',
  },
  {
    key: "packageManager",
    message: "Package manager",
    choices: managerChoices,
    problem: (name) => notAmong(name, managerChoices),
  },
];

function notAmong(name: string, choices: readonly { value: string }[]): string | undefined {
  const names = choices.map(({ value }) => value);
  return names.includes(name) ? undefined : `must be one of ${names.join(", ")}`;
}

/** Makes a project from a template. Settles with the exit code. */
export async function templateCommand(
  terminal: Terminal,
  options: TemplateOptions,
  source: TemplateSource,
  ask: AskForTemplate,
): Promise<number> {
  const answers = await collect(terminal, options, ask);
  if (answers === null) {
    terminal.err("Cancelled, nothing was written\n");
    return 1;
  }
  const template = templates.find(({ name }) => name === answers.template);
  const manager = packageManagers.find(({ name }) => name === answers.packageManager);
  if (template === undefined || manager === undefined) throw new Error("Answers were not checked");
  const packageName = slug(answers.appName);
  const folder = resolve(terminal.cwd, options.directory ?? packageName);
  refuseFolderName(folder);

  const project = {
    template,
    manager,
    packageName,
    title: answers.appName,
    identifier: answers.identifier,
    framework: source.framework,
  };
  const files = new Map<string, string | Uint8Array>();
  for (const [path, text] of templateFiles(project)) files.set(join(folder, path), text);
  for (const [name, bytes] of Object.entries(await source.icons()))
    files.set(join(folder, "src-framework/icons", name), bytes);
  // An existing manifest, for example from `npm init`, is completed.
  const manifest = join(folder, "package.json");
  const before = readRecord(manifest);
  if (before === null && existsSync(manifest) && options.force !== true)
    throw new UserError(
      `Cannot complete "${manifest}": it must be JSON; repair it, or use --force to overwrite it`,
    );
  refuseOutside(folder, [manifest]);
  const people = options.json === true ? besideJson(terminal) : terminal;
  writeNew(people, files, folder, options.force === true);
  writeOver(manifest, manifestOf(project, source.frameworkFor(folder), before ?? {}));
  people.out("wrote package.json\n");

  const next = [manager.install, `${manager.run} dev`];
  const steps = [...enterFolder(terminal, folder), ...next];
  people.out(`\nStart it with:\n\n${steps.map((step) => `  ${step}\n`).join("")}`);
  if (options.json === true)
    terminal.out(newProjectJson({ folder, files: [...files.keys(), manifest], next }));
  return 0;
}

async function collect(
  terminal: Terminal,
  options: TemplateOptions,
  ask: AskForTemplate,
): Promise<Answers | null> {
  const { directory } = options;
  const manager = callingPackageManager(process.env["npm_config_user_agent"]);
  const suggested: Record<Question["key"], string> = {
    appName: directory === undefined ? "My App" : titleOf(resolve(terminal.cwd, directory)),
    template: "vanilla-ts",
    identifier: "",
    packageManager: manager?.name ?? "npm",
  };
  for (const { key, message, choices, problem } of questions) {
    if (key === "identifier") suggested.identifier = `com.example.${slug(suggested.appName)}`;
    const initial = suggested[key];
    const question = { message, initial, problem, ...(choices !== undefined && { choices }) };
    const answer = options[key] ?? (options.yes === true ? initial : await ask(question));
    if (answer === null) return null;
    const wrong = problem(answer);
    if (wrong !== undefined) throw new UserError(`Cannot take "${answer}": ${message} ${wrong}`);
    suggested[key] = answer;
  }
  return suggested;
}

/** `/home/ada/my-notes` is called "My Notes"; a name with capitals or spaces stays. */
function titleOf(folder: string): string {
  const name = basename(folder);
  if (!/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(name)) return name === "" ? "My App" : name;
  return name
    .split(/[-_.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** A name for npm, for a folder and for an identifier. */
function slug(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "") || "app";
}
