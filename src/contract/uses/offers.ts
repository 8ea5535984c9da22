import { allowedFlags } from "../commands/allowed-flags.ts";
import { allowlistFlags, type AllowlistFlag, type AllowlistModule } from "../commands/allowlist.ts";
import { scopeParts, type PathScope } from "../patterns/path-scope.ts";
import { offer } from "./uses.ts";

/** The part of `framework.allowlist`, settled, that offers are derived from. */
export interface OfferingAllowlist {
  readonly all: boolean;
  readonly fs: { readonly scope: PathScope };
  readonly protocol: { readonly assetScope: PathScope };
  readonly http: { readonly scope: readonly string[] };
  readonly shell: {
    readonly open: boolean | string;
    readonly scope: readonly { readonly name: string }[];
  };
}

/** The flags of a plugin, by its commands. `null`: it has none. */
export interface FlaggedPlugin {
  readonly name: string;
  readonly flags: Readonly<Record<string, string | null>> | null;
}

/** Everything that the settings of plugins allow, as `offersOf` writes it. */
export function pluginOffersOf(
  settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  plugins: readonly FlaggedPlugin[],
): readonly string[] {
  return plugins.flatMap(({ name, flags }) => {
    if (flags === null) return [];
    const given = (settings[name]?.["allowlist"] ?? {}) as Readonly<Record<string, unknown>>;
    const known = [...new Set(Object.values(flags))].filter((flag) => flag !== null);
    return [...known, "all"]
      .filter((flag) => given[flag] === true)
      .map((flag) => offer("plugin", `${name}.${flag}`));
  });
}

/**
 * Everything that an allowlist allows, one word per rule. A record that lacks one of these words
 * cannot show whether the rule is used: the rule is newer.
 */
export function offersOf(
  allowlist: OfferingAllowlist & Readonly<Record<AllowlistModule, object>>,
): readonly string[] {
  const { all, fs, protocol, http, shell } = allowlist;
  const modules = Object.keys(allowlistFlags) as AllowlistModule[];
  const aggregates = modules.filter(
    (module) => (allowlist[module] as { readonly all?: boolean }).all === true,
  );
  return [
    ...(all ? [offer("all", "")] : []),
    ...aggregates.map((module) => offer("all", module)),
    ...[...allowedFlags(allowlist)].map((flag: AllowlistFlag) => offer("flag", flag)),
    ...scopeParts(fs.scope).allow.map((pattern) => offer("fs", pattern)),
    ...scopeParts(protocol.assetScope).allow.map((pattern) => offer("asset", pattern)),
    ...http.scope.map((pattern) => offer("http", pattern)),
    ...shell.scope.map((entry) => offer("program", JSON.stringify(entry))),
    ...(shell.open === false ? [] : [offer("open", String(shell.open))]),
  ];
}
