// Finds the inline scripts and styles of a page. Parses only the HTML that this requires: tags with
// their attributes, comments, and the elements whose content is text. A page is passed as latin1,
// so that every byte is one character in any encoding; all relevant syntax is ASCII.
//
// Source: HTML Standard, section 13.2.5 (tokenization). Where this parser differs from an engine,
// as with CDATA inside of SVG, code lacks a nonce and never gets a wrong one: the files are the
// app's own.

/** A tag of a script or a style. */
export interface ScriptTag {
  readonly kind: "script" | "style";
  /** Its content is in the page, not in a file. */
  readonly isInline: boolean;
  /** The offset for a new attribute: after the tag's name. */
  readonly place: number;
}

const textElements = /^(?:title|textarea|style|xmp|iframe|noembed|noframes|noscript)$/;
const foreignElements = /^(?:svg|math)$/;
// Any other type is data.
const codeType = /^$|^(?:module|importmap|speculationrules)$|(?:java|ecma|j|live)script/i;

/** The tags of scripts and styles without a nonce of their own, in document order. */
export function findCode(text: string): readonly ScriptTag[] {
  const found: ScriptTag[] = [];
  let foreignDepth = 0;
  let at = text.indexOf("<");
  while (at !== -1) {
    let end: number;
    if (text.startsWith("<!--", at)) end = endOfComment(text, at);
    else if (/[a-z]/i.test(text[at + 1] ?? "")) {
      const tag = readTag(text, at + 1);
      if (tag === null) break;
      const { name, attributes, isSelfClosing } = tag;
      end = tag.end;
      if (
        (name === "script" || name === "style") &&
        !attributes.has("nonce") &&
        isCode(name, attributes)
      ) {
        const isInline = !["src", "href", "xlink:href"].some((each) => attributes.has(each));
        found.push({ kind: name, isInline, place: at + 1 + name.length });
      }
      if (foreignElements.test(name) && !isSelfClosing) foreignDepth++;
      // Only SVG and MathML have self-closing tags.
      if (!(isSelfClosing && foreignDepth > 0)) end = endOfContent(text, name, end);
    } else if (text[at + 1] === "/" && /[a-z]/i.test(text[at + 2] ?? "")) {
      const tag = readTag(text, at + 2);
      if (tag === null) break;
      if (foreignElements.test(tag.name) && foreignDepth > 0) foreignDepth--;
      end = tag.end;
    } else if (/[!?/]/.test(text[at + 1] ?? "")) end = behind(text, ">", at + 2);
    else end = at + 1;
    at = text.indexOf("<", end);
  }
  return found;
}

/** The page with a nonce in each of these tags; every other character stays unchanged. */
export function withNonces(
  text: string,
  tags: readonly ScriptTag[],
  nonces: Readonly<Record<ScriptTag["kind"], string>>,
): string {
  let written = "";
  let from = 0;
  for (const { kind, place } of tags) {
    written += `${text.slice(from, place)} nonce="${nonces[kind]}"`;
    from = place;
  }
  return written + text.slice(from);
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly isSelfClosing: boolean;
  readonly end: number;
}

// A name may begin with "="; a value without quotes may hold "/".
const attributePattern =
  /[\t\n\f\r /]*(?:(=?[^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?)/y;

/**
 * Reads a tag from its name on; `null` when the page ends inside of it, so that there is no tag.
 */
function readTag(text: string, start: number): Tag | null {
  const name = /[^\t\n\f\r />]+/y;
  name.lastIndex = start;
  const [written = ""] = name.exec(text) ?? [];
  const attributes = new Map<string, string>();
  let at = start + written.length;
  for (;;) {
    attributePattern.lastIndex = at;
    const match = attributePattern.exec(text);
    if (match === null) return null;
    const [whole, key = "", double, single, bare] = match;
    at += whole.length;
    // A quote that is not closed was read as a value without quotes.
    if (bare !== undefined && /^["']/.test(bare)) return null;
    // The first of two attributes of one name counts.
    const lower = key.toLowerCase();
    if (key !== "" && !attributes.has(lower)) attributes.set(lower, double ?? single ?? bare ?? "");
    if (text[at] === ">") {
      const isSelfClosing = text[at - 1] === "/" && bare === undefined;
      return { name: written.toLowerCase(), attributes, isSelfClosing, end: at + 1 };
    }
    if (whole === "") return null;
  }
}

function isCode(name: "script" | "style", attributes: ReadonlyMap<string, string>): boolean {
  return name === "style" || codeType.test((attributes.get("type") ?? "").trim());
}

/**
 * The offset where markup continues after a start tag: elements such as `<title>` hold text only.
 */
function endOfContent(text: string, name: string, start: number): number {
  if (name === "plaintext") return text.length;
  if (name === "script") return endOfScript(text, start);
  if (!textElements.test(name)) return start;
  const close = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, "gi");
  close.lastIndex = start;
  return close.exec(text)?.index ?? text.length;
}

/** `<!--` inside of a script hides the end tag of a script that is nested in it. */
function endOfScript(text: string, start: number): number {
  const word = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;
  word.lastIndex = start;
  let state: "plain" | "escaped" | "doubly escaped" = "plain";
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const found = match[0].toLowerCase();
    if (found === "-->") state = "plain";
    else if (found === "<!--") {
      if (state === "plain") state = "escaped";
      // Its dashes may also be those of the end: "<!-->".
      word.lastIndex = match.index + 2;
    } else if (found === "<script") {
      if (state === "escaped") state = "doubly escaped";
    } else if (state === "doubly escaped") state = "escaped";
    else return match.index;
  }
  return text.length;
}

function endOfComment(text: string, start: number): number {
  const end = /--!?>/g;
  const short = /<!---?>/y;
  short.lastIndex = start;
  if (short.test(text)) return short.lastIndex;
  end.lastIndex = start + 4;
  return end.exec(text) === null ? text.length : end.lastIndex;
}

function behind(text: string, mark: string, from: number): number {
  const place = text.indexOf(mark, from);
  return place === -1 ? text.length : place + mark.length;
}
