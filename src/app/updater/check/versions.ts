import type { UpdateState } from "../state/state.ts";

// Versions are compared as semver.org says, so build metadata makes no version newer: 1.0.0+2 is as
// old as 1.0.0+1.

/** True if a version comes after another one. */
export function isNewer(version: string, than: string): boolean {
  return Bun.semver.order(version, than) > 0;
}

/**
 * The reason why a version is no update, in words that follow `version "1.1.0" is no update:`.
 * `null`: it is one.
 */
export function reasonAgainst(
  version: string,
  current: string,
  { highest, failed }: UpdateState,
): string | null {
  if (!isNewer(version, current)) return `version "${current}" runs`;
  if (highest !== null && isNewer(highest, version))
    return `version "${highest}" was installed before`;
  if (failed !== null && !isNewer(version, failed)) return `version "${failed}" did not start here`;
  return null;
}
