import type { ResolvedConfig } from "../../config/index.ts";
import { ruleForEach, type Rule } from "./rule.ts";

/** The commands of a plugin that the configuration opens to pages. */
interface PluginUse {
  readonly name: string;
  /** The flags that are on. */
  readonly flags: readonly string[];
  /** The patterns of permitted arguments for the plugin's commands; `null`: it has none. */
  readonly scope: readonly string[] | null;
}

/**
 * The plugins with flags that are on. Only a plugin's code knows its flags and settings, so an
 * unknown name is found when the app starts.
 */
function usesOf({ plugins }: ResolvedConfig): readonly PluginUse[] {
  return Object.entries(plugins).flatMap(([name, { allowlist, scope }]) => {
    if (typeof allowlist !== "object" || allowlist === null) return [];
    const flags = Object.entries(allowlist).flatMap(([flag, isOn]) =>
      isOn === true ? [flag] : [],
    );
    const patterns = Array.isArray(scope) ? scope.filter((each) => typeof each === "string") : null;
    return flags.length === 0 ? [] : [{ name, flags, scope: patterns }];
  });
}

/** The capabilities that plugins give pages, each as a sentence without a full stop. */
export function pluginPowers(
  config: ResolvedConfig,
): readonly (readonly [name: string, sentence: string])[] {
  return usesOf(config).map(({ name, flags, scope }) => {
    const what = flags.includes("all")
      ? `all commands of the plugin "${name}"`
      : `the plugin "${name}": ${flags.join(", ")}`;
    const where =
      scope === null ? "" : `, within ${scope.length === 0 ? "an empty scope" : scope.join(", ")}`;
    return [name, `may use ${what}${where}`];
  });
}

export const pluginRules: readonly Rule[] = [
  ruleForEach(
    ({ config }) => usesOf(config).filter(({ flags }) => flags.includes("all")),
    ({ name }) => ({
      about: `plugins.${name}.allowlist.all`,
      danger: `pages may call all that the plugin "${name}" offers, and all that its later versions add`,
    }),
    "low",
  ),
  ruleForEach(
    ({ config }) => usesOf(config).filter(({ scope }) => scope?.includes("**") === true),
    ({ name }) => ({
      about: `plugins.${name}.scope`,
      danger: `"**" lets pages use the plugin "${name}" with every name; list those that they need`,
    }),
    "low",
  ),
];
