import type { Services } from "../services.ts";
import { failure } from "../paths/path-problem.ts";
import { parsePath } from "../scope/path/absolute-path.ts";
import type { Grant, GrantChange, KeptGrant } from "../scope/grants/grant.ts";

interface CheckOptions {
  /** The window of the page that asks. */
  readonly window: string;
  /**
   * Whether it is to be changed: then nothing that the app runs may be there. Default: it is read.
   */
  readonly change?: boolean;
  /**
   * What is done with it, for the message: "watch" gives `Cannot watch "/x": …`. Default: "use".
   */
  readonly action?: string;
}

interface AllowOptions {
  /** The only window whose page may. Default: every window. */
  readonly window?: string;
}

/**
 * What pages may reach beyond the configuration, by the filesystem and the asset scope alike.
 * `deny` of the configuration wins over all of it.
 */
export interface AppScope {
  /**
   * The real path, its links followed, of one that a page may reach; it need not exist. Links may
   * have changed a moment later: check anew before each use, and use the real path.
   *
   * @throws FrameworkError `out-of-scope`; `bad-argument` for what is no whole path
   */
  check(path: string, options: CheckOptions): string;
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
   * Allows again what the user allowed once, if it is still the same: the file or folder itself,
   * reached through no link, and denied by no configuration. `null` when it is not.
   */
  restore(grant: KeptGrant): Grant | null;
  /**
   * Whether what was kept cannot be reached now, but may come back as it was: its drive is absent,
   * or another drive is in its place.
   */
  isAway(grant: KeptGrant): boolean;
}

/** @internal */
export function openAppScope({ grants, fsScope, assetScope, ownPlaces }: Services): AppScope {
  return {
    check(path, { window, change = false, action = "use" }) {
      try {
        const real = fsScope.check(path, window);
        if (change) ownPlaces.now().refuseChange(real);
        return real.text;
      } catch (error) {
        throw failure(action, path, error);
      }
    },
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
      const isOfUse = [fsScope, assetScope].some(
        (scope) => scope.decide(path, path, grant.window).allowed,
      );
      if (!isOfUse) grants.revoke(grant.id);
      return isOfUse ? grant : null;
    },
  };
}
