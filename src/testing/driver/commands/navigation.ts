import { ownSchemes } from "../../../contract/page/origins.ts";
import { leaveWithoutAsking } from "../../../contract/page/reload.ts";
import { DriverError } from "../errors.ts";
import { text } from "../parameters.ts";
import type { Route } from "../route.ts";
import type { Session } from "../session.ts";

/** The longest time in milliseconds from a click until the document that it leads to begins. */
const longestStart = 1000;

/** The commands for addresses, the history, and the page's title and source. */
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

/** The page's address. If the page cannot answer, the address that its document came from. */
async function currentAddress(session: Session): Promise<string> {
  try {
    return await session.onPage<string>("url");
  } catch (error) {
    if (!(error instanceof DriverError) || error.code !== "unsupported operation") throw error;
    return session.loads.url(session.window);
  }
}

/** The schemes that a page can navigate to. An engine refuses others without an error. */
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
 * Makes the page navigate, and waits until the next document is loaded.
 *
 * @param longest the longest time in milliseconds until the navigation begins. Absent: the page may
 * also stay, as for a history entry that does not exist
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
    // The history may have no such entry, and a page may handle the entry without a new document.
    if (longest !== undefined) throw error;
  }
  await settle(session);
}

/** Waits until the page is loaded, if the page load strategy of the session requires that. */
export async function settle(session: Session): Promise<void> {
  const { window, loads, wanted, timeouts } = session;
  if (wanted.pageLoadStrategy !== "normal") return;
  await session.prompts.before(window, loads.finished(window, timeouts.pageLoad));
}

/** Waits after an action that may make the page navigate. */
export async function settleAfter(session: Session, document: number): Promise<void> {
  const { window, loads } = session;
  const another = loads.another(window, document, longestStart).catch(() => {});
  await session.prompts.before(window, another);
  await settle(session);
}
