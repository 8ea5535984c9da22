import type { Services } from "../services.ts";
import { parsePath } from "../scope/absolute-path.ts";
import type { Grant, GrantChange, KeptGrant } from "../scope/grant.ts";

interface AllowOptions {
  /** The only window whose page may. Default: every window. */
  readonly window?: string;
}

/**
 * What pages may reach beyond the configuration, by the filesystem and the asset scope alike. `deny` of the
 * configuration wins over all of it.
 */
export interface AppScope {
  /** Lets pages use one file, which need not exist yet. */
  allowFile(path: string, options?: AllowOptions): Grant;
  /** Lets pages use a folder and what is directly in it; with `recursive`, everything below. */
  allowFolder(path: string, options?: AllowOptions & { readonly recursive?: boolean }): Grant;
  /** All that was allowed since the app started, by the user (`by: "user"`) and by the app. */
  list(): readonly Grant[];
  /** Takes one back; `false`: there is none of this id. */
  revoke(id: number): boolean;
  /** Calls back after each grant that is added, changed or taken back; returns what ends it. */
  onChange(listener: (change: GrantChange) => void): () => void;
  /**
   * Allows again what the user allowed once, if it is still the same: the file or folder itself, reached
   * through no link, and denied by no configuration. `null` when it is not.
   */
  restore(grant: KeptGrant): Grant | null;
  /**
   * Whether what was kept cannot be reached now, but may come back as it was: its drive is absent, or another drive is in its
   * place.
   */
  isAway(grant: KeptGrant): boolean;
}

/** @internal */
export function openAppScope({ grants, fsScope, assetScope }: Services): AppScope {
  return {
    allowFile: (path, options) => grants.allowFile(path, { ...options, by: "app" }),
    allowFolder: (path, options) => grants.allowFolder(path, { ...options, by: "app" }),
    list: () => grants.list(),
    revoke: (id) => grants.revoke(id),
    onChange: (listener) => grants.onChange(listener),
    isAway: (kept) => grants.isAway(kept),
    restore(kept) {
      const grant = grants.restore(kept);
      if (grant === null) return null;
      const path = parsePath(grant.path, fsScope.system);
      const isOfUse = [fsScope, assetScope].some((scope) => scope.decide(path, path, grant.window).allowed);
      if (!isOfUse) grants.revoke(grant.id);
      return isOfUse ? grant : null;
    },
  };
}
