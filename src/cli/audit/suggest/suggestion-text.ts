import { timesText } from "./found-uses.ts";
import type { SuggestedChange, Suggestion } from "./suggestion.ts";

/** A suggestion as text for people. Programs that apply patches ignore the text before one. */
export function suggestionText(
  { record, changes, kept, refused, granted, patches }: Suggestion,
  { isApplied }: { readonly isApplied: boolean },
): string {
  const { sessions, first, last } = record;
  const days =
    first.slice(0, 10) === last.slice(0, 10)
      ? `on ${first.slice(0, 10)}`
      : `from ${first.slice(0, 10)} to ${last.slice(0, 10)}`;
  const runs = sessions === 1 ? "1 session" : `${sessions} sessions`;
  const lines = [
    `Used by pages in ${runs} of framework dev on this machine, ${days}`,
    "Other features may still be needed: use all of the app first, on each system",
    "",
  ];
  if (changes.length === 0) lines.push("The configuration allows no more than was used");
  for (const change of changes) {
    const place =
      change.places.length === 0
        ? "given with --config: change it there"
        : change.places.join(", ");
    lines.push(`  ${changeText(change)}  (${place})`, ...change.why.map((why) => `      ${why}`));
  }
  const list = (title: string, items: readonly string[]): void => {
    if (items.length > 0) lines.push("", title, ...items.map((item) => `  ${item}`));
  };
  list("Left as it is", kept);
  list("Refused, and not suggested", refused);
  if (granted > 0)
    lines.push(
      "",
      `Files that the user chose, or the app's own code granted, were used ${timesText(granted)}: no pattern needs to admit them`,
    );
  const changed = patches.filter(({ patch }) => patch !== "");
  if (isApplied && changed.length > 0)
    list(
      "Changed",
      changed.map(({ file }) => file),
    );
  return `${lines.join("\n")}\n${changed.map(({ patch }) => `\n${patch}`).join("")}`;
}

/** `framework.allowlist.fs.scope[0]: "$HOME/**" becomes "$HOME/notes/*"`. */
function changeText({ field, was, becomes }: SuggestedChange): string {
  const now = becomes.map((value) => JSON.stringify(value)).join(", ");
  if (was === null) return `${field}: ${now} is added`;
  return `${field}: ${JSON.stringify(was)} ${becomes.length === 0 ? "is removed" : `becomes ${now}`}`;
}
