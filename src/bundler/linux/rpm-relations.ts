import {
  isRpmRelation,
  rpmRelation,
  rpmRelationText,
  type RpmRelationField,
} from "../../contract/shipped/package-relations.ts";
import { int32, strings, type RpmTag } from "../write/rpm-header.ts";

/** One relation of a package: requires, provides, conflicts or obsoletes. */
export interface Relation {
  readonly name: string;
  /** Bits of rpm's `rpmsenseFlags_e`. */
  readonly flags: number;
  /** `[epoch:]version[-release]`, empty for any. */
  readonly version: string;
}

/** Bits of `rpmsenseFlags_e` in rpm's rpmds.h. */
const sense = { less: 1 << 1, greater: 1 << 2, equal: 1 << 3, rpmlib: 1 << 24 } as const;

const operators: Readonly<Record<string, number>> = {
  "<": sense.less,
  "<=": sense.less | sense.equal,
  "=": sense.equal,
  ">=": sense.greater | sense.equal,
  ">": sense.greater,
};

/** Parses `name`, `name >= 1.2` or a rich dependency `(one or other)`. */
export function parseRelation(text: string, field: RpmRelationField): Relation {
  if (!isRpmRelation(text, field))
    throw new Error(`Cannot use rpm relation "${text}": write ${rpmRelationText(field)}`);
  const trimmed = text.trim();
  if (trimmed.startsWith("(")) return { name: trimmed, flags: 0, version: "" };
  const [, name = trimmed, operator, version] = rpmRelation.exec(trimmed) ?? [];
  if (operator === undefined || version === undefined) return { name, flags: 0, version: "" };
  return { name, flags: operators[operator] ?? 0, version };
}

/** An exact version of a package. */
export function exactly(name: string, version: string): Relation {
  return { name, flags: sense.equal, version };
}

/** A feature that the installing rpm itself must have, with the version that introduced it. */
export function rpmFeature(name: string, version: string): Relation {
  return { name: `rpmlib(${name})`, flags: sense.rpmlib | sense.less | sense.equal, version };
}

/** The three tags of a list of relations; none for an empty list. */
export function relationTags(
  tags: { readonly name: number; readonly flags: number; readonly version: number },
  relations: readonly Relation[],
): RpmTag[] {
  if (relations.length === 0) return [];
  return [
    strings(
      tags.name,
      relations.map(({ name }) => name),
    ),
    int32(
      tags.flags,
      relations.map(({ flags }) => flags),
    ),
    strings(
      tags.version,
      relations.map(({ version }) => version),
    ),
  ];
}
