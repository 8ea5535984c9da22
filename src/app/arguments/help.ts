import { written, type Argument, type CliConfig } from "./argument.ts";

export interface HelpOptions {
  /** The program's name and the subcommands that lead to this one. */
  readonly path: readonly string[];
  /** `--help` prints the long descriptions, `-h` the short ones. */
  readonly long: boolean;
  readonly onlyUsage?: boolean;
}

/** The help of a command, as text that ends with a line break. */
export function renderHelp(
  config: CliConfig,
  all: readonly Argument[],
  { path, long, onlyUsage = false }: HelpOptions,
): string {
  const positional = all.filter(({ isPositional }) => isPositional);
  const options = all.filter(({ isPositional }) => !isPositional);
  const subcommands = Object.entries(config.subcommands ?? {});
  const usage = [
    `Usage: ${path.join(" ")}`,
    "[options]",
    ...options.filter(({ rules }) => rules.required).map(written),
    ...positional.map((argument) =>
      argument.rules.required ? written(argument) : `[${written(argument)}]`,
    ),
    ...(subcommands.length > 0 ? ["[command]"] : []),
  ].join(" ");
  if (onlyUsage) return `${usage}\n`;

  const about = (one: { description: string | null; longDescription: string | null }) =>
    (long ? one.longDescription : null) ?? one.description ?? one.longDescription ?? "";
  const row = (argument: Argument): Row => [
    spelled(argument),
    describe(argument, about(argument.rules)),
  ];
  return `${[
    config.beforeHelp ?? "",
    about(config),
    usage,
    table("Arguments", positional.map(row)),
    table("Options", [...options.map(row), ...builtIn(all)]),
    table(
      "Commands",
      subcommands.map(([name, command]) => [
        name,
        command.description ?? command.longDescription ?? "",
      ]),
    ),
    config.afterHelp ?? "",
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

type Row = readonly [name: string, text: string];

function spelled(argument: Argument): string {
  if (argument.isPositional) return written(argument);
  return `${argument.short === null ? "   " : `-${argument.short},`} ${written(argument)}`;
}

/** `--help` and `--version`, unless the app uses these names itself. */
function builtIn(all: readonly Argument[]): readonly Row[] {
  return [
    ["h", "help", "Print help"] as const,
    ["V", "version", "Print the version"] as const,
  ].flatMap(([short, name, text]) => {
    if (all.some((argument) => !argument.isPositional && argument.name === name)) return [];
    return [
      [
        all.some((argument) => argument.short === short) ? `    --${name}` : `-${short}, --${name}`,
        text,
      ] as const,
    ];
  });
}

function describe({ rules }: Argument, text: string): string {
  const values =
    rules.possibleValues === null ? "" : `[possible values: ${rules.possibleValues.join(", ")}]`;
  return [text, values].filter((part) => part !== "").join(" ");
}

function table(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const width = Math.max(...rows.map(([name]) => name.length));
  const margin = " ".repeat(width + 4);
  const lines = rows.map(([name, text]) =>
    `  ${name.padEnd(width)}  ${text.replaceAll("\n", `\n${margin}`)}`.trimEnd(),
  );
  return `${title}:\n${lines.join("\n")}`;
}
