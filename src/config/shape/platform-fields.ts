import { own } from "../../contract/own.ts";
import type { System } from "../../contract/target.ts";
import { rootConfig } from "../config.ts";
import type { Field, RecordShape, Shape } from "../fields/field.ts";
import { problem } from "../report/problem.ts";
import type { Problem } from "../report/problem.ts";
import { pathText } from "./tree.ts";
import type { Path, TreeNode } from "./tree.ts";

/**
 * Fields in files for one system that have an effect only on others. The main file is for all systems, so
 * nothing is said about it.
 */
export function ineffectiveFields(roots: readonly TreeNode[], system: System): Problem[] {
  const found: Problem[] = [];
  for (const root of roots) walk(root, rootConfig, [], system, found);
  return found;
}

/** Whether what is written at a path has an effect on a system. */
export function hasEffect(path: Path, system: System): boolean {
  let shape: Shape | undefined = rootConfig;
  for (const step of path) {
    if (typeof step === "number") {
      shape = shape.kind === "list" ? shape.item : undefined;
    } else {
      const field: Field | undefined = own(recordOf(shape)?.fields ?? {}, step);
      if (field?.options.systems?.includes(system) === false) return false;
      shape = field?.shape;
    }
    if (shape === undefined) break;
  }
  return true;
}

function walk(node: TreeNode, shape: Shape, path: Path, system: System, found: Problem[]): void {
  const record = recordOf(shape);
  if (node.kind === "list" && shape.kind === "list") {
    for (const [index, item] of node.items.entries()) walk(item, shape.item, [...path, index], system, found);
  }
  if (node.kind !== "object" || record === null) return;
  for (const [name, member] of node.members) {
    const field = own(record.fields, name);
    if (field === undefined) continue;
    const where = [...path, name];
    const { systems } = field.options;
    if (systems === undefined || systems.includes(system))
      walk(member.value, field.shape, where, system, found);
    else {
      found.push(
        problem({
          code: "no-effect",
          path: pathText(where),
          place: member.key,
          message: `has an effect on ${systems.join(" and ")} only, and this file is for ${system}`,
        }),
      );
    }
  }
}

function recordOf(shape: Shape): RecordShape | null {
  if (shape.kind === "record") return shape;
  return shape.kind === "later" ? shape.shape() : null;
}
