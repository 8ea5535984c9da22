import { decidingDirective, hasSource, withSource, type Directive, type Policy } from "./csp.ts";
import { mediaPath } from "./media.ts";
import { ownSchemes, type PageOrigins } from "./origins.ts";

// WebKitGTK plays no media from the app's schemes, so a page's media elements get other addresses
// for the same files (`api/inject/media.ts`). A policy that admits those files for media admits the
// other addresses, too:
//
//   media-src     blob: for media that the page holds in memory, and the app's own server, by its exact port
//   connect-src   for the script that fetches: the app's origin for its own files, and for the user's files the one address
//                 of the asset protocol that answers with video and sound alone
//
// A policy that does not admit the files gets no additions.

/** The sources from which the engine plays. */
export interface MediaSources {
  readonly origins: Pick<PageOrigins, "app" | "asset">;
  /** The origin of the app's own server. `null`: pages may load no files of the user. */
  readonly server: (() => string) | null;
}

/** Adds these sources to a policy, for `AddedSources`. */
export function admittingMedia(sources: MediaSources) {
  return (policy: Policy, untouched: boolean | readonly string[]): Policy =>
    withMedia(policy, sources, untouched);
}

/** @param untouched `dangerousDisableAssetCspModification` */
function withMedia(
  policy: Policy,
  { origins, server }: MediaSources,
  untouched: boolean | readonly string[],
): Policy {
  const media = decidingDirective(policy, "media");
  if (media === null || untouched === true) return policy;
  const admitsFiles = server !== null && admits(media, ownSchemes.asset, origins.asset);
  const admitsOwn = hasSource(media, "'self'") || admits(media, ownSchemes.app, origins.app);
  if (!admitsFiles && !admitsOwn) return policy;
  const left = untouched === false ? [] : untouched;
  const add = (to: Policy, matter: "media" | "connect", sources: readonly string[]): Policy => {
    const deciding = decidingDirective(to, matter);
    if (deciding === null || left.includes(`${matter}-src`) || left.includes(deciding.name))
      return to;
    return sources.reduce((changed, source) => withSource(changed, matter, source), to);
  };
  const played = add(policy, "media", ["blob:", ...(admitsFiles ? [server()] : [])]);
  return add(played, "connect", [
    ...(admitsOwn ? [origins.app] : []),
    ...(admitsFiles ? [origins.asset + mediaPath] : []),
  ]);
}

/**
 * Whether a directive admits addresses of one of the app's schemes: the scheme, or its host with
 * any path.
 */
function admits({ sources }: Directive, scheme: string, origin: string): boolean {
  return sources.some((written) => {
    const source = written.toLowerCase();
    return (
      source === `${scheme}:` ||
      source === `${scheme}://*` ||
      source === origin ||
      source.startsWith(`${origin}/`)
    );
  });
}
