import type { System } from "../../contract/target.ts";

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * The shape of a value. A shape is data: the check, the defaults, the types, the JSON Schema and
 * the reference page are all derived from it.
 */
export type Shape =
  | BooleanShape
  | NumberShape
  | TextShape
  | ChoiceShape
  | ListShape
  | MapShape
  | RecordShape
  | VariantsShape
  | EitherShape
  | AnyShape
  | LaterShape;

export interface BooleanShape {
  readonly kind: "boolean";
}

export interface NumberShape {
  readonly kind: "number";
  readonly integer: boolean;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

export interface TextShape {
  readonly kind: "text";
  /** The characters it may hold, as a class of a regular expression; at least one is required. */
  readonly characters: string | null;
  /** The pattern of the whole text. Compiled with the flag `u`. */
  readonly pattern: string | null;
  /** A further rule: the problem of a text, or `null`. */
  readonly problem: ((value: string) => string | null) | null;
  /** The rule, phrased to follow the found value: `may hold only …`. */
  readonly says: string;
  readonly example: string | null;
}

export interface ChoiceShape {
  readonly kind: "choice";
  /** Names the type; `null` for a choice used in one place only. */
  readonly name: string | null;
  /** Each value with its meaning, `""` if the name is clear. */
  readonly values: Readonly<Record<string, string>>;
  /** Accepts any case, and settles to the one written here. */
  readonly ignoreCase: boolean;
}

export interface ListShape {
  readonly kind: "list";
  readonly item: Shape;
  /** The exact number of items; `null`: any. */
  readonly length: number | null;
}

export interface MapShape {
  readonly kind: "map";
  readonly value: Shape;
  /** The meaning of the keys, for people: `directive`, `path in the package`. */
  readonly keys: string;
}

export interface RecordShape {
  readonly kind: "record";
  /** Its name in the interface, and the name of its type. */
  readonly name: string;
  readonly sentence: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Closed records that the value of one field tells apart. */
export interface VariantsShape {
  readonly kind: "variants";
  readonly name: string;
  readonly sentence: string;
  readonly tag: string;
  readonly variants: Readonly<Record<string, RecordShape>>;
}

/** Several shapes that the type of the value tells apart. */
export interface EitherShape {
  readonly kind: "either";
  readonly name: string;
  readonly boolean?: BooleanShape;
  readonly text?: TextShape | ChoiceShape;
  readonly list?: ListShape;
  readonly object?: MapShape | RecordShape;
}

/** Any value of the format, except `null` inside TOML, which has none. */
export interface AnyShape {
  readonly kind: "any";
}

/** A recursive shape. */
export interface LaterShape {
  readonly kind: "later";
  readonly name: string;
  readonly shape: () => RecordShape;
}

/** One field of the configuration. */
export interface Field {
  readonly shape: Shape;
  /** One sentence or a few for people, in Markdown. */
  readonly sentence: string;
  readonly required: boolean;
  /** Whether `null` is permitted. */
  readonly nullable: boolean;
  /** The documented default; `null`: absent unless set; `undefined` when required. */
  readonly default: Json | undefined;
  readonly options: FieldOptions;
}

export interface FieldOptions {
  /** Only in the newer revision of the interface. */
  readonly newer?: true;
  /** The systems on which it has an effect; all when absent. */
  readonly systems?: readonly System[];
  /**
   * The reason why the field has no effect on the other systems. Absent in sections, which name
   * their system.
   */
  readonly elsewhere?: string;
  /** The field protects the user, so its absence is reported by every command. */
  readonly protects?: true;
  /** The value for an absent field (or `null`) whose documented default permits nothing. */
  readonly whenAbsent?: Json;
  /** A written `null` differs from an absent field, so it stays. */
  readonly nullIsKept?: true;
  /** An empty text counts as absent. */
  readonly emptyIsAbsent?: true;
  /** The source of the value when absent; filled in after the check. */
  readonly derived?: { readonly from: string; readonly always: boolean };
  /** Accepted in the file and not passed on. */
  readonly dropped?: true;
  /** Deprecated; the sentence names the replacement. */
  readonly deprecated?: string;
  /** Not in the interface's document. */
  readonly ours?: true;
}

export const boolean: BooleanShape = { kind: "boolean" };
export const any: AnyShape = { kind: "any" };
export const number: NumberShape = { kind: "number", integer: false, minimum: null, maximum: null };

const uint32 = 0xffff_ffff;

/** An integer from `minimum` to the largest of 32 bits. */
export function integer(minimum = 0): NumberShape {
  return { kind: "number", integer: true, minimum, maximum: uint32 };
}

export const text: TextShape = {
  kind: "text",
  characters: null,
  pattern: null,
  problem: null,
  says: "must be a text",
  example: null,
};

export function textOf(shape: Partial<Omit<TextShape, "kind">> & { says: string }): TextShape {
  return { ...text, ...shape };
}

export function choice(
  name: string | null,
  values: Readonly<Record<string, string>> | readonly string[],
  options: { readonly ignoreCase?: boolean } = {},
): ChoiceShape {
  const table = isList(values) ? Object.fromEntries(values.map((value) => [value, ""])) : values;
  return { kind: "choice", name, values: table, ignoreCase: options.ignoreCase ?? false };
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

export function list(item: Shape, length: number | null = null): ListShape {
  return { kind: "list", item, length };
}

export function map(value: Shape, keys: string): MapShape {
  return { kind: "map", value, keys };
}

export function record(
  name: string,
  sentence: string,
  fields: Readonly<Record<string, Field>>,
): RecordShape {
  return { kind: "record", name, sentence, fields };
}

/** Each variant is written without its tag, which this function adds with its sentence. */
export function variants(
  name: string,
  sentence: string,
  tag: { readonly name: string; readonly sentence: string },
  table: Readonly<
    Record<string, { readonly sentence: string; readonly fields: Readonly<Record<string, Field>> }>
  >,
): VariantsShape {
  const made: Record<string, RecordShape> = {};
  for (const [value, variant] of Object.entries(table)) {
    made[value] = record(name, variant.sentence, {
      [tag.name]: required(choice(null, { [value]: variant.sentence }), tag.sentence),
      ...variant.fields,
    });
  }
  return { kind: "variants", name, sentence, tag: tag.name, variants: made };
}

export function either(name: string, shapes: Omit<EitherShape, "kind" | "name">): EitherShape {
  return { kind: "either", name, ...shapes };
}

export function later(name: string, shape: () => RecordShape): LaterShape {
  return { kind: "later", name, shape };
}

/** A field with a default. */
export function field(
  shape: Shape,
  defaultValue: Json,
  sentence: string,
  options: FieldOptions = {},
): Field {
  return { shape, sentence, required: false, nullable: false, default: defaultValue, options };
}

/** A field of type `T?` in the interface: absent by default, and `null` is permitted. */
export function optional(shape: Shape, sentence: string, options: FieldOptions = {}): Field {
  return { shape, sentence, required: false, nullable: true, default: null, options };
}

/** The same for a text that has no effect when it is empty, as in many templates. */
export function optionalText(sentence: string, options: FieldOptions = {}): Field {
  return optional(text, sentence, { ...options, emptyIsAbsent: true });
}

export function required(shape: Shape, sentence: string, options: FieldOptions = {}): Field {
  return { shape, sentence, required: true, nullable: false, default: undefined, options };
}

/** A record that exists, with its own defaults, even when it is not written. */
export function section(shape: Shape, sentence: string, options: FieldOptions = {}): Field {
  return field(shape, {}, sentence, options);
}
