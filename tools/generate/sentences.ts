import type { Field } from "../../src/config/fields/field.ts";
import { systemNames } from "../../src/contract/target.ts";

/** The meaning of an absent field; `null` when it is required, or when absence has no meaning. */
export function absentText(field: Field): string | null {
  const { derived, whenAbsent } = field.options;
  if (field.required) return null;
  if (derived !== undefined) return `Default: ${derived.from}.`;
  const value = whenAbsent ?? field.default;
  if (value === null || value === undefined || isEmptyRecord(value)) return null;
  return `Default: \`${JSON.stringify(value)}\`.`;
}

/** The default as a cell of a table; `null` when there is none, or when it needs a sentence. */
export function shortDefault(field: Field): string | null {
  if (field.options.derived !== undefined) return null;
  const text = absentText(field)?.replace(/^Default: (.*)\.$/s, "$1") ?? null;
  return text === null || text.length > 30 ? null : text;
}

function isEmptyRecord(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 0
  );
}

export function systemsText(field: Field): string | null {
  const { systems } = field.options;
  if (systems === undefined) return null;
  return `Has an effect on ${systems.map((system) => systemNames[system]).join(" and ")} only.`;
}
