// The engine's own matcher backtracks: for `(a+)+` and 40 letters it tries a hundred million paths,
// and then reports no match, whether there is one or not. This matcher never visits the same
// position of the expression at the same position of the text twice: its time grows with the
// product of their lengths. The engine decides which characters a class or an escape matches.

import { limits } from "../limits.ts";

/** An expression that cannot be used; the message has the reason. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}

/** The text is too long to be matched. */
export class TextTooLong extends Error {
  override readonly name = "TextTooLong";
}

type Node =
  | { readonly kind: "character"; readonly is: (character: string) => boolean }
  | { readonly kind: "start" | "end" | "boundary" | "no boundary" }
  | { readonly kind: "all"; readonly parts: readonly Node[] }
  | { readonly kind: "any"; readonly choices: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly least: number; readonly most: number }
  | {
      readonly kind: "look";
      readonly part: Node;
      readonly behind: boolean;
      readonly wanted: boolean;
    };

type Step =
  | {
      readonly kind: "character";
      readonly is: (character: string) => boolean;
      readonly backwards: boolean;
    }
  | { readonly kind: "start" | "end" | "boundary" | "no boundary" | "found" }
  | { readonly kind: "go"; to: number }
  | { readonly kind: "try"; readonly first: number; second: number }
  | { readonly kind: "look"; after: number; readonly wanted: boolean };

/** `{1000}{1000}` is a million steps. */
const maxSteps = 20_000;
const maxVisits = limits.comparedSteps.most;

/** A regular expression of JavaScript with the flag `u`, without references to its own groups. */
export class Expression {
  readonly #steps: readonly Step[];

  /** @throws ExpressionError */
  constructor(source: string) {
    try {
      RegExp(source, "u");
    } catch (error) {
      throw new ExpressionError(
        (error as Error).message.replace(/^Invalid regular expression: /, ""),
        {
          cause: error,
        },
      );
    }
    const steps: Step[] = [];
    write(steps, new Parser(source).choices(), false);
    steps.push({ kind: "found" });
    this.#steps = steps;
  }

  /**
   * Whether it matches the text from its first character to its last.
   * @throws TextTooLong
   */
  matchesWhole(text: string): boolean {
    return new Run(this.#steps, text).matches(true);
  }

  /**
   * Whether it matches the text from its first character on.
   * @throws TextTooLong
   */
  matchesStart(text: string): boolean {
    return new Run(this.#steps, text).matches(false);
  }
}

/** Parses a source that the engine has accepted as an expression. */
class Parser {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#characters = Array.from(source);
  }

  choices(): Node {
    const choices = [this.#all()];
    while (this.#take("|")) choices.push(this.#all());
    return { kind: "any", choices };
  }

  #all(): Node {
    const parts: Node[] = [];
    for (
      let next = this.#next();
      next !== undefined && next !== "|" && next !== ")";
      next = this.#next()
    )
      parts.push(this.#repeated(this.#part()));
    return { kind: "all", parts };
  }

  #part(): Node {
    if (this.#take("(")) return this.#group();
    if (this.#take("^")) return { kind: "start" };
    if (this.#take("$")) return { kind: "end" };
    if (this.#take("\\b")) return { kind: "boundary" };
    if (this.#take("\\B")) return { kind: "no boundary" };
    const source = this.#next() === "[" ? this.#class() : this.#character();
    if (Array.from(source).length === 1 && source !== ".")
      return { kind: "character", is: (character) => character === source };
    const expression = new RegExp(`^${source}$`, "u");
    return { kind: "character", is: (character) => expression.test(character) };
  }

  #group(): Node {
    const look = ["?=", "?!", "?<=", "?<!"].find((each) => this.#take(each));
    const isPlain = look !== undefined || this.#take("?:");
    if (!isPlain && this.#take("?<")) this.#past(">");
    else if (!isPlain && this.#next() === "?")
      throw new ExpressionError("a group that changes how its inside is read is not taken");
    const part = this.choices();
    this.#at++;
    if (look === undefined) return part;
    return { kind: "look", part, behind: look.includes("<"), wanted: look.endsWith("=") };
  }

  #repeated(part: Node): Node {
    let [least, most] = [1, 1];
    if (this.#take("*")) [least, most] = [0, Infinity];
    else if (this.#take("+")) most = Infinity;
    else if (this.#take("?")) least = 0;
    else if (this.#take("{")) {
      const [first = "", second] = this.#past("}").slice(0, -1).split(",");
      least = Number(first);
      most = second === undefined ? least : second === "" ? Infinity : Number(second);
    } else return part;
    // Greedy or lazy affects which match is found, not whether there is one.
    this.#take("?");
    return { kind: "repeat", part, least, most };
  }

  #class(): string {
    let source = this.#advance();
    while (this.#next() !== "]") source += this.#character();
    return source + this.#advance();
  }

  /** One character, as it is or by an escape. */
  #character(): string {
    const first = this.#advance();
    if (first !== "\\") return first;
    const name = this.#advance();
    if (/[1-9k]/.test(name)) throw new ExpressionError("a reference to a group is not taken");
    const source = first + name;
    if (name === "p" || name === "P") return source + this.#past("}");
    if (name === "c") return source + this.#advance();
    if (name === "x") return source + this.#advance() + this.#advance();
    if (name !== "u") return source;
    if (this.#next() === "{") return source + this.#past("}");
    const unit = this.#four();
    // Two escapes may be the halves of one character.
    const half = /^d[89ab]/i.test(unit) && this.#characters.slice(this.#at, this.#at + 4).join("");
    if (typeof half !== "string" || !/^\\ud[c-f]/i.test(half)) return source + unit;
    this.#at += 2;
    return `${source}${unit}\\u${this.#four()}`;
  }

  #four(): string {
    return this.#advance() + this.#advance() + this.#advance() + this.#advance();
  }

  #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #advance(): string {
    return this.#characters[this.#at++] ?? "";
  }

  #take(word: string): boolean {
    if (this.#characters.slice(this.#at, this.#at + word.length).join("") !== word) return false;
    this.#at += word.length;
    return true;
  }

  /** Everything up to a character, inclusive. */
  #past(end: string): string {
    let passed = "";
    while (!passed.endsWith(end)) passed += this.#advance();
    return passed;
  }
}

function write(steps: Step[], node: Node, backwards: boolean): void {
  if (steps.length > maxSteps)
    throw new ExpressionError(`it comes to more than ${maxSteps} steps, repeat less`);
  switch (node.kind) {
    case "character":
      steps.push({ ...node, backwards });
      break;
    case "all":
      for (const part of backwards ? node.parts.toReversed() : node.parts)
        write(steps, part, backwards);
      break;
    case "any":
      writeAny(steps, node.choices, backwards);
      break;
    case "repeat":
      writeRepeat(steps, node, backwards);
      break;
    case "look": {
      const look: Step = { kind: "look", after: 0, wanted: node.wanted };
      steps.push(look);
      write(steps, node.part, node.behind);
      steps.push({ kind: "found" });
      look.after = steps.length;
      break;
    }
    default:
      steps.push({ kind: node.kind });
  }
}

function writeAny(steps: Step[], choices: readonly Node[], backwards: boolean): void {
  const ends: Extract<Step, { kind: "go" }>[] = [];
  for (const [index, choice] of choices.entries()) {
    if (index === choices.length - 1) {
      write(steps, choice, backwards);
      continue;
    }
    const fork: Step = { kind: "try", first: steps.length + 1, second: 0 };
    const end: Step = { kind: "go", to: 0 };
    steps.push(fork);
    write(steps, choice, backwards);
    steps.push(end);
    ends.push(end);
    fork.second = steps.length;
  }
  for (const end of ends) end.to = steps.length;
}

function writeRepeat(
  steps: Step[],
  { part, least, most }: Extract<Node, { kind: "repeat" }>,
  backwards: boolean,
): void {
  for (let count = 0; count < least; count++) write(steps, part, backwards);
  if (most === Infinity) {
    const fork: Step = { kind: "try", first: steps.length + 1, second: 0 };
    const start = steps.push(fork) - 1;
    write(steps, part, backwards);
    steps.push({ kind: "go", to: start });
    fork.second = steps.length;
    return;
  }
  const forks: Extract<Step, { kind: "try" }>[] = [];
  for (let count = least; count < most; count++) {
    const fork: Step = { kind: "try", first: steps.length + 1, second: 0 };
    steps.push(fork);
    forks.push(fork);
    write(steps, part, backwards);
  }
  for (const fork of forks) fork.second = steps.length;
}

/** The matching of one text. */
class Run {
  readonly #steps: readonly Step[];
  readonly #text: readonly string[];
  #left = maxVisits;

  constructor(steps: readonly Step[], text: string) {
    this.#steps = steps;
    this.#text = Array.from(text);
  }

  matches(asWhole: boolean): boolean {
    return this.#reaches(0, 0, asWhole);
  }

  /** Whether the expression, from one of its steps on, matches the text from a position on. */
  #reaches(step: number, place: number, asWhole: boolean): boolean {
    const width = this.#text.length + 1;
    const visited = new Set<number>();
    const waiting = [step * width + place];
    const go = (to: number, at: number): void => {
      const state = to * width + at;
      if (visited.has(state)) return;
      visited.add(state);
      waiting.push(state);
    };
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (this.#left-- === 0) throw new TextTooLong(`it takes more than ${maxVisits} steps`);
      const [at, from] = [Math.floor(state / width), state % width];
      const now = this.#steps[at] as Step;
      if (now.kind === "found") {
        if (!asWhole || from === this.#text.length) return true;
      } else if (now.kind === "character") {
        const read = this.#text[now.backwards ? from - 1 : from];
        if (read !== undefined && now.is(read)) go(at + 1, now.backwards ? from - 1 : from + 1);
      } else if (now.kind === "go") go(now.to, from);
      else if (now.kind === "try") {
        go(now.second, from);
        go(now.first, from);
      } else if (now.kind === "look") {
        if (this.#reaches(at + 1, from, false) === now.wanted) go(now.after, from);
      } else if (this.#holds(now.kind, from)) go(at + 1, from);
    }
    return false;
  }

  #holds(kind: "start" | "end" | "boundary" | "no boundary", place: number): boolean {
    if (kind === "start") return place === 0;
    if (kind === "end") return place === this.#text.length;
    const isWord = (at: number): boolean => /^\w$/.test(this.#text[at] ?? "");
    return (isWord(place - 1) !== isWord(place)) === (kind === "boundary");
  }
}
