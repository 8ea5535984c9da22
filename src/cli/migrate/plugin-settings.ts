import type { ObjectNode } from "../../config/shape/tree.ts";
import { applyEdits } from "./edits.ts";
import { inFront, memberText, written } from "./members.ts";
import { treeOf } from "./tauri-project.ts";

/** A main configuration with more settings of a plugin, in any format; existing values stay. */
export function withPluginSettings(
  name: string,
  text: string,
  plugin: string,
  settings: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(settings).reduce((now, [key, value]) => {
    const root = treeOf(name, now);
    if (root?.kind !== "object") return now;
    const plugins = objectAt(root, "plugins");
    const own = plugins === null ? null : objectAt(plugins, plugin);
    if (own?.members.has(key) === true) return now;
    if (name.endsWith(".toml")) return withTable(now, own, plugin, key, value);
    const [object, member]: [ObjectNode, string] =
      own !== null
        ? [own, memberText(key, value)]
        : plugins !== null
          ? [plugins, memberText(plugin, { [key]: value })]
          : [root, memberText("plugins", { [plugin]: { [key]: value } })];
    return applyEdits(now, [inFront(now, object, member)]);
  }, text);
}

function objectAt(object: ObjectNode, name: string): ObjectNode | null {
  const value = object.members.get(name)?.value;
  return value?.kind === "object" ? value : null;
}

/** A table at the end takes nothing from earlier ones. */
function withTable(
  text: string,
  own: ObjectNode | null,
  plugin: string,
  key: string,
  value: unknown,
): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const header = isObject ? `[plugins.${plugin}.${key}]` : `[plugins.${plugin}]`;
  const lines = isObject
    ? Object.entries(value).map(([name, each]) => `${name} = ${written(each)}`)
    : [`${key} = ${written(value)}`];
  if (!isObject && own !== null) {
    // Into the existing table, below its header.
    const at = new RegExp(`^\\[plugins\\.["']?${plugin}["']?\\][^\\n]*\\n`, "m").exec(text);
    if (at !== null)
      return applyEdits(text, [
        {
          start: at.index + at[0].length,
          end: at.index + at[0].length,
          text: `${lines.join(end)}${end}`,
        },
      ]);
  }
  return `${text.trimEnd()}${end}${end}${[header, ...lines].join(end)}${end}`;
}
