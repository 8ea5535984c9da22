/** Names of references in JSON. Source: WebDriver, "Elements" and "Windows". */
export const elementKey = "element-6066-11e4-a52e-4f735466cecf";
export const shadowKey = "shadow-6066-11e4-a52e-4f735466cecf";

/** The references in the answer of a page. */
export function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  const given = value as Readonly<Record<string, unknown>>;
  return [elementKey, shadowKey]
    .flatMap((key) => (typeof given[key] === "string" ? [given[key]] : []))
    .concat(Object.values(given).flatMap(referencesIn));
}
