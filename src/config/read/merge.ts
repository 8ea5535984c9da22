import type { ObjectNode, Path, TreeNode } from "../shape/tree.ts";

/** A list of an earlier file that a later one replaced as a whole. */
export interface ReplacedList {
  readonly path: Path;
  readonly by: TreeNode;
  readonly was: TreeNode;
}

/**
 * RFC 7396: objects are merged key by key, `null` removes a key, every other value replaces the old
 * one. No node is changed; values keep their positions and the values that they replaced.
 */
export function mergePatch(
  target: TreeNode | null,
  patch: TreeNode,
  lists: ReplacedList[] = [],
  path: Path = [],
): TreeNode {
  if (patch.kind !== "object") {
    if (target === null) return patch;
    if (target.kind === "list") lists.push({ path, by: patch, was: target });
    return { ...patch, replaced: target };
  }
  const base = target?.kind === "object" ? target : null;
  const members = new Map(base?.members);
  const removed: NonNullable<ObjectNode["removed"]> = new Map(base?.removed);
  for (const [key, member] of patch.members) {
    const was = members.get(key);
    if (member.value.kind === "scalar" && member.value.value === null) {
      members.delete(key);
      if (was !== undefined) removed.set(key, { by: member, was });
    } else {
      const value = mergePatch(was?.value ?? null, member.value, lists, [...path, key]);
      // A merged object keeps the position of its first key; a new value has its own.
      const keyPlace =
        value.kind === "object" && was?.value.kind === "object" ? was.key : member.key;
      members.set(key, { key: keyPlace, value });
    }
  }
  const { source, start, end } = base ?? patch;
  const merged: ObjectNode = { kind: "object", members, source, start, end };
  if (removed.size > 0) merged.removed = removed;
  if (target !== null && base === null) merged.replaced = target;
  else if (base?.replaced !== undefined) merged.replaced = base.replaced;
  return merged;
}
