import { definePlugin, FrameworkError, type App, type Grant, type Plugin } from "framework/app";
import { Store } from "./store.ts";

/** A kept choice, as pages see it. */
export interface KeptPath {
  /** For `revoke`; it is another one after a restart. */
  id: number;
  kind: Grant["kind"];
  path: string;
  /** The only window it is for; `null`: all of them. */
  window: string | null;
}

type Commands = {
  list(): KeptPath[];
  revoke(args: { id: number }): boolean;
  revokeAll(): void;
};

/**
 * Keeps what the user chose in dialogs, or dropped, over restarts of the app.
 *
 * Pages may call `plugin:persisted-scope|list`, `…|revoke` with `{ id }`, and `…|revokeAll`.
 *
 * @example
 * export default defineApp({ plugins: [persistedScope()] });
 */
export function persistedScope(): Plugin<"persisted-scope", Commands> {
  let running: App | null = null;
  const grants = (): readonly Grant[] => running?.scope.list().filter(({ by }) => by === "user") ?? [];

  return definePlugin({
    name: "persisted-scope",
    commands: {
      list: () => grants().map(({ id, kind, path, window }) => ({ id, kind, path, window })),
      revoke(args: { id: number }) {
        const id = (args as Partial<typeof args> | null)?.id;
        if (!Number.isSafeInteger(id)) {
          throw new FrameworkError(
            "bad-argument",
            `Cannot revoke ${JSON.stringify(id) ?? "nothing"}: "id" must be one that "list" gave`,
          );
        }
        return grants().some((grant) => grant.id === id) && running?.scope.revoke(id as number) === true;
      },
      revokeAll() {
        for (const { id } of grants()) running?.scope.revoke(id);
      },
    },
    setup(app) {
      running = app;
      const store = new Store(app.paths.private("persisted-scope"), app.config.framework.bundle.identifier);
      for (const kept of store.read()) {
        if (app.scope.restore(kept) === null) {
          process.stderr.write(
            `persisted-scope: "${kept.path}" is not kept: it is another file by now, or denied\n`,
          );
        }
      }
      // What was not restored is forgotten: a wider configuration must not bring it back one day.
      store.write(grants());
      let isWaiting = false;
      app.scope.onChange(() => {
        if (isWaiting) return;
        isWaiting = true;
        // Several paths chosen at once are one change.
        queueMicrotask(() => {
          isWaiting = false;
          store.write(grants());
        });
      });
    },
  });
}
