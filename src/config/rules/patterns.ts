import { Expression, ExpressionError } from "../../contract/patterns/expression.ts";
import { baseDirectories } from "../../contract/paths.ts";
import type { System } from "../../contract/target.ts";
import { nearest } from "../report/suggest.ts";

// What the scopes of the app room refuse when they are made is told here, with its place, before anything is
// built. A test holds the two against each other.

/** What is wrong with a text; `null`: nothing. */
export type Wrong = { readonly message: string; readonly suggestions: readonly string[] } | null;

function wrong(message: string, suggestions: readonly string[] = []): Wrong {
  return { message, suggestions };
}

/** A pattern of a filesystem scope, which may start with a variable such as `$APPDATA`. */
export function checkPathPattern(text: string, system: System): Wrong {
  if (text.includes("\0")) return wrong("may not hold U+0000");
  const [first = "", ...rest] = text.split(system === "windows" ? /[\\/]/ : "/");
  if (first.startsWith("$")) {
    return checkVariable(text) ?? checkParts(rest);
  }
  if (first === "**") return checkParts(rest);
  if (system === "windows") {
    const isShare = first === "" && rest[0] === "" && Boolean(rest[1]) && Boolean(rest[2]);
    const isRooted = /^[a-z]:$/i.test(first) || isShare || (first === "" && rest[0] === "**");
    if (!isRooted) return wrong('must start with a drive, a share, "**" or a variable such as $DOCUMENT');
  } else if (first !== "" || rest.length === 0) {
    return wrong('must start with "/", "**" or a variable such as $DOCUMENT');
  }
  return checkParts(rest);
}

/** The variable a path starts with, if it starts with one, must be known. */
export function checkVariable(text: string): Wrong {
  const written = /^\$([^/\\]*)/.exec(text);
  if (written === null || baseDirectories.some((name) => name === written[1])) return null;
  const names = nearest(written[1] ?? "", baseDirectories);
  const known = names.length > 0 ? "" : `; known are $${baseDirectories.join(", $")}`;
  const rest = text.slice(written[0].length);
  return wrong(
    `has an unknown variable, ${JSON.stringify(written[0])}${known}`,
    names.map((name) => JSON.stringify(`$${name}${rest}`)),
  );
}

/** A glob pattern for files of the project. */
export function checkGlob(text: string): Wrong {
  if (text === "") return wrong("may not be empty");
  for (const part of text.split("/")) {
    const found = checkPart(part);
    if (found !== null) return found;
  }
  return null;
}

function checkParts(parts: readonly string[]): Wrong {
  if (parts.includes("..")) return wrong('may not hold ".."');
  for (const part of parts) {
    const found = checkPart(part);
    if (found !== null) return found;
  }
  return null;
}

function checkPart(part: string): Wrong {
  if (part === "**") return null;
  const characters = Array.from(part);
  for (let at = 0; at < characters.length; at += 1) {
    if (characters[at] === "*" && characters[at + 1] === "*") {
      return wrong('must have "**" as a whole part, as in "a/**/b"');
    }
    if (characters[at] !== "[") continue;
    const start = characters[at + 1] === "!" ? at + 2 : at + 1;
    // A "]" in the first place is a member, not the end.
    const end = characters.indexOf("]", start + 1);
    if (end === -1) return wrong('has a "[" that is not closed; the character itself is written "[[]"');
    const range = descendingRange(characters.slice(start, end));
    if (range !== null) return wrong(`has the range "${range}", which must be written upwards`);
    at = end;
  }
  return null;
}

function descendingRange(members: readonly string[]): string | null {
  for (let at = 0; at + 2 < members.length; at += 1) {
    if (members[at + 1] !== "-") continue;
    const [from = "", , to = ""] = members.slice(at, at + 3);
    if ((from.codePointAt(0) ?? 0) > (to.codePointAt(0) ?? 0)) return `${from}-${to}`;
    at += 2;
  }
  return null;
}

/** A pattern of the HTTP scope: `scheme://host[:port][/path]`, where a label of the host and any text of the path may be `*`. */
export function checkUrlPattern(text: string): Wrong {
  const match = /^([^:/?#]+):\/\/([^/?#]*)(\/[^?#]*)?([?#].*)?$/s.exec(text);
  if (match === null) {
    return wrong("must be scheme, host and path", [JSON.stringify("https://*.example.com/api/*")]);
  }
  const [, scheme = "", authority = "", path = "", after] = match;
  if (after?.startsWith("?") === true) {
    return wrong(
      `may not hold ${JSON.stringify(after)}: a query is not compared; for any one character of a path write "*"`,
      after.length === 1 || after.includes("/") ? [JSON.stringify(text.replaceAll("?", "*"))] : [],
    );
  }
  if (after !== undefined) return wrong(`may not hold ${JSON.stringify(after)}: a fragment is never sent`);
  if (authority.includes("@")) return wrong("may not hold a user name");
  if (!/^(?:https?|\*)$/i.test(scheme)) return wrong('must start with "http://", "https://" or "*://"');
  if (/\s|\\/.test(text)) return wrong('may not hold blanks and "\\"');
  const host = /^(\[[^\]]*\]|[^:]*)(?::(?:[1-9][0-9]{0,4}|\*))?$/.exec(authority)?.[1] ?? "";
  if (host === "") return wrong('must have a host, and a number or "*" after a ":"');
  if (host !== "*" && host !== "**") {
    const url = URL.parse(`https://${host}/`);
    if (url === null) return wrong(`has ${JSON.stringify(host)} for a host, which is no host name`);
    if (url.hostname.split(".").some((label) => label.includes("*") && label !== "*")) {
      return wrong('must have each "*" of the host stand for whole labels, as in "*.example.com"');
    }
  }
  return checkUrlPath(path);
}

/** `*` is any text, also with "/" in it, and `[abc]` one of these characters. */
function checkUrlPath(path: string): Wrong {
  const runs = path.replace(/\*+/g, "*");
  const found = checkPart(runs);
  if (found !== null) return found;
  try {
    const literals = runs.replace(/\[!?.[^\]]*\]/g, "");
    const names = decodeURIComponent(literals).split(/[\\/]/);
    return names.some((name) => /^\s*\.[\s.]*$/.test(name))
      ? wrong('may not have "." and ".." as names')
      : null;
  } catch {
    return wrong('may not hold a "%" that begins no character: it is written "%25"');
  }
}

/** A variable that pages may give to a program. */
export function checkEnvironmentName(text: string): Wrong {
  if (text === "" || /[=\0]/.test(text)) return wrong('must be the name of a variable, without "="');
  if (text.includes("*")) return wrong("must be the name of one variable: there is no pattern for them");
  return null;
}

/** A regular expression of JavaScript with the flag `u`, as the app compares it: one that always comes to an end. */
export function checkRegex(text: string): Wrong {
  try {
    void new Expression(text);
    return null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return wrong(`must be a regular expression: ${error.message}`);
  }
}
