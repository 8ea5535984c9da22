import { getOwn } from "../../contract/get-own.ts";
import { convertedValue, meantField } from "../report/advice.ts";
import { describe, oneOf } from "./describe.ts";
import type {
  ChoiceShape,
  EitherShape,
  Field,
  Json,
  ListShape,
  MapShape,
  NumberShape,
  RecordShape,
  Shape,
  TextShape,
  VariantsShape,
} from "../fields/field.ts";
import { excerpt, problem } from "../report/problem.ts";
import type { Problem, ProblemCode } from "../report/problem.ts";
import { pluginCounterparts } from "../read/foreign-plugins.ts";
import { maxProblems, ProblemList } from "../report/problem-list.ts";
import { foreignFields } from "../read/foreign.ts";
import { absentValue, isObject, placeholder } from "../read/settle.ts";
import { nearest } from "../../contract/text/suggest.ts";
import { pathText } from "./tree.ts";
import type { Member, ObjectNode, Path, Place, TreeNode } from "./tree.ts";

/**
 * Checks a value against a shape and settles it: defaults filled in, spellings normalized. With
 * problems, the settled value is only good for finding more of them.
 *
 * `part`: one of several files to merge, so that required fields may come from another one;
 * `patch`: such a file where `null` removes a key.
 *
 * @param most the number of problems to report; the others are counted
 */
export function check(
  root: TreeNode,
  shape: Shape,
  mode: "whole" | "part" | "patch" = "whole",
  most = maxProblems,
): { readonly value: Json; readonly problems: readonly Problem[] } {
  const checker = new Checker(mode, true, most);
  const value = checker.check(root, shape, []);
  return { value, problems: checker.problems.toArray() };
}

/** For a list, whose items all get their defaults. */
export const maxItems = 10_000;

/** For a text. The rules for policies and patterns take time for each of their parts. */
export const maxCharacters = 100_000;

/** Without advice: advice itself calls this. */
function fits(value: TreeNode, shape: Shape): boolean {
  const trial = new Checker("whole", false, 1);
  trial.check(value, shape, []);
  return trial.problems.count === 0;
}

class Checker {
  readonly problems: ProblemList;
  readonly mode: "whole" | "part" | "patch";
  /** Off while a suggestion is tried: a trial makes no suggestions of its own. */
  readonly suggests: boolean;

  constructor(mode: "whole" | "part" | "patch", suggests: boolean, most: number) {
    this.mode = mode;
    this.suggests = suggests;
    this.problems = new ProblemList(most);
  }

  /** `key`: the position of the key, for problems of the value as a whole. */
  check(node: TreeNode, shape: Shape, path: Path, key: Place | null = null): Json {
    switch (shape.kind) {
      case "later":
        return this.check(node, shape.shape(), path, key);
      case "any":
        return this.checkAny(node, path);
      case "boolean":
        if (node.kind === "scalar" && typeof node.value === "boolean") return node.value;
        return this.wrongType(node, shape, path);
      case "number":
        if (node.kind === "scalar" && typeof node.value === "number") {
          return this.checkNumber(node, node.value, shape, path);
        }
        return this.wrongType(node, shape, path);
      case "text":
        if (node.kind === "scalar" && typeof node.value === "string") {
          return this.checkText(node, node.value, shape, path);
        }
        return this.wrongType(node, shape, path);
      case "choice":
        if (node.kind === "scalar" && typeof node.value === "string") {
          return this.checkChoice(node, node.value, shape, path);
        }
        return this.wrongType(node, shape, path);
      case "list":
        if (node.kind === "list") return this.checkList(node, node.items, shape, path);
        return this.wrongType(node, shape, path);
      case "map":
        if (node.kind === "object") return this.checkMap(node, shape, path);
        return this.wrongType(node, shape, path);
      case "record":
        if (node.kind === "object") return this.checkRecord(node, shape, path, key);
        return this.wrongType(node, shape, path);
      case "variants":
        if (node.kind === "object") return this.checkVariants(node, shape, path, key);
        return this.wrongType(node, shape, path);
      case "either":
        return this.checkEither(node, shape, path, key);
    }
  }

  private checkAny(node: TreeNode, path: Path): Json {
    if (node.kind === "scalar") {
      if (node.value === undefined) {
        this.add("wrong-type", path, node, "must be something JSON has: write the date as a text");
      } else if (typeof node.value === "number" && !Number.isFinite(node.value)) {
        this.add("wrong-type", path, node, "must be a finite number");
      }
      return node.value ?? null;
    }
    if (node.kind === "list")
      return node.items.map((item, index) => this.checkAny(item, [...path, index]));
    return Object.fromEntries(
      Array.from(node.members, ([name, member]): [string, Json] => [
        name,
        this.checkAny(member.value, [...path, name]),
      ]),
    );
  }

  private checkNumber(node: TreeNode, value: number, shape: NumberShape, path: Path): Json {
    const fits =
      Number.isFinite(value) &&
      (!shape.integer || Number.isInteger(value)) &&
      value >= (shape.minimum ?? -Infinity) &&
      value <= (shape.maximum ?? Infinity);
    if (fits) return value;
    const top = shape.maximum !== null && value > shape.maximum ? ` up to ${shape.maximum}` : "";
    const wanted = Number.isFinite(value) ? describe(shape) : "a finite number";
    this.add("bad-value", path, node, `must be ${wanted}${top}`);
    return placeholder(shape);
  }

  private checkText(node: TreeNode, whole: string, shape: TextShape, path: Path): Json {
    const value = whole.slice(0, maxCharacters);
    if (whole.length > maxCharacters)
      this.add("bad-value", path, node, `may have at most ${maxCharacters} characters`);
    if (shape.characters !== null) {
      if (value === "") this.add("bad-value", path, node, `may not be empty${example(shape)}`);
      const other = characterOutside(shape.characters).exec(value);
      if (other !== null) {
        const allowed = onlyCharacters(shape.characters, value);
        const message = `${shape.says}, not ${characterName(other[0])}`;
        if (allowed === "" || (shape.problem?.(allowed) ?? null) !== null)
          this.add("bad-value", path, node, `${message}${example(shape)}`);
        else this.add("bad-value", path, node, message, [JSON.stringify(allowed)]);
        return value;
      }
    }
    const broken = shape.problem?.(value) ?? null;
    if (broken !== null) this.add("bad-value", path, node, broken);
    if (shape.pattern !== null && !pattern(shape.pattern).test(value)) {
      const wanted = pattern(shape.pattern);
      // An address in place of its host, if the field is like a host: a name "TCP/IP" is not.
      const isLikeHost = shape.example !== null && hostIn(shape.example) === shape.example;
      const meant = isLikeHost ? hostIn(value) : "";
      if (meant === "" || !wanted.test(meant))
        this.add("bad-value", path, node, `${shape.says}${example(shape)}`);
      else this.add("bad-value", path, node, shape.says, [JSON.stringify(meant)]);
    }
    return value;
  }

  private checkChoice(node: TreeNode, value: string, shape: ChoiceShape, path: Path): Json {
    const values = Object.keys(shape.values);
    const found = shape.ignoreCase
      ? values.find((one) => one.toLowerCase() === value.toLowerCase())
      : values.find((one) => one === value);
    if (found !== undefined) return found;
    this.add("bad-value", path, node, () => ({
      message: `must be ${describe(shape)}`,
      suggestions: nearest(value, values).map((one) => JSON.stringify(one)),
    }));
    return values[0] ?? "";
  }

  private checkList(
    node: TreeNode,
    items: readonly TreeNode[],
    shape: ListShape,
    path: Path,
  ): Json {
    if (shape.length !== null && items.length !== shape.length) {
      this.add("bad-value", path, node, `must have exactly ${shape.length} items`);
    }
    if (items.length > maxItems)
      this.add("bad-value", path, node, `may have at most ${maxItems} items`);
    return items
      .slice(0, maxItems)
      .map((item, index) => this.check(item, shape.item, [...path, index]));
  }

  private checkMap(node: ObjectNode, shape: MapShape, path: Path): Json {
    return Object.fromEntries(
      Array.from(node.members, ([name, member]): [string, Json] => {
        const where = [...path, name];
        if (this.removes(member)) return [name, null];
        return [name, this.check(member.value, shape.value, where, member.key)];
      }),
    );
  }

  /** @param among the variants that the record is one of */
  private checkRecord(
    node: ObjectNode,
    shape: RecordShape,
    path: Path,
    key: Place | null,
    among?: VariantsShape,
  ): Json {
    const settled: Record<string, Json> = {};
    for (const [name, field] of Object.entries(shape.fields)) {
      const value = this.checkField(node.members.get(name), name, field, node, path, key);
      if (field.options.dropped !== true) settled[name] = value;
    }
    for (const [name, member] of node.members) {
      if (!Object.hasOwn(shape.fields, name))
        this.unknownField(name, member, node, shape, path, among);
    }
    return settled;
  }

  private checkField(
    member: Member | undefined,
    name: string,
    field: Field,
    node: ObjectNode,
    path: Path,
    key: Place | null,
  ): Json {
    if (member === undefined) {
      if (field.required && this.mode === "whole") this.missingField(name, field, node, path, key);
      return absentValue(field);
    }
    const { value } = member;
    const where = [...path, name];
    if (value.kind === "scalar" && value.value === null) {
      if (this.removes(member)) return absentValue(field);
      if (field.nullable) return field.options.nullIsKept === true ? null : absentValue(field);
      const leaveOut = field.required ? "" : "; leave it out for the default";
      this.add("wrong-type", where, value, `must be ${describe(field.shape)}, not null${leaveOut}`);
      return absentValue(field);
    }
    const before = this.problems.count;
    const settled = this.check(value, field.shape, where, member.key);
    if (settled === "" && field.options.emptyIsAbsent === true) return absentValue(field);
    // A text stays as it is written: a reference to it, such as a window's label, is not wrong
    // because of it.
    const stays =
      isObject(settled) ||
      Array.isArray(settled) ||
      (field.shape.kind === "text" && settled !== "");
    return this.problems.count > before && !stays ? absentValue(field) : settled;
  }

  private removes(member: Member): boolean {
    return this.mode === "patch" && member.value.kind === "scalar" && member.value.value === null;
  }

  private checkVariants(
    node: ObjectNode,
    shape: VariantsShape,
    path: Path,
    key: Place | null,
  ): Json {
    const tag = node.members.get(shape.tag);
    const names = Object.keys(shape.variants);
    const tagValue = tag?.value.kind === "scalar" ? tag.value.value : undefined;
    const variant = typeof tagValue === "string" ? getOwn(shape.variants, tagValue) : undefined;
    if (variant !== undefined) return this.checkRecord(node, variant, path, key, shape);
    const wanted = oneOf(names.map((name) => JSON.stringify(name)));
    if (tag !== undefined) {
      const code = typeof tagValue === "string" ? "bad-value" : "wrong-type";
      this.add(code, [...path, shape.tag], tag.value, () => ({
        message: `must be ${wanted}`,
        suggestions:
          typeof tagValue === "string"
            ? nearest(tagValue, names).map((one) => JSON.stringify(one))
            : [],
      }));
    } else if (this.mode === "whole") {
      const misspelt = [...node.members.keys()].find(
        (name) => nearest(name, [shape.tag]).length > 0,
      );
      if (misspelt === undefined) {
        this.missing(shape.tag, `which is ${wanted}`, node, path, key);
      }
    }
    this.unknownInVariants(node, shape, path);
    return placeholder(shape);
  }

  /** The variant is unknown, so a key is unknown only when no variant has it. */
  private unknownInVariants(node: ObjectNode, shape: VariantsShape, path: Path): void {
    const fields = Object.assign(
      {},
      ...Object.values(shape.variants).map((one) => one.fields),
    ) as RecordShape["fields"];
    const together: RecordShape = {
      kind: "record",
      name: shape.name,
      sentence: shape.sentence,
      fields,
    };
    for (const [name, member] of node.members) {
      if (!Object.hasOwn(fields, name)) this.unknownField(name, member, node, together, path);
    }
  }

  private checkEither(node: TreeNode, shape: EitherShape, path: Path, key: Place | null): Json {
    if (node.kind === "list" && shape.list !== undefined)
      return this.check(node, shape.list, path, key);
    if (node.kind === "object" && shape.object !== undefined)
      return this.check(node, shape.object, path, key);
    if (node.kind === "scalar") {
      if (typeof node.value === "boolean" && shape.boolean !== undefined) return node.value;
      if (typeof node.value === "string" && shape.text !== undefined)
        return this.check(node, shape.text, path, key);
    }
    return this.wrongType(node, shape, path);
  }

  private wrongType(node: TreeNode, shape: Shape, path: Path): Json {
    this.add("wrong-type", path, node, () => ({
      message: `must be ${describe(shape)}`,
      suggestions: this.suggests ? convertedValue(node, shape, fits) : [],
    }));
    return placeholder(shape);
  }

  private missingField(
    name: string,
    field: Field,
    node: ObjectNode,
    path: Path,
    key: Place | null,
  ): void {
    const misspelt = [...node.members.keys()].some((other) => nearest(other, [name]).length > 0);
    // The report of the unknown field suggests the right one.
    if (misspelt) return;
    this.missing(name, `which must be ${describe(field.shape)}`, node, path, key);
  }

  /**
   * Reported at the `null` that removes it, at the key of the object, or at the beginning of an
   * object without a key.
   */
  private missing(
    name: string,
    what: string,
    node: ObjectNode,
    path: Path,
    key: Place | null,
  ): void {
    const removal = node.removed?.get(name)?.by.key;
    this.problems.add(() =>
      problem({
        code: "missing-field",
        path: pathText([...path, name]),
        place: removal ??
          key ?? {
            source: node.source,
            start: node.start,
            end: Math.min(node.end, node.start + 1),
          },
        message:
          removal === undefined
            ? `is missing: add ${JSON.stringify(name)}, ${what}`
            : `is missing, because it is removed here: give it another value, ${what}`,
        suggestions: removal === undefined ? [name] : [],
      }),
    );
  }

  private unknownField(
    name: string,
    member: Member,
    node: ObjectNode,
    shape: RecordShape,
    path: Path,
    among?: VariantsShape,
  ): void {
    this.problems.add(() => {
      const free = Object.keys(shape.fields).filter((one) => !node.members.has(one));
      const plugin =
        shape.name === "AllowlistConfig" ? getOwn(pluginCounterparts, name) : undefined;
      const foreign =
        getOwn(foreignFields, name) ??
        (plugin === undefined ? undefined : `in its place there is ${plugin}`) ??
        (among === undefined ? undefined : variantsWith(name, among));
      const suggestions =
        this.suggests && foreign === undefined
          ? meantField(name, member.value, free, shape, path, fits)
          : [];
      const known = Object.keys(shape.fields).filter((one) => one !== "$schema");
      const instead = foreign ?? `${shape.name} has ${oneOf(known)}`;
      const message = suggestions.length > 0 ? "unknown field" : `unknown field: ${instead}`;
      const where = pathText([...path, name]);
      return problem({
        code: "unknown-field",
        path: where,
        place: member.key,
        message,
        suggestions,
      });
    });
  }

  private add(
    code: ProblemCode,
    path: Path,
    node: TreeNode,
    output: string | (() => { readonly message: string; readonly suggestions: readonly string[] }),
    suggestions: readonly string[] = [],
  ): void {
    this.problems.add(() => {
      const { source, start, end } = node;
      const place = { source, start, end };
      const received = typeof output === "string" ? { message: output, suggestions } : output();
      return problem({ code, path: pathText(path), place, found: excerpt(place), ...received });
    });
  }
}

/** A field of other variants than the written one. */
function variantsWith(name: string, { tag, variants }: VariantsShape): string | undefined {
  const names = Object.keys(variants).filter((one) =>
    Object.hasOwn(variants[one]?.fields ?? {}, name),
  );
  if (names.length === 0) return undefined;
  const tags = oneOf(names.map((one) => JSON.stringify(one)));
  return `it is only there with "${tag}": ${tags}`;
}

const patterns = new Map<string, RegExp>();

function pattern(source: string): RegExp {
  let made = patterns.get(source);
  if (made === undefined) patterns.set(source, (made = new RegExp(source, "u")));
  return made;
}

function characterOutside(characters: string): RegExp {
  return pattern(`[^${characters}]`);
}

/** The nearest text of permitted characters: `my_app` as `my-app` if that is permitted. */
function onlyCharacters(characters: string, value: string): string {
  const other = characterOutside(characters);
  return Array.from(value, (one) => (one === "_" || one === " " ? "-" : one))
    .filter((one) => !other.test(one))
    .join("");
}

/** An invisible character is named by its number. */
function characterName(character: string): string {
  const visible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
  if (visible) return JSON.stringify(character);
  if (character === " ") return "a space";
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function hostIn(address: string): string {
  return URL.parse(address.includes("://") ? address : `https://${address}`)?.hostname ?? "";
}

function example(shape: TextShape): string {
  return shape.example === null ? "" : `; for example ${JSON.stringify(shape.example)}`;
}
