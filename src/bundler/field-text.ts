import { controlCharacter } from "../contract/shipped/field-text.ts";
import type { Staging } from "./staging.ts";

/**
 * Finds control characters in texts that become a field, a name or a path of a package.
 *
 * @param fields texts and lists of texts, by their origin; other values are skipped
 * @param options `hasLines`: the lines of these texts are folded or joined
 */
export function checkFieldTexts(
  staging: Staging,
  fields: Readonly<Record<string, unknown>>,
  { hasLines = false }: { readonly hasLines?: boolean } = {},
): void {
  for (const [field, value] of Object.entries(fields)) {
    for (const text of [value].flat()) {
      const found = typeof text === "string" ? controlCharacter(text, { hasLines }) : null;
      if (found === null) continue;
      staging.refuse(
        field,
        `Cannot use ${JSON.stringify(text)}: it may hold no control characters, such as ${found} here`,
      );
    }
  }
}
