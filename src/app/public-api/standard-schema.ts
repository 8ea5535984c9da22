import type { StandardSchemaV1 } from "@standard-schema/spec";
import { FrameworkError } from "../../contract/errors.ts";

/**
 * A schema of any library that follows the Standard Schema (https://standardschema.dev), version 1:
 * Valibot, Zod, ArkType and others.
 */
export type StandardSchema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output>;

/** The input type of a schema. */
export type InputOf<Schema extends StandardSchema> = StandardSchemaV1.InferInput<Schema>;
/** The checked type of a schema. */
export type OutputOf<Schema extends StandardSchema> = StandardSchemaV1.InferOutput<Schema>;

/**
 * Checks a value, synchronously if the schema is.
 *
 * @param action the action, for messages: `Cannot run "greet"`
 * @param place the name of the value, which prefixes its fields. Empty: fields stand alone
 * @throws FrameworkError `bad-argument`, naming each wrong field
 */
export function checkStandard<Schema extends StandardSchema>(
  action: string,
  place: string,
  schema: Schema,
  value: unknown,
): OutputOf<Schema> | Promise<OutputOf<Schema>> {
  const result = schema["~standard"].validate(value);
  const settle = (found: Awaited<typeof result>): OutputOf<Schema> => {
    if (found.issues === undefined) return found.value as OutputOf<Schema>;
    const reasons = found.issues.map(({ path = [], message }) => {
      const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
      const field = [...(place === "" ? [] : [place]), ...keys].join(".");
      return field === "" ? message : `"${field}": ${message}`;
    });
    throw new FrameworkError("bad-argument", `${action}: ${reasons.join("; ")}`);
  };
  return result instanceof Promise ? result.then(settle) : settle(result);
}
