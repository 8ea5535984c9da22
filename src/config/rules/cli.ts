import type { CliArg, CliConfig } from "../config.ts";
import { nearest } from "../../contract/text/suggest.ts";
import type { Path } from "../shape/tree.ts";
import type { RuleContext } from "./rule.ts";

/** The application's command line: unique names, and rules that can be followed. */
export function commandLine(context: RuleContext): void {
  const { cli } = context.config.framework;
  if (cli !== null) checkCommand(context, cli, ["framework", "cli"]);
}

function checkCommand(context: RuleContext, command: CliConfig, path: Path): void {
  const args = command.args ?? [];
  const names = args.map((arg) => arg.name);
  const firsts = new Map([...names.entries()].toReversed().map(([index, name]) => [name, index]));
  const shorts = new Map<string, number>();
  for (const [index, arg] of args.entries()) {
    const where = [...path, "args", index];
    // A positional argument has no name on the command line, so any name is valid; a missing one is
    // reported as such.
    const named = [...where, "name"];
    if (arg.index === null && context.isWritten(named)) checkName(context, arg.name, named);
    const first = firsts.get(arg.name) ?? index;
    if (first !== index) {
      context.error([...where, "name"], "is the name of another argument, too", {
        related: { message: "the other argument", path: [...path, "args", first, "name"] },
      });
    }
    checkShort(context, arg, index, where, shorts, path);
    checkReferences(context, arg, firsts, where);
    checkCompared(context, arg, args, where);
    checkValues(context, arg, where);
  }
  checkPositions(context, args, path);
  for (const [name, subcommand] of Object.entries(command.subcommands ?? {})) {
    const where = [...path, "subcommands", name];
    checkName(context, name, where, { key: true });
    checkCommand(context, subcommand, where);
  }
}

/**
 * Checks the spelling of a name: `--` is put before that of an argument, and no command may begin
 * with it.
 */
function checkName(
  context: RuleContext,
  name: string,
  path: Path,
  pointAt: { key?: true } = {},
): void {
  if (/^[^-\s=][^\s=]*$/.test(name)) return;
  const meant = name
    .replace(/^[-\s=]+/, "")
    .trim()
    .replace(/[\s=]+/g, "-");
  context.error(path, "may not be empty, begin with -, or hold spaces or =", {
    code: "bad-value",
    suggestions: meant === "" ? [] : [JSON.stringify(meant)],
    ...pointAt,
  });
}

function checkShort(
  context: RuleContext,
  arg: CliArg,
  index: number,
  where: Path,
  shorts: Map<string, number>,
  path: Path,
): void {
  if (arg.short === null) return;
  const short = /[^-]/u.exec(arg.short)?.[0] ?? "";
  const first = shorts.get(short);
  if (first === undefined) {
    shorts.set(short, index);
    return;
  }
  context.error([...where, "short"], `is -${short}, which another argument has, too`, {
    related: { message: "the other argument", path: [...path, "args", first, "short"] },
  });
}

function checkReferences(
  context: RuleContext,
  arg: CliArg,
  names: ReadonlyMap<string, number>,
  where: Path,
): void {
  const references: { readonly name: string; readonly path: Path }[] = [];
  for (const key of ["requiredUnlessPresent", "conflictsWith", "requires"] as const) {
    const name = arg[key];
    if (name !== null) references.push({ name, path: [...where, key] });
  }
  for (const key of [
    "requiredUnlessPresentAll",
    "requiredUnlessPresentAny",
    "conflictsWithAll",
    "requiresAll",
  ] as const) {
    for (const [index, name] of (arg[key] ?? []).entries())
      references.push({ name, path: [...where, key, index] });
  }
  for (const key of ["requiresIf", "requiredIfEq"] as const) {
    const name = arg[key]?.[0];
    if (name !== undefined) references.push({ name, path: [...where, key, 0] });
  }
  for (const { name, path } of references) {
    if (names.has(name)) {
      if (name === arg.name) context.error(path, "names the argument itself");
      continue;
    }
    context.error(path, "names no argument of this command", () => ({
      suggestions: nearest(name, [...names.keys()].toReversed()).map((one) => JSON.stringify(one)),
    }));
  }
}

/** Warns of rules about a value that its argument cannot have. */
function checkCompared(
  context: RuleContext,
  arg: CliArg,
  args: readonly CliArg[],
  where: Path,
): void {
  const { requiresIf, requiredIfEq } = arg;
  for (const [key, pair, holder] of [
    ["requiresIf", requiresIf, arg],
    ["requiredIfEq", requiredIfEq, args.find(({ name }) => name === requiredIfEq?.[0])],
  ] as const) {
    const value = pair?.[1];
    if (value === undefined || holder === undefined) continue;
    const name = JSON.stringify(holder.name);
    const { possibleValues } = holder;
    if (!takesValueOf(holder))
      context.warn([...where, key], `has no effect: ${name} takes no value`, { code: "no-effect" });
    else if (possibleValues?.includes(value) === false)
      context.warn(
        [...where, key, 1],
        `has no effect: possibleValues of ${name} are ${possibleValues.join(", ")}`,
        { code: "no-effect" },
      );
  }
}

function takesValueOf({ takesValue, numberOfValues, index }: CliArg): boolean {
  return takesValue || numberOfValues !== null || index !== null;
}

function checkValues(context: RuleContext, arg: CliArg, where: Path): void {
  const { minValues, maxValues, numberOfValues, possibleValues } = arg;
  const takesValue = takesValueOf(arg);
  if (arg.multiple && !takesValue)
    context.error([...where, "multiple"], "needs takesValue to be true");
  if (minValues !== null && maxValues !== null && minValues > maxValues) {
    context.error([...where, "minValues"], `is more than maxValues, ${maxValues}`);
  }
  for (const key of ["numberOfValues", "maxValues"] as const)
    if (arg[key] === 0) context.error([...where, key], "must be 1 or more");
  if (possibleValues?.length === 0)
    context.error([...where, "possibleValues"], "must name a value: leave it out to allow any");
  if (numberOfValues !== null) {
    const exact = [...where, "numberOfValues"];
    if (maxValues !== null && numberOfValues > maxValues)
      context.error(exact, `is more than maxValues, ${maxValues}`);
    // All values of repeated occurrences count together.
    if (minValues !== null && numberOfValues < minValues && !arg.multipleOccurrences)
      context.error(exact, `is less than minValues, ${minValues}`);
  }
  if (arg.index !== null) {
    for (const key of ["short", "requireEquals"] as const) {
      if (arg[key] === null || arg[key] === false) continue;
      const message = "has no effect: with index, an argument is recognized by its position alone";
      context.warn([...where, key], message, { code: "no-effect", key: true });
    }
  }
  if (takesValue) return;
  for (const key of ["possibleValues", "minValues", "maxValues", "requireEquals"] as const) {
    if (arg[key] !== null && arg[key] !== false) {
      context.warn([...where, key], "has no effect: takesValue is not true", {
        code: "no-effect",
        key: true,
      });
    }
  }
}

function checkPositions(context: RuleContext, args: readonly CliArg[], path: Path): void {
  const last = args.reduce((most, { index }) => Math.max(most, index ?? 0), 0);
  const seen = new Map<number, number>();
  for (const [at, arg] of args.entries()) {
    if (arg.index === null) continue;
    const where = [...path, "args", at];
    const first = seen.get(arg.index);
    if (first !== undefined) {
      context.error([...where, "index"], "is the position of another argument, too", {
        related: { message: "the other argument", path: [...path, "args", first, "index"] },
      });
    }
    seen.set(arg.index, at);
    if (arg.index === last) continue;
    const unbounded = manyValues(arg);
    if (unbounded !== null)
      context.error([...where, unbounded], "is only possible for the last position");
  }
}

/** The field because of which an argument takes any number of values; `null`: it does not. */
function manyValues(arg: CliArg): "multiple" | "multipleOccurrences" | "minValues" | null {
  if (arg.multiple) return "multiple";
  if (arg.multipleOccurrences) return "multipleOccurrences";
  const isBounded = arg.numberOfValues !== null || arg.maxValues !== null;
  return (arg.minValues ?? 0) > 1 && !isBounded ? "minValues" : null;
}
