import { parseSync, Visitor, type Expression, type Node } from "oxc-parser";

/** One small mistake in a source file: the text between two offsets is replaced. */
export interface Mutant {
  /** The same in every run while the expression and similar ones in the file are unchanged. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const oppositeOperators: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "&&": "||",
  "||": "&&",
};

/** Every mutant of a source file. Imports, types, and texts stay as they are. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const found: Omit<Mutant, "name" | "file" | "line">[] = [];
  const replace = ({ start, end }: { start: number; end: number }, replacement: string): void =>
    void found.push({ start, end, replacement });

  const negate = (test: Expression): void =>
    replace(test, `!(${text.slice(test.start, test.end)})`);

  /** Swaps the operator between two operands, and keeps the surrounding text. */
  const swapOperator = (operator: string, left: Node, right: Node): void => {
    const opposite = oppositeOperators[operator];
    if (opposite === undefined) return;
    const start = text.indexOf(operator, left.end);
    if (start < right.start) replace({ start, end: start + operator.length }, opposite);
  };

  new Visitor({
    BinaryExpression: ({ operator, left, right }) => {
      const joinsText = [left, right].some(({ type }) => type === "TemplateLiteral");
      if (!joinsText) swapOperator(operator, left, right);
    },
    LogicalExpression: ({ operator, left, right, start, end }) => {
      if (operator === "??") replace({ start, end }, `(${text.slice(right.start, right.end)})`);
      else swapOperator(operator, left, right);
    },
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    UnaryExpression: ({ operator, start }) => {
      if (operator === "!") replace({ start, end: start + 1 }, "");
    },
    Literal: ({ value, start, end }) => {
      if (typeof value === "boolean") replace({ start, end }, String(!value));
      else if (typeof value === "number")
        replace({ start, end }, `(${text.slice(start, end)} + 1)`);
    },
    ExpressionStatement: ({ expression, start, end }) => {
      const statement = { start, end };
      const inner = expression.type === "AwaitExpression" ? expression.argument : expression;
      if (inner.type === "CallExpression" || inner.type === "AssignmentExpression")
        replace(statement, ";");
    },
  }).visit(parseSync(file, text).program);

  const types = typeRanges(file, text);
  return named(
    file,
    text,
    found.filter(({ start }) => !types.some((range) => range.start <= start && start < range.end)),
  );
}

/** Types have no behaviour to change. */
function typeRanges(file: string, text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const add = ({ start, end }: Node): void => void ranges.push({ start, end });
  new Visitor({
    TSTypeAnnotation: add,
    TSTypeAliasDeclaration: add,
    TSInterfaceDeclaration: add,
    TSTypeParameterInstantiation: add,
    TSLiteralType: add,
  }).visit(parseSync(file, text).program);
  return ranges;
}

/**
 * Names each by its own text and a count, not by its line: a change elsewhere in the file renames
 * none.
 */
function named(
  file: string,
  text: string,
  found: readonly Omit<Mutant, "name" | "file" | "line">[],
): Mutant[] {
  const seen = new Map<string, number>();
  return found.map((mutant) => {
    const before = text.slice(mutant.start, mutant.end).replaceAll(/\s+/g, " ");
    const lineStart = text.lastIndexOf("\n", mutant.start) + 1;
    const lineText = text.slice(lineStart, text.indexOf("\n", mutant.start)).trim();
    const words = `${file}: ${lineText}: ${before} -> ${mutant.replacement.replaceAll(/\s+/g, " ")}`;
    const count = (seen.get(words) ?? 0) + 1;
    seen.set(words, count);
    return {
      ...mutant,
      file,
      line: text.slice(0, mutant.start).split("\n").length,
      name: count === 1 ? words : `${words} (${count})`,
    };
  });
}

/**
 * A sample that stays nearly the same while the source changes: a hash of its name determines each
 * mutant's position.
 *
 * @param seed Another seed gives another sample.
 */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, rank: Bun.hash(mutant.name, seed) }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : left.rank > right.rank ? 1 : 0))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
