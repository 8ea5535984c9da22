import { cookieRoutes } from "./commands/cookies.ts";
import { elementRoutes } from "./commands/elements.ts";
import { extensionRoutes } from "./commands/extensions.ts";
import { navigationRoutes } from "./commands/navigation.ts";
import { promptRoutes } from "./commands/prompts.ts";
import { screenshotRoutes } from "./commands/screenshots.ts";
import { scriptRoutes } from "./commands/scripts.ts";
import { sessionRoutes } from "./commands/session.ts";
import { windowRoutes } from "./commands/windows.ts";
import { DriverError } from "./errors.ts";
import type { Route } from "./route.ts";

/** THE TABLE OF ROUTES. The first route that fits is taken. */
const routes: readonly Route[] = [
  ...sessionRoutes,
  ...navigationRoutes,
  ...windowRoutes,
  ...elementRoutes,
  ...scriptRoutes,
  ...promptRoutes,
  ...cookieRoutes,
  ...screenshotRoutes,
  ...extensionRoutes,
];

/**
 * The route of a request.
 * @param path the part after `/session/{id}`
 * @throws DriverError `unknown command`, `unknown method`
 */
export function findRoute(
  method: string,
  path: string,
): { readonly route: Route; readonly parts: ReadonlyMap<string, string> } {
  const given = path.split("/");
  let isKnown = false;
  for (const route of routes) {
    const parts = fitting(route.path.split("/"), given);
    if (parts === null) continue;
    isKnown = true;
    if (route.method === method) return { route, parts };
  }
  if (isKnown) throw new DriverError("unknown method", `Cannot ${method} "${path}"`);
  throw new DriverError("unknown command", `Cannot run "${path}": there is no such command`);
}

function fitting(
  path: readonly string[],
  given: readonly string[],
): ReadonlyMap<string, string> | null {
  if (path.length !== given.length) return null;
  const parts = new Map<string, string>();
  for (const [place, word] of path.entries()) {
    const one = given[place] ?? "";
    if (word.startsWith(":")) parts.set(word.slice(1), decodeURIComponent(one));
    else if (word !== one) return null;
  }
  return parts;
}
