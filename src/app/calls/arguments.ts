import * as v from "valibot";
import { FrameworkError } from "../../contract/errors.ts";

/**
 * Checks a call's arguments against a schema.
 * @throws FrameworkError `bad-argument`, naming the first wrong field, its value, and the rule
 */
export function checkArguments<Schema extends v.GenericSchema>(
  command: string,
  schema: Schema,
  args: unknown,
): v.InferOutput<Schema> {
  // A list of millions may contain no valid item.
  const result = v.safeParse(schema, args ?? {}, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const reason =
    issue.expected === "never" ? describeUnknown(issue, schema) : describeIssue(issue, "arguments");
  throw new FrameworkError("bad-argument", `Cannot run "${command}": ${reason}`);
}

/**
 * The error of one field, as a phrase; `whole` is the name of the value that contains the field.
 */
export function describeIssue(issue: v.BaseIssue<unknown>, whole: string): string {
  const field = v.getDotPath(issue) ?? whole;
  if (issue.received === "undefined") return `"${field}" is missing`;
  // Checks beyond the type have messages of their own: the library's would not fit this sentence.
  const wanted = issue.kind === "validation" ? issue.message : allowed(issue);
  return `"${field}" is ${quote(issue.input)}, it must be ${wanted}`;
}

/** Lists the known fields beside one that a schema does not know. */
function describeUnknown(issue: v.BaseIssue<unknown>, schema: v.GenericSchema): string {
  const path = issue.path ?? [];
  const whole = path.slice(0, -1).reduce(partOf, opened(schema as Composed, issue.path?.[0].input));
  const output = `"${v.getDotPath(issue)}" is not an argument it knows (it is ${quote(path.at(-1)?.value)})`;
  if (whole.entries === undefined) return output;
  const known = Object.keys(whole.entries).map((name) => `"${name}"`);
  return `${output}: ${known.length === 0 ? "it takes none" : `use ${listed(known)}`}`;
}

/** The parts of composed schemas in the library; schemas of other kinds have none of these. */
interface Composed {
  readonly entries?: Readonly<Record<string, Composed>>;
  readonly item?: Composed;
  readonly wrapped?: Composed;
  readonly getter?: (value: unknown) => Composed;
}

function partOf(whole: Composed, { key, value }: v.IssuePathItem): Composed {
  return opened(whole.item ?? whole.entries?.[String(key)] ?? {}, value);
}

/** The inner schema of an optional one, or the alternative that matches the value. */
function opened(schema: Composed, value: unknown): Composed {
  const inner = schema.wrapped ?? schema.getter?.(value);
  return inner === undefined ? schema : opened(inner, value);
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  boolean: "true or false",
  number: "a number",
  Array: "a list",
  Object: "an object",
};

/**
 * The library writes alternatives as `("a" | "b")`, and optional values with `null | undefined`.
 */
function allowed(issue: v.BaseIssue<unknown>): string {
  const alternatives = (issue.expected ?? "something else")
    .replace(/^\((.*)\)$/, "$1")
    .split(" | ")
    .filter((name) => name !== "null" && name !== "undefined")
    .map((name) => typeNames[name] ?? name);
  return listed(alternatives);
}

function listed(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) as string;
  return alternatives.length === 1 ? last : `${alternatives.slice(0, -1).join(", ")} or ${last}`;
}

function quote(value: unknown): string {
  // JSON has no notation for NaN and infinity.
  const text = typeof value === "number" ? String(value) : written(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // The app's own code may pass a BigInt, or a cyclic value.
    return Object.prototype.toString.call(value);
  }
}
