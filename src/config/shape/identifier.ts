import { identifierText } from "../fields/bundle.ts";
import { check } from "./check.ts";
import { formatOf, sourceOf } from "../read/file-formats.ts";

/** The reason why an app cannot have this identifier, as the configuration says it, or `null`. */
export function identifierProblem(identifier: string): string | null {
  const file = "identifier.json";
  const { root } = formatOf(file).parse(sourceOf(file, JSON.stringify(identifier)));
  if (root === null) return identifierText.says;
  return check(root, identifierText).problems[0]?.message ?? null;
}
