import { written, type Argument } from "./argument.ts";
import type { Given } from "./parse.ts";

/**
 * Checks the arguments against the rules of `framework.cli`. Returns the first broken rule, as a
 * phrase, or `null`.
 */
export function brokenRule(
  all: readonly Argument[],
  given: ReadonlyMap<string, Given>,
): string | null {
  return brokenByValue(all, given) ?? brokenByConflict(all, given) ?? brokenByAbsence(all, given);
}

function brokenByValue(all: readonly Argument[], given: ReadonlyMap<string, Given>): string | null {
  for (const argument of all) {
    const occurrences = given.get(argument.name)?.occurrences;
    if (occurrences === undefined || !argument.takesValue) continue;
    const { possibleValues, numberOfValues, minValues, maxValues } = argument.rules;
    const name = `"${written(argument)}"`;
    const values = occurrences.flat();
    const wrong = values.find((value) => possibleValues?.includes(value) === false);
    if (wrong !== undefined)
      return `"${wrong}" is not a value of ${name}, which are ${(possibleValues ?? []).join(", ")}`;
    if (numberOfValues !== null) {
      // Occurrences of a positional argument are not counted separately.
      const isWrong = (count: number) =>
        argument.isPositional && argument.repeats
          ? count % numberOfValues !== 0
          : count !== numberOfValues;
      const count = occurrences.map(({ length }) => length).find(isWrong);
      if (count !== undefined)
        return `the argument ${name} needs ${plural(numberOfValues)}, and was given ${count}`;
    }
    if (minValues !== null && values.length < minValues) {
      return `the argument ${name} needs at least ${plural(minValues)}, and was given ${values.length}`;
    }
    if (maxValues !== null && values.length > maxValues) {
      return `the argument ${name} takes at most ${plural(maxValues)}, and was given ${values.length}`;
    }
  }
  return null;
}

function brokenByConflict(
  all: readonly Argument[],
  given: ReadonlyMap<string, Given>,
): string | null {
  for (const argument of all) {
    if (!given.has(argument.name)) continue;
    const other = conflicting(argument, all).find(({ name }) => given.has(name));
    if (other !== undefined)
      return `the argument "${written(argument)}" cannot be used with "${written(other)}"`;
  }
  return null;
}

/**
 * Every argument that conflicts with this one. The rule is symmetric, whichever of the two declares
 * it.
 */
function conflicting(argument: Argument, all: readonly Argument[]): readonly Argument[] {
  const named = ({ rules }: Argument) => [rules.conflictsWith, ...(rules.conflictsWithAll ?? [])];
  return all.filter(
    (other) => named(argument).includes(other.name) || named(other).includes(argument.name),
  );
}

function brokenByAbsence(
  all: readonly Argument[],
  given: ReadonlyMap<string, Given>,
): string | null {
  const isGiven = (name: string) => given.has(name);
  const holds = ([name, value]: readonly [string, string]) =>
    given.get(name)?.occurrences.flat().includes(value) === true;

  const demanded = new Map<Argument, string>();
  const demand = (name: string, because: string) => {
    const argument = all.find((each) => each.name === name);
    if (argument !== undefined && !demanded.has(argument)) demanded.set(argument, because);
  };
  for (const { name, rules } of all) {
    if (rules.required) demand(name, "");
    const missing = missingReplacements(rules, isGiven);
    if (missing !== null) demand(name, ` without ${missing}`);
    if (rules.requiredIfEq !== null && holds(rules.requiredIfEq)) {
      demand(name, ` when "${rules.requiredIfEq[0]}" is "${rules.requiredIfEq[1]}"`);
    }
    if (!isGiven(name)) continue;
    for (const other of [rules.requires, ...(rules.requiresAll ?? [])]) {
      if (other !== null) demand(other, ` with "${name}"`);
    }
    if (rules.requiresIf !== null) {
      const [other, value] = rules.requiresIf;
      if (holds([name, value])) demand(other, ` when "${name}" is "${value}"`);
    }
  }
  for (const [argument, because] of demanded) {
    // An argument that must not be given need not be given.
    const isExcused = conflicting(argument, all).some(({ name }) => isGiven(name));
    if (!isGiven(argument.name) && !isExcused)
      return `the argument "${written(argument)}" is required${because}`;
  }
  return null;
}

/**
 * The arguments of which one rule of `requiredUnlessPresent…` wants some; `null`: no such rule, or
 * one of them is satisfied, which is enough.
 */
function missingReplacements(
  {
    requiredUnlessPresent: one,
    requiredUnlessPresentAll: every,
    requiredUnlessPresentAny: any,
  }: Argument["rules"],
  isGiven: (name: string) => boolean,
): string | null {
  if (one !== null && isGiven(one)) return null;
  if (every?.every(isGiven) === true || any?.some(isGiven) === true) return null;
  const missing = [
    ...(one === null ? [] : [`"${one}"`]),
    ...(every === null ? [] : [`all of ${every.join(", ")}`]),
    ...(any === null ? [] : [`any of ${any.join(", ")}`]),
  ];
  return missing.length === 0 ? null : missing.join(" or ");
}

function plural(count: number): string {
  return count === 1 ? "1 value" : `${count} values`;
}
