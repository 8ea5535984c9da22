import { NSLocale } from "./lib/foundation.ts";
import { itemsOf } from "./objc/array.ts";
import { textOf } from "./objc/text.ts";

/** The entry for the first of the user's languages that has one, or for English. */
export function inUsersLanguage(byLanguage: Readonly<Record<string, string>>): string {
  const preferred = itemsOf(NSLocale.send("preferredLanguages")).map(textOf);
  const found = preferred
    .map((tag) => foundFor(tag, byLanguage))
    .find((words) => words !== undefined);
  return found ?? byLanguage["en"] ?? "";
}

/**
 * @param tag `de-AT`, `zh-Hant-HK`; fallbacks drop parts from the end
 */
function foundFor(tag: string, byLanguage: Readonly<Record<string, string>>): string | undefined {
  const parts = tag.split("-");
  const tags = parts.map((_, left) => parts.slice(0, parts.length - left).join("-"));
  // Older names of the same.
  const others = {
    zh: "zh-Hans",
    "zh-HK": "zh-Hant",
    "zh-TW": "zh-Hant",
    no: "nb",
    nn: "nb",
  } as const;
  const known = tags.map((one) => byLanguage[others[one as keyof typeof others] ?? one]);
  return known.find((words) => words !== undefined);
}
