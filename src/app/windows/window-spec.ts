import type { ResolvedConfig } from "../../config/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { ownSchemes } from "../../contract/page/origins.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { PageScript, PrivateScheme, WindowSpec } from "../../contract/ui/index.ts";
import {
  labelPattern,
  type Theme,
  type TitleBarStyle,
  type WindowOptions,
} from "../../contract/window/window.ts";

export type WindowConfig = ResolvedConfig["framework"]["windows"][number];

/** What a window is when neither the configuration nor a page says otherwise; the configuration has the same. */
export const windowDefaults: Omit<WindowConfig, "label" | "title"> = {
  url: "index.html",
  userAgent: null,
  fileDropEnabled: true,
  center: false,
  x: null,
  y: null,
  width: 800,
  height: 600,
  minWidth: null,
  minHeight: null,
  maxWidth: null,
  maxHeight: null,
  resizable: true,
  maximizable: true,
  minimizable: true,
  closable: true,
  fullscreen: false,
  focus: true,
  transparent: false,
  maximized: false,
  visible: true,
  decorations: true,
  alwaysOnTop: false,
  contentProtected: false,
  skipTaskbar: false,
  theme: null,
  titleBarStyle: "Visible",
  hiddenTitle: false,
  acceptFirstMouse: false,
  tabbingIdentifier: null,
  additionalBrowserArgs: null,
};

/** Local files and scripts are not for a page to open; what it may show, any page may link to. */
const pageSchemes = ["http:", "https:", `${ownSchemes.app}:`, `${ownSchemes.asset}:`, "data:", "about:"];

/**
 * Settles what a page asked for.
 * @throws FrameworkError `bad-argument` when it cannot be a window
 */
export function windowConfig(
  label: string,
  options: WindowOptions | null | undefined,
  name: string,
): WindowConfig {
  const refuse = (reason: string) =>
    new FrameworkError("bad-argument", `Cannot open window "${label}": ${reason}`);
  if (!labelPattern.test(label)) throw refuse("its label must be letters and digits");
  const { theme, titleBarStyle, ...rest } = options ?? {};
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== null && value !== undefined),
  );
  const config: WindowConfig = {
    ...windowDefaults,
    title: name,
    ...given,
    label,
    ...(theme && { theme: capitalized(theme) as Theme }),
    ...(titleBarStyle && { titleBarStyle: capitalized(titleBarStyle) as TitleBarStyle }),
  };
  // As the engine will read it: its parser takes blanks and control characters out.
  const protocol = URL.parse(config.url ?? "")?.protocol ?? null;
  if (protocol !== null && !pageSchemes.includes(protocol)) {
    throw refuse(`"url" is "${config.url}", it must begin with ${pageSchemes.join(", ")} or be a path`);
  }
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

/** What the ui thread makes the window from. */
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
  const { x, y, width, height, minWidth, minHeight, maxWidth, maxHeight, ...same } = config;
  return {
    ...same,
    url: address,
    position: x === null && y === null ? null : { x: x ?? 0, y: y ?? 0 },
    size: { width, height },
    minSize: { width: minWidth, height: minHeight },
    maxSize: { width: maxWidth, height: maxHeight },
    devTools: appSpec.mode !== "release",
    printing,
    privateSchemes,
    bridge: { source: appSpec.scripts.bridge, pages },
    scripts,
    frameScripts,
  };
}

/**
 * The address a window loads: an external address as the engine reads it, a path inside the app, or the app's first page.
 * @throws FrameworkError `bad-argument` for a path that leads out of the app
 */
export function windowAddress(url: string | null, base: string): string {
  if (url === null || url === "" || url === "index.html") return base;
  const external = URL.parse(url);
  if (external !== null) return external.href;
  const [inside, app] = [URL.parse(url.replace(/^\/+/, ""), base), new URL(base)];
  if (inside?.protocol === app.protocol && inside.host === app.host) return inside.href;
  throw new FrameworkError(
    "bad-argument",
    `Cannot open "${url}": it must be an address or a path in the app`,
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
