import { getOwn } from "../../contract/get-own.ts";
import { foreignNames, menuNames } from "../read/foreign.ts";
import { fieldsNamed } from "../shape/field-index.ts";
import type { IndexedField } from "../shape/field-index.ts";
import type { Json, RecordShape, Shape } from "../fields/field.ts";
import { isObject } from "../read/settle.ts";
import { nearest } from "../../contract/text/suggest.ts";
import { pathText, plainValue } from "../shape/tree.ts";
import type { Member, Path, TreeNode } from "../shape/tree.ts";

/** Whether a shape admits a value. */
type Fits = (value: TreeNode, shape: Shape) => boolean;

/** The key that an unknown key was meant to be: another spelling, or a field of another section. */
export function meantField(
  name: string,
  value: TreeNode,
  free: readonly string[],
  shape: RecordShape,
  path: Path,
  fits: Fits,
): string[] {
  const ours = getOwn(foreignNames, name) ?? getOwn(menuNames, name);
  if (ours !== undefined && free.includes(ours)) return [ours];
  const spelling = nearest(name, free);
  // `icon` of the same object's `iconPath`.
  const begun = free.filter((one) => {
    const rest = one.startsWith(name) ? one.slice(name.length) : "";
    const field = shape.fields[one];
    return /^[A-Z]/.test(rest) && field !== undefined && fits(value, field.shape);
  });
  const here = pathText(path).replace(/\[\d+\]/g, "[]");
  // The fields of other variants have the same path.
  const elsewhere = fieldsNamed(name).filter(
    (one) => one.record !== shape && one.path !== `${here}.${name}`,
  );
  if (elsewhere.length === 0) return spelling;
  if (begun.length > 0) return begun.slice(0, 3);
  // The same word in another case or with another separator is nearer than any other section.
  if (spelling.some((one) => one.toLowerCase() === name.toLowerCase())) return spelling;
  const ranked = elsewhere.map((one) => {
    const isFitting = fits(value, one.field.shape);
    return { path: one.path, isFitting, score: likeness(one, here, isFitting) };
  });
  ranked.sort((a, b) => b.score - a.score);
  // `window: [{}]` beside `framework.windows` is not the object `framework.allowlist.window`.
  const near = spelling.filter((one) => {
    const wanted = shape.fields[one]?.shape;
    return wanted !== undefined && (fits(value, wanted) || isLike(value, wanted));
  });
  const others = near.length === 0 ? ranked : ranked.filter(({ isFitting }) => isFitting);
  return [...near, ...others.map((one) => one.path)].slice(0, 3);
}

/** Whether a list or an object is wanted where there is one, perhaps with mistakes inside. */
function isLike(value: TreeNode, { kind }: Shape): boolean {
  if (value.kind === "list") return kind === "list";
  return value.kind === "object" && (kind === "record" || kind === "map" || kind === "variants");
}

/** A field is more likely when its position is near and its shape admits the written value. */
function likeness(candidate: IndexedField, here: string, isFitting: boolean): number {
  let common = 0;
  while (common < here.length && here[common] === candidate.path[common]) common += 1;
  const levels = here.slice(0, common).split(".").length;
  return (isFitting ? 100 : 0) + levels * 10 - candidate.path.split(".").length;
}

/**
 * The same value converted to the wanted type, where the conversion is obvious: `"true"` as true,
 * one text as a list.
 */
export function convertedValue(node: TreeNode, shape: Shape, fits: Fits): string[] {
  const wanted: Shape[] =
    shape.kind === "either"
      ? [shape.boolean, shape.text, shape.list, shape.object].filter((one) => one !== undefined)
      : [shape];
  const candidates: Json[] = [];
  if (node.kind === "scalar") {
    const { value } = node;
    if (value === "true" || value === "false") candidates.push(value === "true");
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
      candidates.push(Number(value));
    // As written: `1.0` is no `1` where a version is wanted.
    if (typeof value === "number") candidates.push(node.source.text.slice(node.start, node.end));
    if (typeof value === "boolean") candidates.push(String(value));
    if (value !== undefined && value !== null) candidates.push([value]);
    // `"dialog": true`: a module of the allowlist as a whole.
    if (typeof value === "boolean") candidates.push({ all: value });
  } else if (node.kind === "list" && node.items.length === 1 && node.items[0] !== undefined) {
    candidates.push(plainValue(node.items[0]));
  }
  return candidates
    .filter((candidate) => wanted.some((one) => fits(treeOf(candidate), one)))
    .map((candidate) => JSON.stringify(candidate));
}

const nowhere = { source: { name: "", text: "" }, start: 0, end: 0 };

function treeOf(value: Json): TreeNode {
  if (Array.isArray(value)) {
    return { kind: "list", items: (value as readonly Json[]).map(treeOf), ...nowhere };
  }
  if (isObject(value)) {
    const members = new Map<string, Member>();
    for (const [key, item] of Object.entries(value))
      members.set(key, { key: nowhere, value: treeOf(item) });
    return { kind: "object", members, ...nowhere };
  }
  return { kind: "scalar", value: value as string | number | boolean | null, ...nowhere };
}
