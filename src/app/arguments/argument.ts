import type { ResolvedConfig } from "../../config/index.ts";

export type CliConfig = NonNullable<ResolvedConfig["framework"]["cli"]>;
type CliArg = NonNullable<CliConfig["args"]>[number];

/** One argument of `framework.cli`, with all derived values settled. */
export interface Argument {
  readonly name: string;
  /** One character; `null`: it has none. */
  readonly short: string | null;
  /** It is identified by its position, not by its name. */
  readonly isPositional: boolean;
  readonly takesValue: boolean;
  /** Its value is a list. */
  readonly isList: boolean;
  /** It may occur more than once. */
  readonly repeats: boolean;
  /** The maximum number of values per occurrence. */
  readonly most: number;
  /** The rules, as they are written. */
  readonly rules: CliArg;
}

/**
 * The arguments of a command: positional ones in their order, then the others as they were written.
 */
export function argumentsOf(command: CliConfig): readonly Argument[] {
  const all = command.args ?? [];
  const positional = all
    .filter(({ index }) => index !== null)
    .sort((a, b) => Number(a.index) - Number(b.index));
  return [...positional, ...all.filter(({ index }) => index === null)].map(settle);
}

function settle(rules: CliArg): Argument {
  const { numberOfValues, minValues, maxValues } = rules;
  const isPositional = rules.index !== null;
  const takesValue = isPositional || rules.takesValue || numberOfValues !== null;
  const several =
    rules.multiple || numberOfValues !== null || (minValues ?? 0) > 1 || (maxValues ?? 0) > 1;
  return {
    name: rules.name,
    short:
      isPositional || rules.short === null
        ? null
        : (Array.from(rules.short.replace(/^-+/, ""))[0] ?? null),
    isPositional,
    takesValue,
    isList: takesValue && (several || rules.multipleOccurrences),
    repeats: rules.multipleOccurrences,
    most: several ? (numberOfValues ?? maxValues ?? Infinity) : 1,
    rules,
  };
}

/** The notation of an argument: `<file>`, `--verbose`, `--config <config>`. */
export function written({ name, isPositional, takesValue, most, rules }: Argument): string {
  const value = `<${name}>${most > 1 ? "..." : ""}`;
  if (isPositional) return value;
  if (!takesValue) return `--${name}`;
  return rules.requireEquals === true ? `--${name}=${value}` : `--${name} ${value}`;
}
