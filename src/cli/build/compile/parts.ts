import type { ResolvedConfig } from "../../../config/index.ts";
import { allowedFlags } from "../../../contract/commands/allowed-flags.ts";
import { allowlistFlags } from "../../../contract/commands/allowlist.ts";

/** A part that an app can be made without. Both modules export it by its name in the table. */
interface Part {
  readonly module: string;
  /** The module that replaces it, and refuses the calls of it. */
  readonly without: string;
  readonly isUsed: (config: ResolvedConfig) => boolean;
}

/**
 * The parts that are left out if the app's configuration does not need them. The app's side of it:
 * `app/parts.ts`.
 */
export const parts = {
  commandLine: {
    module: "app/arguments/command-line.ts",
    without: "app/arguments/no-command-line.ts",
    isUsed: ({ framework }) => framework.cli !== null,
  },
  singleInstance: {
    module: "app/opening/single-instance.ts",
    without: "app/opening/no-single-instance.ts",
    isUsed: ({ framework }) => framework.singleInstance,
  },
  updates: {
    module: "app/updater/updates.ts",
    without: "app/updater/no-updates.ts",
    // With a key, the version before may have installed this one, and it must be undone if it does
    // not start.
    isUsed: ({ framework: { updater } }) => updater.active || updater.pubkey !== null,
  },
  fs: {
    module: "app/commands/fs.ts",
    without: "app/commands/no-fs.ts",
    isUsed: (config) => allowsAny(config, "fs"),
  },
  http: {
    module: "app/commands/http.ts",
    without: "app/commands/no-http.ts",
    isUsed: (config) => allowsAny(config, "http"),
  },
  ownHttp: {
    module: "app/public-api/app-http.ts",
    without: "app/public-api/no-http.ts",
    isUsed: ({ framework }) => framework.allowlist.http.scope.length > 0,
  },
  shell: {
    module: "app/commands/shell.ts",
    without: "app/commands/no-shell.ts",
    isUsed: (config) => allowsAny(config, "shell"),
  },
} as const satisfies Record<string, Part>;

/** The module of each part of an app. */
export function partModules(config: ResolvedConfig): readonly { name: string; module: string }[] {
  return Object.entries<Part>(parts).map(([name, { module, without, isUsed }]) => ({
    name,
    module: isUsed(config) ? module : without,
  }));
}

function allowsAny({ framework }: ResolvedConfig, module: "fs" | "http" | "shell"): boolean {
  const allowed = allowedFlags(framework.allowlist);
  return allowlistFlags[module].some((name) => allowed.has(`${module}.${name}` as never));
}
