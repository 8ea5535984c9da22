import { FrameworkError } from "../../contract/errors.ts";
import { nearest } from "../../contract/text/suggest.ts";
import type { CallRecorder } from "../calls/recorder.ts";
import type { Plugin } from "./plugin.ts";
import { checkStandard } from "./standard-schema.ts";

/** The settings of `plugins.<name>` for a plugin. */
export interface PluginSettings {
  /** The flags that are on. */
  readonly allowed: ReadonlySet<string>;
  /** The argument of its `setup`. */
  readonly config: never;
}

/** @throws FrameworkError `bad-argument`, naming each wrong field */
export async function pluginSettings(plugin: Plugin, given: unknown): Promise<PluginSettings> {
  const { name, flags, configSchema } = plugin;
  const { allowlist, ...others } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const config = flags === null ? (given ?? {}) : others;
  return {
    allowed:
      flags === null
        ? new Set()
        : allowedFlags(name, new Set(Object.values(flags)), allowlist ?? {}),
    config: (configSchema === null
      ? config
      : await checkStandard(
          `Cannot start plugin "${name}"`,
          `plugins.${name}`,
          configSchema,
          config,
        )) as never,
  };
}

interface PluginCall {
  readonly command: string;
  readonly window: string;
  readonly uses: CallRecorder | null;
}

/** Rejects a command whose flag is off. */
export function checkPluginFlag(
  { name, flags }: Plugin,
  { allowed }: PluginSettings,
  { command, window, uses }: PluginCall,
): void {
  const flag = flags?.[command] ?? null;
  if (flag === null) return;
  const isAllowed = allowed.has(flag);
  uses?.note({
    kind: "plugin",
    outcome: isAllowed ? "allowed" : "refused",
    rule: `${name}.${flag}`,
    detail: command,
  });
  if (isAllowed) return;
  throw new FrameworkError(
    "not-allowed",
    `Cannot run "plugin:${name}|${command}" from window "${window}": set plugins.${name}.allowlist.${flag} to true`,
  );
}

function allowedFlags(
  name: string,
  flags: ReadonlySet<string | null>,
  allowlist: unknown,
): ReadonlySet<string> {
  const known = [...flags].filter((flag) => flag !== null);
  const refuse = (field: string, wanted: string): FrameworkError =>
    new FrameworkError("bad-argument", `Cannot start plugin "${name}": "${field}" ${wanted}`);
  const place = `plugins.${name}.allowlist`;
  if (typeof allowlist !== "object" || allowlist === null || Array.isArray(allowlist))
    throw refuse(place, "must be an object of flags");
  for (const [flag, isOn] of Object.entries(allowlist)) {
    if (flag !== "all" && !flags.has(flag)) {
      const [meant] = nearest(flag, [...known, "all"]);
      const hint =
        meant === undefined
          ? `use "${[...known, "all"].join('", "')}"`
          : `did you mean "${meant}"?`;
      throw refuse(`${place}.${flag}`, `is no flag of it, ${hint}`);
    }
    if (typeof isOn !== "boolean") throw refuse(`${place}.${flag}`, "must be true or false");
  }
  const given = allowlist as Readonly<Record<string, boolean>>;
  return new Set(given["all"] === true ? known : known.filter((flag) => given[flag] === true));
}
