import { parseDomain } from "../../../contract/patterns/domain.ts";
import { PatternError } from "../../../contract/patterns/pattern-error.ts";
import { normalHost } from "./normal-host.ts";

/** One entry of `framework.security.dangerousRemoteDomainIpcAccess`. */
export interface RemoteAccess {
  /** `null`: every scheme. */
  readonly scheme: string | null;
  readonly domain: string;
  readonly windows: readonly string[];
  readonly plugins: readonly string[];
  readonly enableFrameworkAPI: boolean;
}

/** The target of a page's call: a built-in command, one of the app's own, or one of a plugin. */
export type Wanted =
  | { readonly kind: "built-in" }
  | { readonly kind: "own" }
  | { readonly kind: "plugin"; readonly plugin: string };

/** `null`: permitted; otherwise the missing setting, phrased to follow `Cannot run …:`. */
export type RemoteRefusal = string | null;

const setting = "framework.security.dangerousRemoteDomainIpcAccess";

/**
 * Decides about calls of pages from other origins. Pages of the app's own origin are not judged
 * here.
 */
export class RemoteScope {
  readonly #entries: readonly RemoteAccess[];

  /** @throws Error for a domain that is no host */
  constructor(entries: readonly RemoteAccess[]) {
    this.#entries = entries.map((entry) => ({
      ...entry,
      scheme: entry.scheme?.toLowerCase().replace(/:(?:\/\/)?$/, "") ?? null,
      domain: hostOf(entry.domain),
    }));
  }

  /** `origin` is that of the committed document, as the ui thread determined it. */
  refusal(origin: string, window: string, wanted: Wanted): RemoteRefusal {
    const page = parseOrigin(origin);
    const ofDomain = this.#entries.filter(
      ({ scheme, domain }) =>
        page !== null && domain === page.host && (scheme === null || scheme === page.scheme),
    );
    if (ofDomain.length === 0) return `list its domain in ${setting}`;
    const ofWindow = ofDomain.filter(({ windows }) => windows.includes(window));
    if (ofWindow.length === 0) return `list the window "${window}" with its domain in ${setting}`;
    if (wanted.kind === "own") return null;
    if (wanted.kind === "built-in") {
      return ofWindow.some((entry) => entry.enableFrameworkAPI)
        ? null
        : `set enableFrameworkAPI to true with its domain in ${setting}`;
    }
    const { plugin } = wanted;
    return ofWindow.some(({ plugins }) => plugins.includes(plugin))
      ? null
      : `list the plugin "${plugin}" with its domain in ${setting}`;
  }

  /**
   * The addresses whose pages may get the bridge in a window, or the scripts of a plugin:
   * `scheme://host`, with `*` for every scheme.
   */
  pages(window: string, wanted: Wanted = { kind: "own" }): readonly string[] {
    return this.#entries
      .filter(({ windows }) => windows.includes(window))
      .filter(({ plugins }) => wanted.kind !== "plugin" || plugins.includes(wanted.plugin))
      .map(({ scheme, domain }) => `${scheme ?? "*"}://${domain}`);
  }
}

// Only `scheme://host[:port]` as a whole is an origin; "null" and the like identify no site.
function parseOrigin(origin: string): { scheme: string; host: string } | null {
  const match = /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[^/?#@:\\\s]+)(?::[0-9]+)?$/.exec(
    origin,
  );
  return match === null ? null : { scheme: match[1] as string, host: match[2] as string };
}

function hostOf(domain: string): string {
  try {
    return parseDomain(domain, normalHost);
  } catch (cause) {
    if (!(cause instanceof PatternError)) throw cause;
    throw new Error(`Cannot use the domain "${domain}" in ${setting}: it ${cause.message}`, {
      cause,
    });
  }
}
