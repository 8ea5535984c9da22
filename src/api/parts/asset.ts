import { schemeOrigin, type SchemeHosts } from "../../contract/page/origins.ts";
import { page } from "./page.ts";

let mocked: SchemeHosts | undefined;

/** Mocks the spelling of schemes; `undefined` ends that. */
export function mockSchemeHosts(hosts: SchemeHosts | undefined): void {
  mocked = hosts;
}

/**
 * The address by which a page loads a file of the user's disk: for pictures, fonts, `fetch`, video
 * and audio.
 *
 * The app answers when `framework.allowlist.protocol.asset` is true and the path is in
 * `framework.allowlist.protocol.assetScope`, or was chosen by the user in a dialog. A policy in
 * `framework.security.csp` must allow `asset:` for the use of the address, on Windows
 * `https://asset.localhost`; for video and audio on Linux see `docs/platforms.md`.
 *
 * - Linux: it loads in documents at the app's own addresses and in their `blob:` documents. A frame
 *   of another site, and one without an address (`srcdoc`, `about:blank`), gets nothing.
 *
 * @param path an absolute path
 * @param protocol the scheme, for apps with one of their own. Default: `asset`
 *
 * @example
 * picture.src = convertFileSrc(await join(await pictureDir(), "cat.png"));
 */
export function convertFileSrc(path: string, protocol?: string | null): string {
  const hosts = mocked === undefined ? (page()?.__FRAMEWORK_BRIDGE__?.hosts ?? null) : mocked;
  return `${schemeOrigin(protocol ?? "asset", hosts)}/${encodeURIComponent(path)}`;
}
