import { isWindows } from "./system.ts";

/** How the addresses of assets are made here: below hosts of their own, as on Windows, or as schemes of their own. */
export type AssetAddresses = { readonly hosts: "http" | "https" } | { readonly hosts: null };

let mocked: AssetAddresses | null = null;

/** Pretends to be on another system; `null`: no more. */
export function mockAssetAddresses(addresses: AssetAddresses | null): void {
  mocked = addresses;
}

/**
 * The address that a page loads a file of the user's disk from: for pictures, fonts, `fetch`, video and audio.
 *
 * The app answers when `framework.allowlist.protocol.asset` is true and the path is in
 * `framework.allowlist.protocol.assetScope`, or was chosen by the user in a dialog. A policy in `framework.security.csp` must allow `asset:` where the address is used; for video
 * and audio on Linux see `docs/platforms.md`.
 *
 * - Linux: it loads in documents at the app's own addresses and in their `blob:` documents. A frame of another site, and one
 *   without an address (`srcdoc`, `about:blank`), gets nothing.
 *
 * @param path a whole path
 * @param protocol the scheme, for apps that have one of their own. Default: `asset`
 *
 * @example
 * picture.src = convertFileSrc(await join(await pictureDir(), "cat.png"));
 */
export function convertFileSrc(path: string, protocol = "asset"): string {
  const encoded = encodeURIComponent(path);
  const { hosts } = mocked ?? ownAddresses();
  return hosts === null
    ? `${protocol}://localhost/${encoded}`
    : `${hosts}://${protocol}.localhost/${encoded}`;
}

function ownAddresses(): AssetAddresses {
  if (!isWindows) return { hosts: null };
  // With `dangerousUseHttpScheme` the app's own pages, too, come by http.
  return { hosts: window.location.origin === "http://framework.localhost" ? "http" : "https" };
}
