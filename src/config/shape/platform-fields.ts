import { isDeepStrictEqual } from "node:util";
import { getOwn } from "../../contract/get-own.ts";
import { systemNames, type System } from "../../contract/target.ts";
import { rootConfig } from "../config.ts";
import type { Field, RecordShape, Shape } from "../fields/field.ts";
import { absentValue } from "../read/settle.ts";
import { problem } from "../report/problem.ts";
import type { Problem } from "../report/problem.ts";
import { pathText, plainValue } from "./tree.ts";
import type { Member, Path, TreeNode } from "./tree.ts";

/**
 * Fields without effect on a system, in files for that system and in the merged configuration.
 * `isAsked`: the command is `framework config`, which reports more.
 */
export function ineffectiveFields(
  merged: TreeNode,
  platformFiles: readonly TreeNode[],
  system: System,
  isAsked: boolean,
): Problem[] {
  const found: Problem[] = [];
  for (const root of platformFiles) {
    for (const { path, member, systems } of fieldsForOthers(root, rootConfig, [], system))
      found.push(
        noEffect(
          path,
          member,
          `has an effect on ${namesOf(systems)} only, and this file is for ${system}`,
        ),
      );
  }
  // The main file is for all systems, so a field in it is reported only by `framework config`, or
  // if users rely on its protection.
  const reported = new Set(platformFiles.map(({ source }) => source));
  for (const { field, path, member, systems } of fieldsForOthers(merged, rootConfig, [], system)) {
    const { elsewhere, protects } = field.options;
    if (elsewhere === undefined || reported.has(member.key.source)) continue;
    if (!isAsked && protects !== true) continue;
    if (isDeepStrictEqual(plainValue(member.value), absentValue(field))) continue;
    const message = `has no effect on ${systemNames[system]}, only on ${namesOf(systems)}: ${elsewhere}`;
    found.push(noEffect(path, member, message));
  }
  return found;
}

function noEffect(path: Path, member: Member, message: string): Problem {
  return problem({ code: "no-effect", path: pathText(path), place: member.key, message });
}

function namesOf(systems: readonly System[]): string {
  return systems.map((system) => systemNames[system]).join(" and ");
}

/** Whether the value at a path has an effect on a system. */
export function hasEffect(path: Path, system: System): boolean {
  let shape: Shape | undefined = rootConfig;
  for (const step of path) {
    if (typeof step === "number") {
      shape = shape.kind === "list" ? shape.item : undefined;
    } else {
      const field: Field | undefined = getOwn(recordOf(shape)?.fields ?? {}, step);
      if (field?.options.systems?.includes(system) === false) return false;
      shape = field?.shape;
    }
    if (shape === undefined) break;
  }
  return true;
}

interface FieldForOthers {
  readonly field: Field;
  readonly path: Path;
  readonly member: Member;
  readonly systems: readonly System[];
}

function* fieldsForOthers(
  node: TreeNode,
  shape: Shape,
  path: Path,
  system: System,
): Generator<FieldForOthers> {
  if (node.kind === "list" && shape.kind === "list") {
    for (const [index, item] of node.items.entries())
      yield* fieldsForOthers(item, shape.item, [...path, index], system);
  }
  const record = recordOf(shape);
  if (node.kind !== "object" || record === null) return;
  for (const [name, member] of node.members) {
    const field = getOwn(record.fields, name);
    if (field === undefined) continue;
    const where = [...path, name];
    const { systems } = field.options;
    if (systems === undefined || systems.includes(system))
      yield* fieldsForOthers(member.value, field.shape, where, system);
    else yield { field, path: where, member, systems };
  }
}

function recordOf(shape: Shape): RecordShape | null {
  if (shape.kind === "record") return shape;
  return shape.kind === "later" ? shape.shape() : null;
}
