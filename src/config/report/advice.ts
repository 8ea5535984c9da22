import { getOwn } from "../../contract/get-own.ts";
import { foreignNames } from "../read/foreign.ts";
import { fieldsNamed } from "../shape/field-index.ts";
import type { IndexedField } from "../shape/field-index.ts";
import type { Json, RecordShape, Shape } from "../fields/field.ts";
import { isObject } from "../read/settle.ts";
import { nearest } from "../../contract/text/suggest.ts";
import { pathText, plainValue } from "../shape/tree.ts";
import type { Member, Path, TreeNode } from "../shape/tree.ts";

/** Whether a value is one that a shape admits. */
type Fits = (value: TreeNode, shape: Shape) => boolean;

/**
 * What a key that is not known here was meant to be: another spelling, or a field of another
 * section.
 */
export function meantField(
  name: string,
  value: TreeNode,
  free: readonly string[],
  shape: RecordShape,
  path: Path,
  fits: Fits,
): string[] {
  const ours = getOwn(foreignNames, name);
  if (ours !== undefined && free.includes(ours)) return [ours];
  const spelling = nearest(name, free);
  const here = pathText(path).replace(/\[\d+\]/g, "[]");
  // A variant's field that this variant has not lies at the same path.
  const elsewhere = fieldsNamed(name).filter(
    (one) => one.record !== shape && one.path !== `${here}.${name}`,
  );
  if (elsewhere.length === 0) return spelling;
  // The same word with another case or another separator is nearer than any other section.
  if (spelling.some((one) => one.toLowerCase() === name.toLowerCase())) return spelling;
  const ranked = elsewhere.map((one) => ({
    path: one.path,
    score: likeness(one, here, fits(value, one.field.shape)),
  }));
  ranked.sort((a, b) => b.score - a.score);
  return ranked.slice(0, 3).map((one) => one.path);
}

/**
 * A field of a place that is near, and whose value may be the one that is written, is more likely.
 */
function likeness(candidate: IndexedField, here: string, isFitting: boolean): number {
  let common = 0;
  while (common < here.length && here[common] === candidate.path[common]) common += 1;
  const levels = here.slice(0, common).split(".").length;
  return (isFitting ? 100 : 0) + levels * 10 - candidate.path.split(".").length;
}

/**
 * The same value in the kind that is wanted, where that is plain: `"true"` as true, one text as a
 * list.
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
    // As it is written: `1.0` is no `1` where a version is wanted.
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
