import {
  definePlugin,
  FrameworkError,
  type App,
  type Grant,
  type KeptGrant,
  type Plugin,
} from "framework/app";
import { Store, tell } from "./store.ts";

/** A kept grant, as pages see it. */
export interface KeptPath {
  /** For `revoke`; it changes at a restart. */
  id: number;
  kind: Grant["kind"];
  path: string;
  /** The only window it applies to; `null`: all of them. */
  window: string | null;
  /**
   * Whether pages can use it; `false`: its drive is absent, and it is restored at the first start
   * with the drive.
   */
  isThere: boolean;
}

type Commands = {
  list(): KeptPath[];
  revoke(args: { id: number }): boolean;
  revokeAll(): void;
};

/**
 * Keeps the user's choices in dialogs, and drops, across restarts of the app.
 *
 * Pages may call `plugin:persisted-scope|list` with the flag `list`, and `…|revoke` with `{ id }`
 * and `…|revokeAll` with `revoke`.
 *
 * @example
 * export default defineApp({ plugins: [persistedScope()] });
 */
export function persistedScope(): Plugin<"persisted-scope", Commands> {
  let running: App | null = null;
  let store: Store | null = null;
  /** Grants whose drive is absent. Their ids are negative, unlike those of real grants. */
  let away: readonly (KeptGrant & { readonly id: number })[] = [];
  const grants = (): readonly Grant[] =>
    running?.scope.list().filter(({ by }) => by === "user") ?? [];
  const all = (): readonly (KeptGrant & { readonly id: number })[] => [...grants(), ...away];

  const revoke = (id: number): boolean => {
    const known = all().find((grant) => grant.id === id);
    if (known === undefined) return false;
    away = away.filter((grant) => grant.id !== id);
    running?.scope.revoke(id);
    store?.change((kept) => kept.filter((each) => placeOf(each) !== placeOf(known)));
    return true;
  };

  return definePlugin({
    name: "persisted-scope",
    commands: {
      list: () =>
        all().map(({ id, kind, path, window }) => ({ id, kind, path, window, isThere: id > 0 })),
      revoke(args: { id: number }) {
        const id = (args as Partial<typeof args> | null)?.id;
        if (!Number.isSafeInteger(id)) {
          throw new FrameworkError(
            "bad-argument",
            `Cannot revoke ${JSON.stringify(id) ?? "nothing"}: "id" must be one that "list" gave`,
          );
        }
        return revoke(id as number);
      },
      revokeAll() {
        for (const { id } of all()) revoke(id);
      },
    },
    flags: { list: "list", revoke: "revoke", revokeAll: "revoke" },
    setup(app) {
      running = app;
      store = openStore(app);
      if (store === null) return;
      const forgotten = new Set<string>();
      for (const kept of store.read()) {
        if (app.scope.restore(kept) !== null) continue;
        if (app.scope.isAway(kept)) {
          away = [...away, { ...kept, id: -1 - away.length }];
          tell(`"${kept.path}" is not there now, and stays chosen for when it is`);
        } else {
          forgotten.add(fileOf(kept));
          tell(`"${kept.path}" is not kept: it was removed, is another file by now, or is denied`);
        }
      }
      // A wider configuration must not bring them back later.
      if (forgotten.size > 0)
        store.change((kept) => kept.filter((each) => !forgotten.has(fileOf(each))));
      keepChanges(app, store, grants);
    },
  });
}

/** `null`: this system does not let the app store anything, and standard error reports it. */
function openStore({ paths, config }: App): Store | null {
  try {
    return new Store(paths.private("persisted-scope"), config.framework.bundle.identifier);
  } catch (error) {
    tell(`nothing is restored, and choices are not kept over a restart: ${String(error)}`);
    return null;
  }
}

/** Stores later changes, and leaves the grants of other processes of the app alone. */
function keepChanges({ scope }: App, store: Store, grants: () => readonly KeptGrant[]): void {
  let known = grants();
  let isWaiting = false;
  scope.onChange(() => {
    if (isWaiting) return;
    isWaiting = true;
    // Several paths chosen at once are one change.
    queueMicrotask(() => {
      isWaiting = false;
      const [before, now] = [known, grants()];
      const files = new Set(before.map(fileOf));
      const places = new Set(now.map(placeOf));
      const added = now.filter((each) => !files.has(fileOf(each)));
      const over = new Set(
        [...before.filter((each) => !places.has(placeOf(each))), ...added].map(placeOf),
      );
      // An unstored change is tried again with the next one.
      if (store.change((kept) => [...kept.filter((each) => !over.has(placeOf(each))), ...added]))
        known = now;
    });
  });
}

/** The chosen path, independent of the file there. */
function placeOf({ kind, path, window }: KeptGrant): string {
  return JSON.stringify([kind, path, window]);
}

/** The chosen path, with the file at that time. */
function fileOf(kept: KeptGrant): string {
  return JSON.stringify([placeOf(kept), kept.identity]);
}
