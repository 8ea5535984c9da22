import { jsonSchema } from "../config/shape/json-schema.ts";
import type { Terminal } from "./terminal.ts";

/** `framework schema`: prints the JSON Schema of the configuration. */
export async function schemaCommand(terminal: Terminal): Promise<number> {
  terminal.out(`${JSON.stringify(jsonSchema(), null, 2)}\n`);
  return 0;
}
