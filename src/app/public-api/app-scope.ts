import type { Services } from "../services.ts";
import { failure } from "../paths/path-problem.ts";
import { failApp } from "../process/uncaught.ts";
import { parsePath } from "../scope/path/absolute-path.ts";
import type { Grant, GrantChange, KeptGrant } from "../scope/grants/grant.ts";

interface CheckOptions {
  /** The window of the requesting page. */
  readonly window: string;
  /**
   * Whether it will be changed: then it must not contain files that the app runs. Default: it is
   * read.
   */
  readonly change?: boolean;
  /** The action, for the message: "watch" gives `Cannot watch "/x": …`. Default: "use". */
  readonly action?: string;
}

interface AllowOptions {
  /** The only window whose page gets access. Default: every window. */
  readonly window?: string;
}

/**
 * Paths that pages may reach beyond the configuration, in both the filesystem and the asset scope.
 * `deny` of the configuration overrides all of them.
 */
export interface AppScope {
  /**
   * The real path, its links followed, of one that a page may reach; it need not exist. Links may
   * change a moment later: check again before each use, and use the real path.
   *
   * @throws FrameworkError `out-of-scope`; `bad-argument` for a path that is not absolute
   */
  check(path: string, options: CheckOptions): string;
  /** Lets pages use one file, which need not exist yet. */
  allowFile(path: string, options?: AllowOptions): Grant;
  /** Lets pages use a folder and its direct children; with `recursive`, everything below. */
  allowFolder(path: string, options?: AllowOptions & { readonly recursive?: boolean }): Grant;
  /**
   * All paths that were granted since the app started, by the user (`by: "user"`) and by the app.
   */
  list(): readonly Grant[];
  /** Revokes one; `false`: there is none with this id. */
  revoke(id: number): boolean;
  /**
   * Calls back after each grant that is added, changed or revoked; returns a function that removes
   * the listener.
   */
  onChange(listener: (change: GrantChange) => void): () => void;
  /**
   * Restores an earlier grant of the user, if it is still the same: the file or folder itself,
   * reached through no link, and not denied by the configuration. `null` otherwise.
   */
  restore(grant: KeptGrant): Grant | null;
  /**
   * Whether a kept grant is unreachable now, but may return unchanged: its drive is absent, or
   * another drive is in its place.
   */
  isAway(grant: KeptGrant): boolean;
}

/** @internal */
export function openAppScope(services: Services): AppScope {
  const { grants, fsScope, assetScope, ownPlaces, exit } = services;
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
    onChange: (listener) =>
      grants.onChange((change) => {
        try {
          listener(change);
        } catch (error) {
          failApp(exit, error);
        }
      }),
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
