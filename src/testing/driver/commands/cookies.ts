import { DriverError } from "../errors.ts";
import { integer, record, text, word, type Parameters } from "../parameters.ts";
import type { Route } from "../route.ts";
import type { Session } from "../session.ts";

/** Cookies that the page's own scripts see. The engine stores none for pages of the app. */
export const cookieRoutes: readonly Route[] = [
  { method: "GET", path: "/cookie", run: (session) => cookies(session) },
  { method: "GET", path: "/cookie/:name", run: (session, { part }) => one(session, part("name")) },
  {
    method: "POST",
    path: "/cookie",
    run: (session, { given }) => add(session, record(given, "cookie")),
  },
  {
    method: "DELETE",
    path: "/cookie/:name",
    run: (session, { part }) => remove(session, part("name")),
  },
  {
    method: "DELETE",
    path: "/cookie",
    run: async (session) => {
      for (const { name } of await cookies(session)) await remove(session, name);
    },
  },
];

interface Cookie {
  readonly name: string;
  readonly value: string;
}

async function cookies(session: Session): Promise<readonly Cookie[]> {
  const all = await session.onContext<string>("cookies");
  return all
    .split("; ")
    .filter((text) => text !== "")
    .map((text) => {
      const at = text.indexOf("=");
      return { name: text.slice(0, Math.max(0, at)), value: text.slice(at + 1) };
    });
}

async function one(session: Session, name: string): Promise<Cookie> {
  const found = (await cookies(session)).find((cookie) => cookie.name === name);
  if (found !== undefined) return found;
  throw new DriverError("no such cookie", `Cannot find cookie "${name}": the page has none`);
}

async function add(session: Session, given: Parameters): Promise<void> {
  const name = text(given, "name");
  const parts = [`${name}=${text(given, "value")}`];
  if ("sameSite" in given) word(given, "sameSite", ["Strict", "Lax", "None"]);
  if (!/^https?:/.test(await session.onContext<string>("address")))
    throw new DriverError(
      "invalid cookie domain",
      `Cannot set "${name}": the page keeps no cookies`,
    );
  if (given["httpOnly"] === true)
    throw new DriverError("unable to set cookie", `Cannot set "${name}": no page sets httpOnly`);
  if ("path" in given) parts.push(`Path=${text(given, "path")}`);
  if ("domain" in given) parts.push(`Domain=${text(given, "domain")}`);
  if ("sameSite" in given) parts.push(`SameSite=${text(given, "sameSite")}`);
  if (given["secure"] === true) parts.push("Secure");
  if ("expiry" in given)
    parts.push(`Expires=${new Date(integer(given, "expiry") * 1000).toUTCString()}`);
  await session.onContext("setCookie", parts.join("; "));
  if (!(await cookies(session)).some((cookie) => cookie.name === name))
    throw new DriverError(
      "unable to set cookie",
      `Cannot set "${name}": the engine did not keep it`,
    );
}

/** A script does not learn the path of a cookie: one that it sees has one of these. */
async function remove(session: Session, name: string): Promise<void> {
  const { pathname = "/" } = URL.parse(await session.onContext<string>("address")) ?? {};
  const parts = pathname.split("/").slice(1);
  const folders = parts.map((_, count) => `/${parts.slice(0, count + 1).join("/")}`);
  for (const path of ["/", ...folders, ...folders.map((folder) => `${folder}/`)])
    await session.onContext("setCookie", `${name}=; Max-Age=0; Path=${path}`);
}
