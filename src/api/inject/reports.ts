// Part of the bridge in development, and of no built app: reports errors of a page and their
// positions to the terminal of `framework dev`. It gives the page no new abilities, except
// sanitized output to the terminal.

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

interface Reports {
  /** Reports refused calls with their positions. */
  readonly call: Call;
  /** Reports an error of a call that the framework makes for the page. */
  readonly failed: (error: unknown) => void;
}

/**
 * Watches for errors in the page.
 *
 * @param withConsole also reports the page's console output
 */
export function openReports(call: Call, withConsole: boolean): Reports {
  const report = (
    text: string,
    place: string | null,
    { code = null, isConsole = false }: Partial<PageReport> = {},
  ): void => {
    const reported: PageReport = { text, place, code, isConsole };
    // The failure of a report has no handler left.
    call(reportCommand, reported, false).catch(() => {});
  };
  // The positions of the calls that errors came from: we created the errors themselves.
  const places = new WeakMap<Error, string | null>();
  const reported = new WeakSet<Error>();

  window.addEventListener("error", ({ error, message, filename, lineno, colno }: ErrorEvent) => {
    const place = filename === "" ? placeOf(error) : `${filename}:${lineno}:${colno}`;
    report(`uncaught ${error instanceof Error ? nameOf(error) : message}`, place);
  });
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (!(reason instanceof Error)) return report(`uncaught rejection: ${shown(reason)}`, null);
    // The other side is gone: in development usually an app thread, and the page is about to be
    // reloaded.
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

  const callReporting: Call = async (command, args, wantsBytes) => {
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
  return {
    call: callReporting,
    failed: (error) => report(error instanceof Error ? error.message : shown(error), null),
  };
}

const ownEvents: readonly string[] = Object.values(FrameworkEvent);
/** Precedes the page's number of a key combination. */
const shortcutPrefix: typeof shortcutEventPrefix = "framework://shortcut/";

/** The problem of listening to an event that only the framework could emit, and does not. */
function eventProblem(event: string): string | null {
  const [, scheme, name] = /^(framework|tauri):\/\/(.*)$/s.exec(event) ?? [];
  if (scheme === undefined || ownEvents.includes(event) || event.startsWith(shortcutPrefix))
    return null;
  const meant = `framework://${name}`;
  const hint = ownEvents.includes(meant) ? `: here it is called "${meant}"` : "";
  return `nothing emits the event "${event}", which is listened to${hint}`;
}

/**
 * The first position in an error's stack that is the page's own, or the first at all.
 * JavaScriptCore: `name@url:line:column`.
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
 * In a console's form: placeholders such as `%s` in a first text insert the next values, and `%c`
 * styles it.
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
