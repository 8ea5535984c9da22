import { ownSchemes } from "../../../contract/page/origins.ts";
import { leaveWithoutAsking } from "../../../contract/page/reload.ts";
import { DriverError } from "../errors.ts";
import { text } from "../parameters.ts";
import type { Route } from "../route.ts";
import type { Session } from "../session.ts";

/** From a click to the document that it leads to, or to none: milliseconds. */
const longestStart = 1000;

/** Addresses, the history, and what the page is. */
export const navigationRoutes: readonly Route[] = [
  { method: "GET", path: "/url", run: currentAddress },
  {
    method: "POST",
    path: "/url",
    run: (session, { given }) => goTo(session, address(text(given, "url"))),
  },
  { method: "POST", path: "/back", run: (session) => leave(session, "history.back()") },
  { method: "POST", path: "/forward", run: (session) => leave(session, "history.forward()") },
  { method: "POST", path: "/refresh", run: (session) => leave(session, "location.reload()") },
  { method: "GET", path: "/title", run: (session) => session.onPage("title") },
  { method: "GET", path: "/source", run: (session) => session.onContext("html") },
];

/** Of a page that cannot answer the address that it came from. */
async function currentAddress(session: Session): Promise<string> {
  try {
    return await session.onPage<string>("url");
  } catch (error) {
    if (!(error instanceof DriverError) || error.code !== "unsupported operation") throw error;
    return session.loads.url(session.window);
  }
}

/** Schemes that a page can have its window go to. An engine tells nothing where it refuses one. */
const shown = new Set(["http:", "https:", "about:", `${ownSchemes.app}:`]);

function address(given: string): string {
  const url = URL.parse(given);
  if (url === null)
    throw new DriverError("invalid argument", `Cannot go to "${given}": want a whole address`);
  if (shown.has(url.protocol)) return url.href;
  throw new DriverError(
    "unsupported operation",
    `Cannot go to "${given}": no window of an app does`,
  );
}

async function goTo(session: Session, url: string): Promise<void> {
  const [path] = (await currentAddress(session)).split("#");
  const isHere = url.includes("#") && url.split("#")[0] === path;
  const script = `location.assign(${JSON.stringify(url)})`;
  if (isHere) {
    await session.line.call("page.run", { window: session.window, script });
    session.frame = null;
  } else await leave(session, script, session.timeouts.pageLoad);
}

/**
 * Has the page go elsewhere, and waits until that is loaded.
 *
 * @param longest milliseconds that the page may take to begin; without an address it may stay
 */
async function leave(session: Session, script: string, longest?: number): Promise<void> {
  const { window, loads } = session;
  const document = loads.document(window);
  session.frame = null;
  await session.line.call("page.run", { window, script: `${leaveWithoutAsking}; ${script}` });
  await session.prompts.before(window, arrival(session, document, longest));
}

async function arrival(session: Session, document: number, longest?: number): Promise<void> {
  const { window, loads, wanted, timeouts } = session;
  if (wanted.pageLoadStrategy === "none") return;
  try {
    await loads.another(window, document, longest ?? Math.min(longestStart, timeouts.pageLoad));
  } catch (error) {
    // The history may have no such entry, and a page may answer without going away.
    if (longest !== undefined) throw error;
  }
  await settle(session);
}

/** Waits until the page is loaded, as far as the client wants that. */
export async function settle(session: Session): Promise<void> {
  const { window, loads, wanted, timeouts } = session;
  if (wanted.pageLoadStrategy !== "normal") return;
  await session.prompts.before(window, loads.finished(window, timeouts.pageLoad));
}

/** After what may have the page go elsewhere. */
export async function settleAfter(session: Session, document: number): Promise<void> {
  const { window, loads } = session;
  const another = loads.another(window, document, longestStart).catch(() => {});
  await session.prompts.before(window, another);
  await settle(session);
}
