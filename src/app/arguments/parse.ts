import type { ArgMatch, CliMatches, SubcommandMatch } from "../../contract/commands/cli.ts";
import { getOwn } from "../../contract/get-own.ts";
import { argumentsOf, written, type Argument, type CliConfig } from "./argument.ts";
import { renderHelp } from "./help.ts";
import { brokenRule } from "./rules.ts";

/** The request of a command line: to continue, or to print and end. */
export type CommandLine =
  | { readonly kind: "matches"; readonly matches: CliMatches }
  | { readonly kind: "help" | "version"; readonly text: string }
  /** It breaks a rule; the text names the rule, and the usage of the app. */
  | { readonly kind: "refused"; readonly text: string };

export interface Program {
  /** The command that starts it. */
  readonly name: string;
  readonly version: string;
}

/** The occurrences of one argument. */
export interface Given {
  /** The values of each occurrence. */
  readonly occurrences: string[][];
}

/**
 * Reads a command line by the rules of `framework.cli`:
 *
 *   --name value   --name=value   -n value   -n=value   -nvalue      an argument with a value
 *   --name   -n   -abc                                               flags; short ones can be joined
 *   value                                                            a positional argument, or a subcommand
 *   --                                                               all that follows is positional
 */
export function parseCommandLine(
  config: CliConfig,
  tokens: readonly string[],
  program: Program,
): CommandLine {
  try {
    return { kind: "matches", matches: new Reader(config, [program.name], program).read(tokens) };
  } catch (error) {
    if (error instanceof Ending) return error.line;
    throw error;
  }
}

/** Thrown to leave the parser from any depth. */
class Ending extends Error {
  readonly line: CommandLine;

  constructor(line: CommandLine) {
    super();
    this.line = line;
  }
}

class Reader {
  readonly #config: CliConfig;
  /** The program's name and the subcommands that lead here. */
  readonly #path: readonly string[];
  readonly #program: Program;
  readonly #arguments: readonly Argument[];
  readonly #positional: readonly Argument[];
  readonly #given = new Map<string, Given>();
  #tokens: readonly string[] = [];
  #next = 0;
  /** The index of the next positional argument. */
  #place = 0;
  /** The last word is a value of a positional argument that takes another one. */
  #isInList = false;

  constructor(config: CliConfig, path: readonly string[], program: Program) {
    this.#config = config;
    this.#path = path;
    this.#program = program;
    this.#arguments = argumentsOf(config);
    this.#positional = this.#arguments.filter(({ isPositional }) => isPositional);
  }

  read(tokens: readonly string[]): CliMatches {
    this.#tokens = tokens;
    let subcommand: SubcommandMatch | null = null;
    let onlyValues = false;
    while (this.#next < tokens.length && subcommand === null) {
      const token = tokens[this.#next++] as string;
      if (onlyValues) this.#takePositional(token);
      else if (token === "--") onlyValues = true;
      else if (token.startsWith("--")) this.#takeLong(token.slice(2));
      else if (isOption(token)) this.#takeShorts(token.slice(1));
      else {
        subcommand = this.#subcommand(token);
        if (subcommand === null) this.#takePositional(token);
      }
    }
    const broken = brokenRule(this.#arguments, this.#given);
    if (broken !== null) this.#refuse(broken);
    return { args: this.#matches(), subcommand };
  }

  #takeLong(text: string): void {
    const equals = text.indexOf("=");
    const name = equals === -1 ? text : text.slice(0, equals);
    const value = equals === -1 ? null : text.slice(equals + 1);
    const argument = this.#arguments.find((each) => !each.isPositional && each.name === name);
    if (argument === undefined) {
      if (name === "help" && value === null) throw this.#help(true);
      if (name === "version" && value === null) throw this.#version();
      return this.#refuse(`the argument "--${name}" is not known`);
    }
    this.#take(argument, value, `--${name}`);
  }

  /** `-abc`: flags, and perhaps an argument with a value, which is the rest. */
  #takeShorts(text: string): void {
    const shorts = Array.from(text);
    for (const [index, short] of shorts.entries()) {
      const argument = this.#arguments.find((each) => each.short === short);
      const hasEquals = shorts[index + 1] === "=";
      if (argument === undefined) {
        if (short === "h") throw this.#help(false);
        if (short === "V") throw this.#version();
        this.#refuse(`the argument "-${short}" is not known`);
      } else if (argument.takesValue) {
        // `-o=value` means the same as `-ovalue`.
        const rest = shorts.slice(index + 1).join("");
        if (argument.rules.requireEquals === true && rest !== "" && !hasEquals)
          this.#refuseWithoutEquals(argument);
        return this.#take(
          argument,
          rest === "" ? null : hasEquals ? rest.slice(1) : rest,
          `-${short}`,
        );
      } else if (hasEquals) {
        return this.#take(argument, shorts.slice(index + 2).join(""), `-${short}`);
      } else {
        this.#take(argument, null, `-${short}`);
      }
    }
  }

  #take(argument: Argument, attached: string | null, typed: string): void {
    this.#isInList = false;
    if (!argument.takesValue) {
      if (attached !== null)
        this.#refuse(`the argument "${typed}" takes no value, and was given "${attached}"`);
      return this.#add(argument, []);
    }
    const optional = argument.rules.minValues === 0;
    if (attached !== null) return this.#add(argument, [attached]);
    if (argument.rules.requireEquals === true) {
      return optional ? this.#add(argument, []) : this.#refuseWithoutEquals(argument);
    }
    const values: string[] = [];
    for (let next = this.#tokens[this.#next]; next !== undefined; next = this.#tokens[this.#next]) {
      if (values.length >= argument.most || isOption(next)) break;
      values.push(next);
      this.#next++;
    }
    if (values.length === 0 && !optional)
      this.#refuse(`the argument "${written(argument)}" needs a value`);
    this.#add(argument, values);
  }

  #takePositional(value: string): void {
    const argument = this.#positional[this.#place];
    if (argument === undefined) {
      const known = Object.keys(this.#config.subcommands ?? {});
      const wanted =
        known.length === 0 || this.#positional.length > 0 ? "" : `, only ${known.join(", ")}`;
      return this.#refuse(`"${value}" is not expected here${wanted}`);
    }
    const values = this.#given.get(argument.name)?.occurrences[0] ?? [];
    values.push(value);
    this.#given.set(argument.name, { occurrences: [values] });
    this.#isInList = values.length < (argument.repeats ? Infinity : argument.most);
    if (!this.#isInList) this.#place++;
  }

  #add(argument: Argument, values: string[]): void {
    const given = this.#given.get(argument.name);
    if (given === undefined) this.#given.set(argument.name, { occurrences: [values] });
    else if (argument.repeats) given.occurrences.push(values);
    else this.#refuse(`the argument "${written(argument)}" is given more than once`);
  }

  #subcommand(name: string): SubcommandMatch | null {
    // In the middle of a positional list, a word is one more value.
    if (this.#isInList) return null;
    const subcommands = this.#config.subcommands ?? {};
    const rest = this.#tokens.slice(this.#next);
    if (Object.hasOwn(subcommands, name)) return { name, matches: this.#below(name).read(rest) };
    if (name === "help" && Object.keys(subcommands).length > 0) {
      throw rest.reduce<Reader>((reader, each) => reader.#below(each), this).#help(true);
    }
    return null;
  }

  #below(name: string): Reader {
    const subcommands = this.#config.subcommands ?? {};
    const config = getOwn(subcommands, name);
    if (config === undefined) return this.#refuse(`there is no subcommand "${name}"`);
    return new Reader(config, [...this.#path, name], this.#program);
  }

  #matches(): Readonly<Record<string, ArgMatch>> {
    return Object.fromEntries(
      this.#arguments.map((argument) => [
        argument.name,
        match(argument, this.#given.get(argument.name)),
      ]),
    );
  }

  #help(long: boolean): Ending {
    return new Ending({
      kind: "help",
      text: renderHelp(this.#config, this.#arguments, { path: this.#path, long }),
    });
  }

  #version(): Ending {
    return new Ending({
      kind: "version",
      text: `${this.#program.name} ${this.#program.version}\n`,
    });
  }

  #refuseWithoutEquals(argument: Argument): never {
    return this.#refuse(`the value of "${written(argument)}" must follow an equals sign`);
  }

  #refuse(reason: string): never {
    const help = [...this.#path, "--help"].join(" ");
    const usage = renderHelp(this.#config, this.#arguments, {
      path: this.#path,
      long: false,
      onlyUsage: true,
    });
    throw new Ending({
      kind: "refused",
      text: `error: ${reason}\n\n${usage}\nMore with: ${help}\n`,
    });
  }
}

/** A lone `-` is a value: by custom, standard input. */
function isOption(token: string): boolean {
  return token.startsWith("-") && token !== "-";
}

function match(argument: Argument, given: Given | undefined): ArgMatch {
  const occurrences = given?.occurrences ?? [];
  if (!argument.takesValue)
    return { value: occurrences.length > 0, occurrences: occurrences.length };
  const values = occurrences.flat();
  const value = given === undefined ? null : argument.isList ? values : (values[0] ?? null);
  return { value, occurrences: argument.isPositional ? values.length : occurrences.length };
}
