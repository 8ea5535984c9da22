import type { LogLevel } from "./levels.ts";

// Two formats. As text, in UTC:
//
//   [2026-11-28][09:46:19][INFO][app] 3 files were saved {"folder":"/tmp"}
//
// and as one JSON object a line:
//
//   {"time":"2026-11-28T09:46:19.123Z","level":"info","target":"app","message":"3 files were
//   saved","folder":"/tmp"}

export type LogFormat = "text" | "json";

/** Additional values of a line, by their names. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface LogRecord {
  readonly level: LogLevel;
  /** The origin: `app`, or `page:main` and the position in its code. */
  readonly target: string;
  readonly message: string;
  readonly fields: LogFields | null;
}

/** The maximum length of a message, and of its fields, in characters; the rest is truncated. */
export const longestMessage = 16_384;

/** The line of a record, with its end. No message can imitate a line of its own. */
export function lineOf(
  { level, target, message, fields }: LogRecord,
  format: LogFormat,
  now: number,
): string {
  if (format === "json")
    return `${oneLine(JSON.stringify({ ...jsonFields(fields), time: new Date(now).toISOString(), level, target, message: cut(message) }))}\n`;
  const more = fields === null ? "" : ` ${harmless(cut(fieldsText(fields)))}`;
  return `${timeOf(now)}[${level.toUpperCase()}][${oneLine(target)}] ${harmless(cut(message))}${more}\n`;
}

let second = { at: -1, text: "" };

/** The same for all lines of one second. */
function timeOf(now: number): string {
  const at = Math.floor(now / 1000);
  if (second.at !== at) {
    const time = new Date(at * 1000).toISOString();
    second = { at, text: `[${time.slice(0, 10)}][${time.slice(11, 19)}]` };
  }
  return second.text;
}

function cut(text: string): string {
  if (text.length <= longestMessage) return text;
  return `${text.slice(0, longestMessage)}… (${text.length} characters)`;
}

/** The fields of a line of JSON; as one text if JSON cannot hold them, or if they are too long. */
function jsonFields(fields: LogFields | null): LogFields | null {
  if (fields === null) return null;
  const text = fieldsText(fields);
  return text === unholdable || text.length > longestMessage ? { fields: cut(text) } : fields;
}

const unholdable = "(fields that JSON cannot hold)";

function fieldsText(fields: LogFields): string {
  try {
    return JSON.stringify(fields);
  } catch {
    return unholdable;
  }
}

const control = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const controls = new RegExp(control, "gu");

/** Continuation lines are indented, and control characters are escaped. */
function harmless(text: string): string {
  if (!control.test(text)) return text;
  return text
    .replace(/\r\n?/g, "\n")
    .replace(controls, (sign) => (sign === "\n" ? "\n    " : sign === "\t" ? sign : escaped(sign)));
}

function oneLine(text: string): string {
  return control.test(text) ? text.replace(controls, escaped) : text;
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
