import type { ListNode, Member, ObjectNode } from "../../config/shape/tree.ts";
import type { Edit } from "./edits.ts";

/**
 * Removes a member from an object of any format: with its line if it has one, otherwise with its
 * comma.
 */
export function takeOut(text: string, object: ObjectNode, name: string): Edit {
  const members = [...object.members];
  const index = members.findIndex(([one]) => one === name);
  const own = members[index]?.[1] as Member;
  if (isTomlLine(text, own)) {
    const end = text.indexOf("\n", own.value.end);
    return {
      start: lineStart(text, own.key.start),
      end: end === -1 ? text.length : end + 1,
      text: "",
    };
  }
  const next = members[index + 1]?.[1];
  if (next !== undefined) return { start: own.key.start, end: next.key.start, text: "" };
  const before = members[index - 1]?.[1];
  if (before !== undefined) return { start: before.value.end, end: own.value.end, text: "" };
  const comma = /^\s*,/.exec(text.slice(own.value.end))?.[0].length ?? 0;
  return { start: own.key.start, end: own.value.end + comma, text: "" };
}

/** Removes an item from a list of any format, with its comma. */
export function takeOutItem(text: string, { items }: ListNode, index: number): Edit {
  const [before, own, next] = [items[index - 1], items[index], items[index + 1]];
  if (own === undefined) return { start: 0, end: 0, text: "" };
  if (next !== undefined) return { start: own.start, end: next.start, text: "" };
  if (before !== undefined) return { start: before.end, end: own.end, text: "" };
  const comma = /^\s*,/.exec(text.slice(own.end))?.[0].length ?? 0;
  return { start: own.start, end: own.end + comma, text: "" };
}

/** Adds a member in front of the others of an object of JSON. */
export function inFront(text: string, object: ObjectNode, member: string): Edit {
  const [first] = [...object.members.values()];
  const start = object.start + 1;
  if (first === undefined) return { start, end: start, text: ` ${member} ` };
  const blanks = text.slice(start, first.key.start);
  // A comment in front of the first member stays in place.
  const space = /^\s*$/.test(blanks) ? blanks : " ";
  return { start, end: start, text: `${space}${member},` };
}

/** A member of an object of JSON. */
export function memberText(key: string, value: unknown): string {
  return `${JSON.stringify(key)}: ${written(value)}`;
}

/** In a person's notation on one line: `{ "all": true }`, in TOML `{ all = true }`. */
export function written(value: unknown, format: "json" | "toml" = "json"): string {
  if (Array.isArray(value)) return `[${value.map((each) => written(each, format)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) =>
    format === "json" ? memberText(key, each) : `${key} = ${written(each, format)}`,
  );
  return `{ ${members.join(", ")} }`;
}

/** `key = value` on lines of their own, as in a table of TOML. */
function isTomlLine(text: string, { key, value }: Member): boolean {
  return (
    /=\s*$/.test(text.slice(key.end, value.start)) &&
    /^\s*$/.test(text.slice(lineStart(text, key.start), key.start)) &&
    /^[^\S\n]*(?:#[^\n]*)?(?:\n|$)/.test(text.slice(value.end))
  );
}

function lineStart(text: string, position: number): number {
  return text.lastIndexOf("\n", position - 1) + 1;
}
