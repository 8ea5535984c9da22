import type { ResolvedConfig } from "../../../config/index.ts";
import { usedText, type FoundUses } from "./found-uses.ts";
import { joined, type Change, type Proposal } from "./proposal.ts";

export type PluginSettings = ResolvedConfig["plugins"];

/** The name of a flag. `all` is none, and other names are no part of a path. */
const flagName = /^(?!all$)[A-Za-z][\w-]*$/;

/**
 * Removes unused flags of plugins, and writes the used ones in place of `all`. Only the plugin's
 * code knows its flags, so the record has them of the app that ran. The paths of the changes are
 * below `plugins`.
 */
export function pluginFlagChanges(plugins: PluginSettings, found: FoundUses): Proposal {
  return joined(
    Object.entries(plugins).map(([name, { allowlist }]) => changesOf(name, allowlist, found)),
  );
}

function changesOf(name: string, allowlist: unknown, found: FoundUses): Proposal {
  const changes: Change[] = [];
  const kept: string[] = [];
  const own = flagsOf(allowlist);
  const unknown = (flag: string): void =>
    void kept.push(`plugins.${name}.allowlist.${flag}: the record knows nothing of it`);
  const used = found.rulesOf("plugin").flatMap((rule) => {
    const [plugin, flag = ""] = rule.split(".");
    return plugin === name && flagName.test(flag) ? [flag] : [];
  });
  for (const flag of own) {
    if (flag === "all" || used.includes(flag)) continue;
    if (!found.wasOffered("plugin", `${name}.${flag}`)) unknown(flag);
    else changes.push({ do: "remove", path: [name, "allowlist", flag], why: ["never used"] });
  }
  if (!own.includes("all")) return { changes, kept };
  if (!found.wasOffered("plugin", `${name}.all`)) {
    unknown("all");
    return { changes, kept };
  }
  const added = used.filter((flag) => !own.includes(flag));
  for (const flag of added)
    changes.push({
      do: "set",
      path: [name, "allowlist", flag],
      value: true,
      why: [usedText(found.by("plugin", `${name}.${flag}`))],
    });
  changes.push({
    do: "remove",
    path: [name, "allowlist", "all"],
    why: [
      added.length > 0
        ? `used of it: ${added.join(", ")}`
        : used.length > 0
          ? "the flags that were used say the same"
          : "never used",
    ],
  });
  return { changes, kept };
}

function flagsOf(allowlist: unknown): readonly string[] {
  return Object.entries(allowlist ?? {}).flatMap(([flag, isOn]) => (isOn === true ? [flag] : []));
}

/** The settings after the changes. */
export function pluginsAfter(plugins: PluginSettings, changes: readonly Change[]): PluginSettings {
  const copy = structuredClone(plugins) as Record<string, { allowlist?: Record<string, unknown> }>;
  for (const change of changes) {
    const [name, , flag] = change.path;
    const allowlist = copy[name as string]?.allowlist ?? {};
    if (change.do === "set") allowlist[flag as string] = change.value;
    else delete allowlist[flag as string];
  }
  return copy;
}

/** The settings without empty allowlists, which say the same as none. */
export function withoutEmptyAllowlists(plugins: PluginSettings): PluginSettings {
  return Object.fromEntries(
    Object.entries(plugins).map(([name, { allowlist, ...others }]) => [
      name,
      Object.keys(allowlist ?? {}).length === 0 ? others : { allowlist, ...others },
    ]),
  );
}
