import type { StandardSchemaV1 } from "@standard-schema/spec";
import { FrameworkError } from "../../contract/errors.ts";

/**
 * A schema of any library that follows the Standard Schema (https://standardschema.dev), version 1: Valibot,
 * Zod, ArkType and others.
 */
export type StandardSchema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output>;

/** What may be given to what a schema checks. */
export type InputOf<Schema extends StandardSchema> = StandardSchemaV1.InferInput<Schema>;
/** What has been checked. */
export type OutputOf<Schema extends StandardSchema> = StandardSchemaV1.InferOutput<Schema>;

/**
 * Checks a value.
 *
 * @param action what is being done, for messages: `Cannot run "greet"`
 * @param place what the value is called; fields inside it are named after it. Empty: fields stand alone
 * @throws FrameworkError `bad-argument`, naming each field that does not fit
 */
export async function checkStandard<Schema extends StandardSchema>(
  action: string,
  place: string,
  schema: Schema,
  value: unknown,
): Promise<OutputOf<Schema>> {
  const result = await schema["~standard"].validate(value);
  if (result.issues === undefined) return result.value;
  const reasons = result.issues.map(({ path = [], message }) => {
    const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
    const field = [...(place === "" ? [] : [place]), ...keys].join(".");
    return field === "" ? message : `"${field}": ${message}`;
  });
  throw new FrameworkError("bad-argument", `${action}: ${reasons.join("; ")}`);
}
