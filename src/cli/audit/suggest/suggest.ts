import type { System } from "../../../contract/target.ts";
import { flagChanges } from "./flags.ts";
import type { FoundUses } from "./found-uses.ts";
import { openChanges, programChanges } from "./programs.ts";
import { joined, type Allowlist, type Proposal } from "./proposal.ts";
import { httpScopeChanges, pathScopeChanges } from "./scopes.ts";

/**
 * The minimal allowlist with which all recorded uses continue to work. It is never wider than the
 * current one, regardless of the record: values that cannot be proven narrower stay.
 */
export function suggest(allowlist: Allowlist, found: FoundUses, system: System): Proposal {
  const { fs, protocol, http } = allowlist;
  return joined([
    flagChanges(allowlist, found),
    pathScopeChanges("fs", ["fs", "scope"], fs.scope, found, system),
    pathScopeChanges("asset", ["protocol", "assetScope"], protocol.assetScope, found, system),
    httpScopeChanges(http.scope, found),
    programChanges(allowlist, found),
    openChanges(allowlist, found),
  ]);
}
