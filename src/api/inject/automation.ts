// Placed into pages of an app that a testing tool drives, in development and debug builds only:
// runs the tool's scripts, and reports the console. It gives the page no new abilities.

import {
  automationGlobal,
  automationPlugin,
  type ConsoleEntry,
  type PageAnswer,
} from "../../contract/automation.ts";
import { remoteObjects } from "./remote-objects.ts";
import { scriptedInput } from "./scripted-input.ts";

const { JSON, String, Error } = globalThis;
const call = window.__FRAMEWORK_BRIDGE__?.call;
const consoleMethods = ["debug", "log", "info", "warn", "error"] as const;

function tell(command: string, args: unknown): void {
  // A page that is about to close gets no answer.
  call?.(`plugin:${automationPlugin}|${command}`, args, false).catch(() => {});
}

function answer(id: number, task: () => unknown): void {
  const fail = (thrown: unknown): void => {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(shown(thrown));
    tell("answer", {
      id,
      error: { name, message, stack: String(stack ?? "") },
    } satisfies PageAnswer);
  };
  // `async`, so that a synchronous error is reported like an asynchronous one.
  (async () => await task())().then((value) => {
    try {
      const text = JSON.stringify(value);
      tell("answer", {
        id,
        value: text === undefined ? undefined : JSON.parse(text),
      } satisfies PageAnswer);
    } catch (error) {
      fail(error);
    }
  }, fail);
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

if (call !== undefined) {
  Object.defineProperty(window, automationGlobal, {
    value: Object.freeze({ answer, objects: remoteObjects, input: scriptedInput }),
  });
  const report = (entry: ConsoleEntry): void => tell("console", entry);
  for (const kind of consoleMethods) {
    const write = console[kind].bind(console);
    console[kind] = (...values: unknown[]) => {
      write(...values);
      report({ kind, text: values.map(shown).join(" "), place: null });
    };
  }
  window.addEventListener("error", ({ error, message, filename, lineno, colno }: ErrorEvent) =>
    report({
      kind: "uncaught",
      text: error === undefined ? message : shown(error),
      place: filename === "" ? null : `${filename}:${lineno}:${colno}`,
    }),
  );
  window.addEventListener("unhandledrejection", ({ reason }) =>
    report({ kind: "uncaught", text: shown(reason), place: null }),
  );
}
