import { DriverError } from "../errors.ts";
import { list, text, type Parameters } from "../parameters.ts";
import type { Route } from "../route.ts";
import type { Session } from "../session.ts";
import { longestTimer } from "../timeouts.ts";
import { extensionOf, runExtension } from "./extensions.ts";

/** The commands that run scripts of tests. */
export const scriptRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/execute/sync",
    run: (session, { given }) => run(session, given, false),
  },
  {
    method: "POST",
    path: "/execute/async",
    run: (session, { given }) => run(session, given, true),
  },
];

async function run(session: Session, given: Parameters, isAsync: boolean): Promise<unknown> {
  const script = text(given, "script");
  const args = list(given, "args");
  const extension = extensionOf(script);
  if (extension !== null) return await runExtension(session, extension, args[0] ?? {});
  const kind = functionKind(script);
  const { frame, timeouts } = session;
  const call = JSON.stringify({ frame, args, isAsync });
  // `with` replaces the globals of the page by those of the frame.
  const body = `${kind} () {${script}\n}`;
  const make =
    frame === null
      ? `() => ${body}`
      : `() => { with (window.__FRAMEWORK_DRIVER__.contextOf(${JSON.stringify(frame)})) { return ${body} } }`;
  return await inTime(session.evaluate(`script(${call}, ${make})`), timeouts.script);
}

/**
 * The kind of function that a script is the body of: a script with `await` needs an async one. The
 * parser of Bun finds syntax errors, because an engine does not report them.
 */
function functionKind(script: string): string {
  const kinds = ["function", "async function"];
  let failure: unknown;
  for (const kind of kinds) {
    try {
      // oxlint-disable-next-line no-new, no-new-func, no-implied-eval -- parsed, and never run
      new Function(`return ${kind} () {${script}\n}`);
      return kind;
    } catch (error) {
      failure ??= error;
    }
  }
  throw new DriverError("javascript error", `Cannot parse the script: ${String(failure)}`);
}

async function inTime<T>(task: Promise<T>, milliseconds: number | null): Promise<T> {
  if (milliseconds === null) return await task;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new DriverError("script timeout", `The script took ${milliseconds} ms`)),
    Math.min(milliseconds, longestTimer),
  );
  // A late failure has no receiver: the client has its answer already.
  task.catch(() => {});
  try {
    return await Promise.race([task, promise]);
  } finally {
    clearTimeout(timer);
  }
}
