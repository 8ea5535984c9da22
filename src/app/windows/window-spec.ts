import type { ResolvedConfig } from "../../config/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { PageScript, PrivateScheme, WindowSpec } from "../../contract/ui/index.ts";
import { windowSpecFields } from "../../contract/ui/window-spec.ts";
import { addressOf, windowSchemes } from "../../contract/window/address.ts";
import { windowDefaults, windowFields, type WindowField } from "../../contract/window/fields.ts";
import type { WindowOptions } from "../../contract/window/options.ts";
import { userAgentProblem } from "../../contract/window/user-agent.ts";
import { labelPattern } from "../../contract/window/window.ts";

export type WindowConfig = ResolvedConfig["framework"]["windows"][number];

/**
 * Settles a page's request for a window.
 * @throws FrameworkError `bad-argument` for an invalid window
 */
export function windowConfig(
  label: string,
  options: WindowOptions | null | undefined,
  name: string,
): WindowConfig {
  // Own code in JavaScript, or without the compiler, may pass the options alone.
  if (typeof (label as unknown) !== "string")
    throw new FrameworkError(
      "bad-argument",
      'Cannot open a window: its label must be the first argument, as in open("about", { title: "About" })',
    );
  const refuse = (reason: string) =>
    new FrameworkError("bad-argument", `Cannot open window "${label}": ${reason}`);
  if (!labelPattern.test(label)) throw refuse("its label must be letters and digits");
  const given = Object.entries(options ?? {}).flatMap(([field, value]) =>
    value === null || value === undefined
      ? []
      : [[field, settled(field as keyof WindowOptions, value)]],
  );
  const config: WindowConfig = {
    ...windowDefaults,
    title: name,
    ...Object.fromEntries(given),
    label,
  };
  // As the engine will parse it: its parser removes blanks and control characters.
  const protocol = URL.parse(config.url ?? "")?.protocol ?? null;
  if (protocol !== null && !windowSchemes.includes(protocol)) {
    throw refuse(
      `"url" is "${config.url}", it must begin with ${windowSchemes.join(", ")} or be a path`,
    );
  }
  const problem = userAgentProblem(config.userAgent ?? "");
  if (problem !== null) throw refuse(`"userAgent" ${problem}`);
  for (const [least, most] of [
    ["minWidth", "maxWidth"],
    ["minHeight", "maxHeight"],
  ] as const) {
    const { [least]: lower, [most]: upper } = config;
    if (lower !== null && upper !== null && lower > upper) {
      throw refuse(`"${least}" is ${lower}, it must be at most "${most}", ${upper}`);
    }
  }
  return config;
}

/** The description of the window for the ui thread. */
export function windowSpec(
  config: WindowConfig,
  {
    appSpec,
    address,
    printing,
    privateSchemes,
    pages,
    scripts,
    frameScripts,
  }: {
    readonly appSpec: AppSpec<ResolvedConfig>;
    readonly address: string;
    /** Whether `allowlist.window.print` is set. */
    readonly printing: boolean;
    readonly privateSchemes: readonly PrivateScheme[];
    /** The addresses whose pages get the bridge. */
    readonly pages: readonly string[];
    readonly scripts: readonly PageScript[];
    readonly frameScripts: readonly PageScript[];
  },
): WindowSpec {
  return {
    ...windowSpecFields(config),
    label: config.label,
    url: address,
    devTools: appSpec.mode !== "release",
    printing,
    privateSchemes,
    bridge: { source: appSpec.scripts.bridge, pages },
    scripts,
    frameScripts,
  };
}

/**
 * The address that a window loads.
 * @throws FrameworkError `bad-argument` for a path that leads out of the app
 */
export function windowAddress(url: string | null, base: string): string {
  const address = addressOf(url, base, (text, from) => URL.parse(text, from));
  if (address !== null) return address;
  throw new FrameworkError(
    "bad-argument",
    `Cannot open "${url}": it must be an address or a path in the app`,
  );
}

/** A choice in the table's spelling: a page may begin it with a small letter. */
function settled(field: keyof WindowOptions, value: unknown): unknown {
  // The app's own code may be untyped.
  const row: WindowField | undefined = windowFields[field];
  if (row?.kind !== "choice" || typeof value !== "string") return value;
  return value.charAt(0).toUpperCase() + value.slice(1);
}
