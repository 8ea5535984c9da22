import { NSLocale } from "./lib/foundation.ts";
import { itemsOf } from "./objc/array.ts";
import { textOf } from "./objc/text.ts";

/** What is there in the first of the user's languages that there is something in, or in English. */
export function inUsersLanguage(byLanguage: Readonly<Record<string, string>>): string {
  const preferred = itemsOf(NSLocale.send("preferredLanguages")).map(textOf);
  const found = preferred
    .map((tag) => foundFor(tag, byLanguage))
    .find((words) => words !== undefined);
  return found ?? byLanguage["en"] ?? "";
}

/**
 * @param tag `de-AT`, `zh-Hant-HK`; the fewer of its parts count, the farther it is from what the
 * user wants
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
