import {
  boolean,
  field,
  integer,
  later,
  list,
  map,
  optional,
  record,
  required,
  text,
  textOf,
} from "./field.ts";
import type { RecordShape } from "./field.ts";

const names = list(text);
const pair = list(text, 2);

const cliArg = record("CliArg", "One argument of the application's command line.", {
  short: optional(
    textOf({
      pattern: "^-*[^-]",
      says: "must have a character that is not -",
      example: "v",
    }),
    "Short form without the leading `-`. Leading `-` are dropped and only the first character is used.",
  ),
  name: required(text, "Name of the argument, different from all others."),
  description: optional(text, "One line for the help."),
  longDescription: optional(text, "Detailed description for the help."),
  takesValue: field(
    boolean,
    false,
    "It takes a value: `-o value`, `--option value`, `-o=value`, `--option=value`, `-ovalue`.",
  ),
  multiple: field(
    boolean,
    false,
    "It may carry several values but appear once: `--opt v1 v2`, not `--opt v1 v2 --opt v3`. Needs `takesValue`.",
  ),
  multipleOccurrences: field(
    boolean,
    false,
    "It may appear more than once. Flags are counted (`-ddd` is three); arguments with a value have one value for each time.",
  ),
  numberOfValues: optional(
    integer(),
    "Exactly this many values. Sets `takesValue` and several values; does not need `multipleOccurrences`.",
  ),
  possibleValues: optional(
    list(text),
    "The values that are allowed; any other ends with an error.",
  ),
  minValues: optional(integer(), "At least this many values."),
  maxValues: optional(integer(), "At most this many values."),
  required: field(
    boolean,
    false,
    "It must be given, unless a rule about conflicts says otherwise.",
  ),
  requiredUnlessPresent: optional(
    text,
    "It must be given unless this argument is. Of the rules whose names begin with `requiredUnlessPresent`, one that is satisfied is enough.",
  ),
  requiredUnlessPresentAll: optional(names, "It must be given unless all these arguments are."),
  requiredUnlessPresentAny: optional(names, "It must be given unless one of these arguments is."),
  conflictsWith: optional(text, "May not be given together with this argument."),
  conflictsWithAll: optional(names, "May not be given together with any of these arguments."),
  requires: optional(text, "When it is given, this argument must be, too."),
  requiresAll: optional(names, "When it is given, all these arguments must be, too."),
  requiresIf: optional(
    pair,
    "A pair `[arg, value]`: when its own value equals `value`, `arg` must be given.",
  ),
  requiredIfEq: optional(
    pair,
    "A pair `[arg, value]`: it must be given only if the value of `arg` equals `value`.",
  ),
  requireEquals: optional(
    boolean,
    "The value must be written with an equals sign: `--option=value`.",
  ),
  index: optional(
    integer(1),
    "Position among the positional arguments, from 1. With `multiple`, only the last position may have several values.",
  ),
});

export const cliConfig: RecordShape = record("CliConfig", "The application's own command line.", {
  description: optional(text, "Description of the command for the help."),
  longDescription: optional(text, "Long description of the command for the help."),
  beforeHelp: optional(text, "Text before the generated help, often a header."),
  afterHelp: optional(text, "Text after the generated help."),
  args: optional(list(cliArg), "Arguments of the command."),
  subcommands: optional(
    map(
      later("CliConfig", () => cliConfig),
      "subcommand",
    ),
    "Subcommands by name.",
  ),
});
