import { FrameworkError } from "../../contract/errors.ts";
import { pageOrigins, schemeHosts, type PageOrigins } from "../../contract/page/origins.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { Sender } from "../../contract/ui/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { RemoteScope, type Wanted } from "../scope/network/remote.ts";

const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * The addresses of an origin's pages, as a script's `pages`. They include the port, because an
 * address without one means every port.
 */
export function pagesOf(origin: string): string {
  const { protocol, port } = new URL(origin);
  const usual = port === "" ? usualPorts[protocol] : undefined;
  return usual === undefined ? `${origin}/*` : `${origin}:${usual}/*`;
}

/**
 * Decides which pages may call. Local pages have the origin of the app's own scheme, of `devPath`
 * or of `distDir`; every other page needs an entry in `dangerousRemoteDomainIpcAccess`.
 */
export class Origins {
  /** The origins of the app's own schemes. */
  readonly own: PageOrigins;
  readonly #local: ReadonlySet<string>;
  readonly #remote: RemoteScope;

  constructor(appSpec: AppSpec<ResolvedConfig>) {
    const { security } = appSpec.config.framework;
    this.own = pageOrigins(schemeHosts(appSpec.system, security.dangerousUseHttpScheme));
    const local = [this.own.app];
    if (appSpec.assets.kind === "address") local.push(new URL(appSpec.assets.address).origin);
    this.#local = new Set(local);
    this.#remote = new RemoteScope(security.dangerousRemoteDomainIpcAccess);
  }

  /** The addresses of the app's own pages. */
  get localPages(): readonly string[] {
    return [...this.#local].map(pagesOf);
  }

  /** The addresses whose pages get the bridge in a window, or the scripts of a plugin. */
  pages(window: string, wanted?: Wanted): readonly string[] {
    return [
      ...this.localPages,
      ...this.#remote.pages(window, wanted).map((origin) => `${origin}/*`),
    ];
  }

  /** Whether pages of this origin are the app's own. */
  isLocal(origin: string): boolean {
    return this.#local.has(origin);
  }

  /** Whether pages of an origin may make any call in a window: the app's own commands, at least. */
  mayCall({ origin, window }: Pick<Sender, "origin" | "window">): boolean {
    return (
      this.#local.has(origin) || this.#remote.refusal(origin, window, { kind: "own" }) === null
    );
  }

  /** @throws FrameworkError `not-allowed` when this page may not make the wanted call */
  check({ origin, window }: Sender, command: string, wanted: Wanted): void {
    if (this.#local.has(origin)) return;
    const refusal = this.#remote.refusal(origin, window, wanted);
    if (refusal === null) return;
    throw new FrameworkError(
      "not-allowed",
      `Cannot run "${command}" from "${origin}" in window "${window}": ${refusal}`,
    );
  }
}
