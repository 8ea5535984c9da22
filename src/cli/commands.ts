import type { FromTemplateOptions } from "./init/from-template.ts";
import type { InitOptions } from "./init/init.ts";
import type { Terminal } from "./terminal.ts";

/** A command of the tool. `options` and `parameter` are written as commander reads them. */
export interface CommandRow {
  readonly name: string;
  readonly describe: string;
  /** The options. One with `repeats` may be given several times, and becomes a list. */
  readonly options?: readonly (readonly [flags: string, describe: string, repeats?: "repeats"])[];
  readonly parameter?: readonly [name: string, describe: string];
  /** Settles with the exit code. */
  readonly run?: (
    terminal: Terminal,
    options: never,
    parameters: readonly string[],
  ) => Promise<number>;
  readonly commands?: readonly CommandRow[];
}

/** Of `init`, which makes a plugin's package or begins with a template by an option alone. */
type AnyInitOptions = InitOptions &
  Partial<FromTemplateOptions> & { readonly plugin?: string | undefined };

const config = [
  "-c, --config <json or file>",
  "settings to merge over the configuration; several are merged in their order",
  "repeats",
] as const;

/**
 * THE TABLE OF THE TOOL'S COMMANDS. Each is loaded when it is run, so no command waits for
 * another's code.
 */
export const commands: readonly CommandRow[] = [
  {
    name: "init",
    describe: "make a folder into an application",
    options: [
      ["-d, --directory <folder>", "the project's folder"],
      ["-T, --template [name]", "begin with a template: vanilla-ts, react-ts, editor, …"],
      ["--ci", "ask nothing"],
      ["-y, --yes", "the same"],
      ["-f, --force", "write over files that are there"],
      ["--identifier <identifier>", "of the application: org.example.notes"],
      ["--package-manager <name>", "with --template: npm, pnpm, yarn or bun"],
      ["--format <name>", "of the configuration: json, json5 or toml"],
      ["-A, --app-name <name>", "the application's name"],
      ["-W, --window-title <title>", "the title of its window"],
      ["-D, --dist-dir <path>", "the folder of the built page, relative to the configuration file"],
      ["-P, --dev-path <path or address>", "the page in development"],
      ["--before-dev-command <command>", "starts the front end's development server"],
      ["--before-build-command <command>", "builds the front end"],
      ["--plugin <name>", "make a package of a plugin instead"],
      ["--tests", "write a first test of own code, and a first test of the app"],
      ["--json", "the result as JSON; asks nothing"],
    ],
    run: async (terminal, options: AnyInitOptions) => {
      const { plugin, template } = options;
      if (plugin !== undefined)
        return (await import("./init/plugin.ts")).pluginCommand(terminal, { ...options, plugin });
      if (template === undefined)
        return (await import("./init/init.ts")).initCommand(terminal, options);
      return (await import("./init/from-template.ts")).fromTemplateCommand(terminal, {
        ...options,
        template,
      });
    },
  },
  {
    name: "migrate",
    describe: "make an app of Tauri 1 into one of ours",
    options: [
      ["-d, --directory <folder>", "the project's folder"],
      ["-y, --yes", "do it without asking"],
      ["--dry-run", "only list the changes"],
      ["--json", "the changes and the remaining tasks as JSON; with --yes or --dry-run"],
    ],
    run: async (terminal, options) =>
      (await import("./migrate/migrate.ts")).migrateCommand(terminal, options),
  },
  {
    name: "dev",
    describe: "run the app from source, and follow changes",
    options: [
      config,
      ["--no-watch", "start once, and follow no changes"],
      ["--port <number>", "of the server for a page whose scripts are TypeScript"],
      ["--console", "show the console output of pages"],
      ["--reload-pages", "load pages anew when main.ts is started again"],
      ["--inspect [port]", "let a debugger reach main.ts"],
      ["--json", "each start, restart, reload and error as a line of JSON"],
    ],
    parameter: ["[app arguments...]", "handed to the app, after --"],
    run: async (terminal, options: object, appArguments) =>
      (await import("./dev/dev.ts")).devCommand(terminal, { ...options, appArguments }),
  },
  {
    name: "test",
    describe: "run the tests of the project, which start its app by framework/testing",
    options: [
      ["--prepare", "only print how tests start the app, as JSON"],
      [
        "--runner <command>",
        "runs the tests: vitest run, playwright test, …; bun test when absent",
      ],
      ["--json", "the result as JSON, with each test that failed under bun test"],
    ],
    parameter: ["[runner arguments...]", "handed to the runner, after --"],
    run: async (terminal, options: object, runnerArguments) =>
      (await import("./test/test.ts")).testCommand(terminal, { ...options, runnerArguments }),
  },
  {
    name: "driver",
    describe: "drive apps by WebDriver: for WebdriverIO, Selenium and other clients",
    options: [["-p, --port <number>", "where it listens; 4444 when absent, 0 for a free one"]],
    run: async (terminal, options) =>
      (await import("./driver/driver.ts")).driverCommand(terminal, options),
  },
  {
    name: "build",
    describe: "make the app's executable and packages",
    options: [
      config,
      ["-t, --target <target>", "linux-x64, linux-arm64, …, or a triple"],
      ["-b, --bundles <formats...>", "only these packages; none: only the executable"],
      ["--no-bundle", "only the executable"],
      ["-d, --debug", "with dev tools, into a folder of its own"],
      ["--quick", "compress packages in seconds: they are about a third larger"],
      ["--keep-source-maps", "ship the page's source maps, too"],
      ["--ci", "plain lines without times, and no questions"],
      ["-y, --yes", "get a missing runtime of another system by npm, without asking"],
      ["--json", "the result as JSON"],
      ["-v, --verbose", "more words"],
    ],
    run: async (terminal, options) =>
      (await import("./build/build.ts")).buildCommand(terminal, options),
  },
  {
    name: "publish",
    describe: "upload what was built, with the feeds by which apps find updates",
    options: [
      config,
      [
        "--to <destination>",
        "a folder, user@host:/folder, s3://bucket/folder or github:owner/name",
      ],
      [
        "--channel <name>",
        "which apps find it: stable, beta, …; framework.updater.channel when absent",
        "repeats",
      ],
      ["--rollout <percent>", "how many of the installed apps find it; all when absent"],
      ["--notes <text or file>", "what is new, shown before it is installed"],
      [
        "--release <version>",
        "offer this published version again: to raise --rollout, or to roll back",
      ],
      ["--dry-run", "upload nothing, only say what would be"],
      ["--ci", "plain lines without times"],
      ["--json", "the result as JSON"],
    ],
    run: async (terminal, options) =>
      (await import("./publish/publish.ts")).publishCommand(terminal, options),
  },
  {
    name: "config",
    describe: "check the configuration, and print the result",
    options: [
      ["-p, --platform <system>", "linux, windows or macos"],
      config,
      ["-e, --explain <field>", "where one value comes from: framework.windows[0].width"],
      ["--json", "everything as JSON, problems included"],
    ],
    run: async (terminal, options) =>
      (await import("./config.ts")).configCommand(terminal, options),
  },
  {
    name: "audit",
    describe: "list the permissions of the app's pages, and their dangers",
    options: [
      config,
      ["--json", "as JSON"],
      ["--strict", "fail when there is a warning"],
      [
        "--fail-on <level>",
        "fail when there is a warning of this level or a worse one: high, medium or low",
      ],
      [
        "--suggest",
        "show the smallest configuration for the features that pages used in framework dev",
      ],
      ["--apply", "write the result of --suggest into the configuration"],
    ],
    run: async (terminal, options) =>
      (await import("./audit/audit.ts")).auditCommand(terminal, options),
  },
  {
    name: "schema",
    describe: "print the JSON Schema of the configuration",
    run: async (terminal) => (await import("./schema.ts")).schemaCommand(terminal),
  },
  {
    name: "icon",
    describe: "make the icons of all systems from one picture",
    options: [
      ["-o, --output <folder>", "where they go; icons beside the configuration when absent"],
      ["-p, --png <sizes>", "only PNG files of these sizes: 16,24,64"],
      ["--json", "the paths of what was written, as JSON"],
    ],
    parameter: ["[picture]", "a square PNG, ICO or SVG; app-icon.png or app-icon.svg when absent"],
    run: async (terminal, options: object, [picture]) =>
      (await import("./icon/icon.ts")).iconCommand(terminal, { ...options, picture }),
  },
  {
    name: "doctor",
    describe: "check what this machine can build for, and say how to get what is missing",
    options: [
      ["-t, --target <target>", "only this one: linux-x64, linux-arm64, …, or a triple"],
      ["--json", "as JSON"],
    ],
    run: async (terminal, options) =>
      (await import("./doctor/doctor.ts")).doctorCommand(terminal, options),
  },
  {
    name: "info",
    describe: "report on this machine and this project, and list missing parts",
    options: [
      ["--json", "as JSON"],
      ["--markdown", "as Markdown, to be pasted into a report"],
      ["--log", "print the newest lines that the app of this project has logged here"],
    ],
    run: async (terminal, options) =>
      (await import("./info/info.ts")).infoCommand(terminal, options),
  },
  {
    name: "signer",
    describe: "keys and signatures for updates",
    commands: [
      {
        name: "generate",
        describe: "make a pair of keys",
        options: [
          [
            "-w, --write-keys <file>",
            "where the secret key goes; the public one gets .pub behind it",
          ],
          ["-f, --force", "write over files that are there"],
          ["--ci", "ask nothing: without FRAMEWORK_KEY_PASSWORD the key has no password"],
          ["--json", "the result as JSON, without the secret key"],
        ],
        run: async (terminal, options) =>
          (await import("./signer/signer.ts")).generateCommand(terminal, options),
      },
      {
        name: "sign",
        describe: "sign a file; the signature goes beside it",
        options: [
          [
            "-k, --private-key-path <file>",
            "the secret key; otherwise FRAMEWORK_PRIVATE_KEY, a key or the path of one",
          ],
          ["--app-identifier <identifier>", "the app it is for, bound to it by the signature"],
          ["--app-version <version>", "the version the file updates to, bound likewise"],
          ["--app-target <target>", "the system it is for, such as linux-x86_64, bound likewise"],
          ["--expires <days>", "for how many days apps may take it for the newest, bound likewise"],
          ["--ci", "ask nothing"],
          ["--json", "the result as JSON"],
        ],
        parameter: ["<file>", "the file to sign"],
        run: async (terminal, options: object, [file]) =>
          (await import("./signer/signer.ts")).signCommand(terminal, {
            ...options,
            file: file ?? "",
          }),
      },
    ],
  },
];
