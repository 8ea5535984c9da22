import type { System } from "../../../contract/target.ts";
import type { UseRecord } from "../../project/use-record.ts";
import { flagChanges } from "./flags.ts";
import { FoundUses } from "./found-uses.ts";
import { pluginFlagChanges, type PluginSettings } from "./plugin-flags.ts";
import { openChanges, programChanges } from "./programs.ts";
import type { Allowlist, Proposal } from "./proposal.ts";
import { httpScopeChanges, pathScopeChanges } from "./scopes.ts";

/**
 * The minimal allowlist with which all recorded uses continue to work. It is never wider than the
 * current one, regardless of the record: values that cannot be proven narrower stay.
 */
export function suggest(allowlist: Allowlist, record: UseRecord, system: System): Proposal {
  const found = new FoundUses(record);
  const { fs, protocol, http } = allowlist;
  const parts = [
    flagChanges(allowlist, found),
    pathScopeChanges("fs", ["fs", "scope"], fs.scope, found, system),
    pathScopeChanges("asset", ["protocol", "assetScope"], protocol.assetScope, found, system),
    httpScopeChanges(http.scope, found),
    programChanges(allowlist, found),
    openChanges(allowlist, found),
  ];
  return {
    changes: parts.flatMap(({ changes }) => changes),
    kept: parts.flatMap(({ kept }) => kept),
  };
}

/** The same for the flags of plugins. */
export function suggestForPlugins(plugins: PluginSettings, record: UseRecord): Proposal {
  return pluginFlagChanges(plugins, new FoundUses(record));
}
