import { levelNumber } from "./levels.ts";

/** By the function of a console. */
const consoleLevels = {
  debug: levelNumber("debug"),
  log: levelNumber("info"),
  info: levelNumber("info"),
  warn: levelNumber("warn"),
  error: levelNumber("error"),
};

/** A captured function of a console keeps the original under this symbol. */
export const untouched = "framework-plugin-log";

/**
 * Runs in each page before its code: the page's console output, and its uncaught errors, become
 * lines of the log. Lines of one turn are sent together, and a refusal causes no error in the page.
 */
export const captureScript = `
  const { call } = window.__FRAMEWORK_BRIDGE__;
  let lines = [];
  const send = () => {
    const sent = lines;
    lines = [];
    for (let at = 0; at < sent.length; at += 1000)
      call("plugin:log|lines", { lines: sent.slice(at, at + 1000), isCaptured: true }, false).catch(() => {});
  };
  const add = (level, message) => {
    if (lines.push({ level, message }) === 1) queueMicrotask(send);
  };
  const nameOf = ({ name, message, stack = "" }) => stack.includes(message) && stack.startsWith(name)
    ? stack
    : name + ": " + message + (stack ? "\\n" + stack : "");
  const shown = (value) => {
    if (typeof value === "string") return value;
    try {
      if (value instanceof Error) return nameOf(value);
      return JSON.stringify(value) ?? String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };
  for (const [name, level] of Object.entries(${JSON.stringify(consoleLevels)})) {
    const write = console[name].bind(console);
    console[name] = (...values) => {
      write(...values);
      add(level, values.map(shown).join(" "));
    };
    console[name][Symbol.for(${JSON.stringify(untouched)})] = write;
  }
  window.addEventListener("error", ({ error, message, filename, lineno, colno }) => {
    const place = filename ? " (" + filename + ":" + lineno + ":" + colno + ")" : "";
    add(${levelNumber("error")}, "uncaught " + (error instanceof Error ? shown(error) : message) + place);
  });
  window.addEventListener("unhandledrejection", ({ reason }) => {
    add(${levelNumber("error")}, "uncaught rejection: " + shown(reason));
  });
`;
