// Part of the bridge in development, and of no built app: tells the terminal of `framework dev`
// what goes wrong in a page, and where. The page can do nothing by it that it could not do before:
// it may write to the terminal, cleaned.

import type { shortcutEventPrefix } from "../../contract/commands/global-shortcut.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { reportCommand, type PageReport } from "../../contract/page/page-report.ts";
import { FrameworkEvent } from "../event.ts";
import type { Bridge } from "../invoke.ts";

type Call = Bridge["call"];

/** The codes of calls that the configuration or the command table refuses, not the world. */
const refusals: readonly ErrorCode[] = [
  "bad-argument",
  "bad-message",
  "not-allowed",
  "out-of-scope",
  "unknown-command",
];

const consoleMethods = ["debug", "log", "info", "warn", "error"] as const;

/**
 * Follows what goes wrong in the page, and returns a `call` that tells of refused calls, with the
 * place they were made at.
 *
 * @param withConsole tells what the page writes to its console, too
 */
export function openReports(call: Call, withConsole: boolean): Call {
  const report = (
    text: string,
    place: string | null,
    { code = null, isConsole = false }: Partial<PageReport> = {},
  ): void => {
    const reported: PageReport = { text, place, code, isConsole };
    // No listener is left for the failure of a report.
    call(reportCommand, reported, false).catch(() => {});
  };
  // Where the calls were made that errors came back from: the errors themselves were made by us.
  const places = new WeakMap<Error, string | null>();
  const reported = new WeakSet<Error>();

  window.addEventListener("error", ({ error, message, filename, lineno, colno }: ErrorEvent) => {
    const place = filename === "" ? placeOf(error) : `${filename}:${lineno}:${colno}`;
    report(`uncaught ${error instanceof Error ? nameOf(error) : message}`, place);
  });
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (!(reason instanceof Error)) return report(`uncaught rejection: ${shown(reason)}`, null);
    // What was asked has gone: in development most of all an app thread, and the page is about to
    // be loaded anew.
    const { code } = reason as { readonly code?: ErrorCode };
    if (code === "closed" || code === "restarted") return;
    if (!reported.has(reason))
      report(`uncaught rejection: ${nameOf(reason)}`, places.get(reason) ?? placeOf(reason));
  });
  window.document.addEventListener("securitypolicyviolation", (violation) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber, disposition } =
      violation;
    const what = disposition === "report" ? "would refuse" : "refuses";
    const place = sourceFile ? `${sourceFile}:${lineNumber}:${columnNumber}` : null;
    report(`the policy's ${effectiveDirective} ${what} "${blockedURI}"`, place);
  });
  if (withConsole) {
    for (const method of consoleMethods) {
      const write = console[method].bind(console);
      console[method] = (...values: unknown[]) => {
        write(...values);
        report(`console.${method}: ${written(values)}`, placeOf(new Error()), { isConsole: true });
      };
    }
  }

  return async (command, args, wantsBytes) => {
    const place = placeOf(new Error());
    if (command === "event.listen") {
      const { event } = args as { readonly event: unknown };
      const problem = typeof event === "string" ? eventProblem(event) : null;
      if (problem !== null) report(problem, place);
    }
    try {
      return await call(command, args, wantsBytes);
    } catch (error) {
      if (error instanceof Error) {
        places.set(error, place);
        const { code } = error as { readonly code?: ErrorCode };
        if (code !== undefined && refusals.includes(code)) {
          reported.add(error);
          report(error.message, place, { code });
        }
      }
      throw error;
    }
  };
}

const ownEvents: readonly string[] = Object.values(FrameworkEvent);
/** Before the number that a page gives to a key combination. */
const shortcutPrefix: typeof shortcutEventPrefix = "framework://shortcut/";

/** What is wrong with listening to an event that only the framework could emit, and does not. */
function eventProblem(event: string): string | null {
  const [, scheme, name] = /^(framework|tauri):\/\/(.*)$/s.exec(event) ?? [];
  if (scheme === undefined || ownEvents.includes(event) || event.startsWith(shortcutPrefix))
    return null;
  const meant = `framework://${name}`;
  const hint = ownEvents.includes(meant) ? `: here it is called "${meant}"` : "";
  return `nothing emits the event "${event}", which is listened to${hint}`;
}

/**
 * The first place in an error's stack that is the page's own, or the first at all. JavaScriptCore:
 * `name@url:line:column`.
 */
function placeOf(error: unknown): string | null {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const found = stack
    .split("\n")
    .map((line) => /(?:^|@)([a-z][a-z0-9+.-]*:\/\/.+:\d+:\d+)$/i.exec(line)?.[1])
    .filter((place) => place !== undefined && !place.startsWith("user-script:"));
  return (
    found.find((place) => place !== undefined && !/\/node_modules\//.test(place)) ??
    found[0] ??
    null
  );
}

function nameOf({ name, message }: Error): string {
  return message === "" ? name : `${name}: ${message}`;
}

/**
 * As a console writes them: a first text says by `%s` and the like where the next go, and by `%c`
 * how it looks.
 */
function written(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  if (typeof first !== "string" || rest.length === 0) return values.map(shown).join(" ");
  const text = first.replace(/%([%sdifoOc])/g, (sign, kind) => {
    if (kind === "%") return "%";
    if (rest.length === 0) return sign;
    const value = rest.shift();
    return kind === "c" ? "" : shown(value);
  });
  return [text, ...rest.map(shown)].join(" ");
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return nameOf(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
