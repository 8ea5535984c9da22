import { ownSchemes } from "../page/origins.ts";

/**
 * The schemes of a window's address. No window opens local files and scripts; any other address
 * could also be a link in a page.
 */
export const windowSchemes: readonly string[] = [
  "http:",
  "https:",
  `${ownSchemes.app}:`,
  `${ownSchemes.asset}:`,
  "data:",
  "about:",
];

interface Parsed {
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
}

/**
 * The address that a window loads for a written value: an address as the engine reads it, a path
 * inside the app, or the app's first page.
 * @param base the base of paths
 * @param parse `URL.parse`
 * @returns `null` for any other text, and for a path that leads out of the app
 */
export function addressOf(
  url: string | null,
  base: string,
  parse: (url: string, base?: string) => Parsed | null,
): string | null {
  if (url === null || url === "" || url === "index.html") return base;
  const external = parse(url);
  if (external !== null) return external.href;
  const [inside, app] = [parse(url.replace(/^\/+/, ""), base), parse(base)];
  return inside !== null && inside.protocol === app?.protocol && inside.host === app.host
    ? inside.href
    : null;
}
