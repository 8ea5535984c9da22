import { FrameworkError } from "../../contract/errors.ts";
import { ownIdPrefix, takesFromText } from "../../contract/menu.ts";
import { parseAccelerator } from "../../contract/patterns/accelerator-text.ts";
import type { MenuEntryConfig } from "../config.ts";
import type { Path } from "../shape/tree.ts";
import type { RuleContext } from "./rule.ts";

const kinds = ["id", "role", "items", "separator"] as const;

/** The application's menu: each entry has one kind, ids are unique, and accelerators are valid. */
export function menu(context: RuleContext): void {
  const path = ["framework", "menu"];
  checkEntries(context, context.config.framework.menu ?? [], path, new Map());
}

function checkEntries(
  context: RuleContext,
  entries: readonly MenuEntryConfig[],
  path: Path,
  ids: Map<string, Path>,
): void {
  for (const [index, entry] of entries.entries()) {
    const where = [...path, index];
    checkKind(context, entry, where);
    if (entry.id !== null) checkId(context, entry.id, [...where, "id"], ids);
    if (entry.accelerator !== null)
      checkKeys(context, entry.accelerator, [...where, "accelerator"]);
    checkEntries(context, entry.items ?? [], [...where, "items"], ids);
  }
}

function checkKind(context: RuleContext, entry: MenuEntryConfig, where: Path): void {
  const written = kinds.filter((kind) => entry[kind] !== null && entry[kind] !== false);
  const [kind] = written;
  if (kind === undefined || written.length > 1) {
    context.error(where, "must have exactly one of id, role, items and separator", {
      code: "bad-value",
    });
    return;
  }
  if ((kind === "id" || kind === "items") && entry.text === null)
    context.error(where, `needs a text beside ${kind}`, { code: "bad-value" });
  const others = {
    id: [],
    role: ["checked", "radio"],
    items: ["checked", "radio", "accelerator"],
    separator: ["text", "checked", "radio", "accelerator"],
  } as const satisfies Record<string, readonly (keyof MenuEntryConfig)[]>;
  for (const name of others[kind])
    if (entry[name] !== null)
      context.error([...where, name], `has no effect beside ${kind}: leave it out`, {
        code: "bad-value",
      });
}

function checkId(context: RuleContext, id: string, path: Path, ids: Map<string, Path>): void {
  const first = ids.get(id);
  if (first !== undefined)
    context.error(path, "is the id of another item, too", {
      related: { message: "the other item", path: first },
    });
  else ids.set(id, path);
  if (id.startsWith(ownIdPrefix))
    context.error(path, `may not begin with ${ownIdPrefix}`, { code: "bad-value" });
}

function checkKeys(context: RuleContext, keys: string, path: Path): void {
  try {
    if (takesFromText(parseAccelerator(keys, context.system)))
      context.error(path, "must hold Control, Alt or the system's key: texts need it without", {
        code: "bad-value",
      });
  } catch (error) {
    if (!(error instanceof FrameworkError)) throw error;
    const [, reason = error.message] = / as a key combination: (.*)$/s.exec(error.message) ?? [];
    context.error(path, `is no key combination: ${reason}`, { code: "bad-value" });
  }
}
