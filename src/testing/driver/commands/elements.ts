import { setTimeout as sleep } from "node:timers/promises";
import { DriverError } from "../errors.ts";
import { text, word, type Parameters } from "../parameters.ts";
import type { Call, Command, Route } from "../route.ts";
import type { Session } from "../session.ts";
import { clickElement, sendKeys } from "./element-input.ts";

const strategies = ["css selector", "link text", "partial link text", "tag name", "xpath"] as const;

/** The commands that find, read and use elements. */
export const elementRoutes: readonly Route[] = [
  { method: "POST", path: "/element", run: (session, call) => findOne(session, call, null) },
  { method: "POST", path: "/elements", run: (session, call) => findAll(session, call, null) },
  { method: "GET", path: "/element/active", run: (session) => session.onContext("active") },
  { method: "POST", path: "/element/:element/element", run: within("element", findOne) },
  { method: "POST", path: "/element/:element/elements", run: within("element", findAll) },
  { method: "POST", path: "/shadow/:shadow/element", run: within("shadow", findOne) },
  { method: "POST", path: "/shadow/:shadow/elements", run: within("shadow", findAll) },
  { method: "GET", path: "/element/:element/shadow", run: ask("shadow") },
  { method: "GET", path: "/element/:element/selected", run: ask("selected") },
  { method: "GET", path: "/element/:element/displayed", run: ask("displayed") },
  { method: "GET", path: "/element/:element/enabled", run: ask("enabled") },
  { method: "GET", path: "/element/:element/attribute/:name", run: ask("attribute", "name") },
  { method: "GET", path: "/element/:element/property/:name", run: ask("property", "name") },
  { method: "GET", path: "/element/:element/css/:name", run: ask("css", "name") },
  { method: "GET", path: "/element/:element/text", run: ask("text") },
  { method: "GET", path: "/element/:element/name", run: ask("name") },
  { method: "GET", path: "/element/:element/rect", run: ask("rect") },
  { method: "GET", path: "/element/:element/computedrole", run: ask("role") },
  { method: "GET", path: "/element/:element/computedlabel", run: ask("label") },
  {
    method: "POST",
    path: "/element/:element/click",
    run: (session, { part }) => clickElement(session, part("element")),
  },
  { method: "POST", path: "/element/:element/clear", run: ask("clear") },
  {
    method: "POST",
    path: "/element/:element/value",
    run: (session, { part, given }) => sendKeys(session, part("element"), text(given, "text")),
  },
];

/** A command that the page answers. @param argument the part of the path that it takes */
function ask(name: string, argument?: string): Command {
  return (session, { part }) =>
    session.onElement(name, part("element"), ...(argument === undefined ? [] : [part(argument)]));
}

interface Root {
  readonly id: string;
  readonly kind: "element" | "shadow";
}

type Find = (session: Session, call: Call, root: Root | null) => Promise<unknown>;

function within(kind: Root["kind"], find: Find): Command {
  return (session, call) => find(session, call, { id: call.part(kind), kind });
}

async function findAll(session: Session, call: Call, root: Root | null): Promise<unknown> {
  return await look(session, call.given, root);
}

async function findOne(session: Session, call: Call, root: Root | null): Promise<unknown> {
  const found = await look(session, call.given, root);
  if (found.length > 0) return found[0];
  throw new DriverError(
    "no such element",
    `Cannot find "${text(call.given, "value")}" by ${text(call.given, "using")}: no element fits`,
  );
}

/** Searches until it finds an element, or until the client's implicit wait is over. */
async function look(
  session: Session,
  given: Parameters,
  root: Root | null,
): Promise<readonly unknown[]> {
  const strategy = word(given, "using", strategies);
  const selector = text(given, "value");
  const end = performance.now() + session.timeouts.implicit;
  for (;;) {
    const found = await (root === null
      ? session.onContext<readonly unknown[]>("find", strategy, selector)
      : session.onRoot<readonly unknown[]>("findIn", root, strategy, selector));
    if (found.length > 0 || performance.now() >= end) return found;
    await sleep(20);
  }
}
