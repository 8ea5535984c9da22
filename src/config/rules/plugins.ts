import { join } from "node:path";
import { readText } from "../../disk/read.ts";
import { getOwn } from "../../contract/get-own.ts";
import { pluginCounterparts } from "../read/foreign-plugins.ts";
import type { RuleContext } from "./rule.ts";

/** No code here reads settings of a Tauri plugin, unless a plugin of the app has the same name. */
export function foreignPlugins(context: RuleContext): void {
  for (const name of Object.keys(context.config.plugins)) {
    const counterpart = getOwn(pluginCounterparts, name);
    if (counterpart === undefined || isNamedByApp(context.folder, name)) continue;
    context.warn(
      ["plugins", name],
      `has no effect: it is the name of a plugin of Tauri, and main.ts names none like it; here there is ${counterpart}`,
      { code: "no-effect", key: true },
    );
  }
}

function isNamedByApp(folder: string, name: string): boolean {
  try {
    return readText(join(folder, "main.ts")).includes(name);
  } catch {
    return false;
  }
}
