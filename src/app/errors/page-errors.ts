import type { AppDefinition } from "../public-api/definition.ts";
import { definePlugin } from "../public-api/plugin.ts";
import type { AppErrors } from "./app-errors.ts";

/** The plugin through which pages report their uncaught errors. */
export const errorPlugin = "framework-errors";

/** The maximum number of errors that one document may report. */
const maxOfDocument = 100;
/** The maximum length of a reported text, in characters. */
const longestText = 10_000;

/** A page's report of an uncaught error. */
interface PageError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
}

/**
 * Runs in each page before its code. A refused or failed report causes no further error in the
 * page.
 */
const script = `
  const { call } = window.__FRAMEWORK_BRIDGE__;
  const text = (value) => {
    try {
      return typeof value === "string" ? value : JSON.stringify(value) ?? String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };
  let left = ${maxOfDocument};
  const report = (name, message, stack) => {
    if (left-- > 0)
      call("plugin:${errorPlugin}|report", { name, message, stack }, false).catch(() => {});
  };
  window.addEventListener("error", ({ error, message, filename, lineno, colno }) => {
    if (error instanceof Error) report(error.name, error.message, error.stack || "");
    else if (message) report("Error", message, filename ? filename + ":" + lineno + ":" + colno : "");
  });
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (reason instanceof Error) report(reason.name, reason.message, reason.stack || "");
    else report("Error", text(reason), "");
  });
`;

/**
 * The definition, with the command for the reports of pages. Pages get the script while there is a
 * handler.
 */
export function withPageErrors(definition: AppDefinition, errors: AppErrors): AppDefinition {
  const heard = new WeakMap<AbortSignal, number>();
  const plugin = definePlugin({
    name: errorPlugin,
    commands: {
      report(given: PageError | null | undefined, { window, signal }) {
        const count = heard.get(signal) ?? 0;
        if (!errors.isWatched || count >= maxOfDocument) return;
        heard.set(signal, count + 1);
        errors.pageFailed(window, errorOf(given ?? {}));
      },
    },
  });
  const reporting = {
    ...plugin,
    get scripts() {
      return errors.isWatched ? [script] : [];
    },
  };
  return { ...definition, plugins: [reporting, ...definition.plugins] };
}

function errorOf({ name, message, stack }: PageError): Error {
  const text = (value: unknown): string =>
    typeof value === "string" ? value.slice(0, longestText) : "";
  const error = new Error(text(message));
  error.name = text(name) || "Error";
  error.stack = `${error.name}: ${error.message}\n${text(stack)}`.trimEnd();
  return error;
}
