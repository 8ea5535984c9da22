import { pluginScopeUses, type ScopeUse } from "../../../contract/commands/plugin-scopes.ts";
import type { System } from "../../../contract/target.ts";
import { flagChanges } from "./flags.ts";
import type { FoundUses } from "./found-uses.ts";
import type { PluginSettings } from "./plugin-flags.ts";
import { openChanges, programChanges } from "./programs.ts";
import { joined, type Allowlist, type Proposal } from "./proposal.ts";
import { httpScopeChanges, pathScopeChanges } from "./scopes.ts";

/**
 * The minimal allowlist with which all recorded uses continue to work. It is never wider than the
 * current one, regardless of the record: values that cannot be proven narrower stay.
 */
export function suggest(
  allowlist: Allowlist,
  plugins: PluginSettings,
  found: FoundUses,
  system: System,
): Proposal {
  const { fs, protocol, http } = allowlist;
  return joined([
    flagChanges(allowlist, found),
    keptForPlugins("fs", plugins, ["reads", "writes", "watches"]) ??
      pathScopeChanges("fs", ["fs", "scope"], fs.scope, found, system),
    pathScopeChanges("asset", ["protocol", "assetScope"], protocol.assetScope, found, system),
    keptForPlugins("http", plugins, ["requests"]) ?? httpScopeChanges(http.scope, found),
    programChanges(allowlist, found),
    openChanges(allowlist, found),
  ]);
}

/** A scope stays if plugins use it, since their uses are not recorded; `null`: none does. */
function keptForPlugins(
  kind: "fs" | "http",
  plugins: PluginSettings,
  wanted: readonly ScopeUse[],
): Proposal | null {
  const using = pluginScopeUses(plugins).find(({ use }) => use === null || wanted.includes(use));
  if (using === undefined) return null;
  const uses = using.use === null ? "may use" : "uses";
  return {
    changes: [],
    kept: [`${kind} scope: the plugin "${using.plugin}" ${uses} it, which is not recorded`],
  };
}
