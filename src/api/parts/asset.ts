import { isWindows } from "./system.ts";

/**
 * The address that a page loads a file of the user's disk from: for pictures, fonts, `fetch`, video and audio.
 *
 * The app answers when `framework.allowlist.protocol.asset` is true and the path is in
 * `framework.allowlist.protocol.assetScope`, or was chosen by the user in a dialog. A policy in `framework.security.csp` must allow `asset:` where the address is used; for video
 * and audio on Linux see `docs/platforms.md`.
 *
 * @param path a whole path
 * @param protocol the scheme, for apps that have one of their own. Default: `asset`
 *
 * @example
 * picture.src = convertFileSrc(await join(await pictureDir(), "cat.png"));
 */
export function convertFileSrc(path: string, protocol = "asset"): string {
  const encoded = encodeURIComponent(path);
  if (!isWindows) return `${protocol}://localhost/${encoded}`;
  // With `dangerousUseHttpScheme` the app's own pages, too, come by http.
  const { origin } = window.location;
  const scheme = origin === "http://framework.localhost" ? "http" : "https";
  return `${scheme}://${protocol}.localhost/${encoded}`;
}
