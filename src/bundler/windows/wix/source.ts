import { dirname, resolve } from "node:path";
import {
  parseXml,
  XmlElement,
  XmlError,
  XmlProcessingInstruction,
  XmlText,
  type XmlNode,
} from "@rgrove/parse-xml";
import { readText } from "../../../disk/read.ts";
import { isTrue } from "./condition.ts";
import { WixError, type Place } from "./place.ts";
import { literal, parseText, parseValue, type Value, type Variables } from "./value.ts";

// Reads descriptions of installers: WiX 3's language, after its preprocessor, whose statements are
// processing instructions.

/** An element of a source, its variables replaced. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, Value>;
  readonly children: readonly Element[];
  readonly text: Value;
  readonly place: Place;
  /** The base of its relative paths. */
  readonly folder: string;
}

/** A text with its name for messages. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** The base of its relative paths. */
  readonly folder: string;
}

/** The namespaces of the languages, one of which a source declares at its root. */
export const wixLanguage = "http://schemas.microsoft.com/wix/2006/wi";
export const localizationLanguage = "http://schemas.microsoft.com/wix/2006/localization";

/**
 * Reads a source. Definitions are added to the variables.
 * @throws WixError with the position
 */
export function readSource(
  source: SourceText,
  root: string,
  language: string,
  variables: Variables,
): Element {
  const place = { file: source.path, line: 1, column: 1 };
  let element: Element | undefined;
  try {
    const reader = new SourceReader(source, language, variables);
    [element] = reader.elements(reader.document.children);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new WixError(place, "Cannot read XML: it is nested too deeply", { cause });
  }
  if (element?.name === root) return element;
  throw new WixError(
    place,
    `Cannot use <${element?.name ?? ""}> as root: want <${root} xmlns="${language}">`,
  );
}

/** An element that no source contains. Its texts are literal. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | null>>,
  children: readonly Element[] = [],
): Element {
  return {
    name,
    attributes: new Map(
      Object.entries(attributes).flatMap(([key, text]) =>
        text === null ? [] : [[key, literal(text)]],
      ),
    ),
    children,
    text: [],
    place: { file: "the app's own files", line: 1, column: 1 },
    folder: "/",
  };
}

interface Branch {
  /** Whether its content is active. */
  isOn: boolean;
  /** Whether one of its branches was active. */
  wasOn: boolean;
  readonly place: Place;
}

class SourceReader {
  readonly document;
  readonly #source: SourceText;
  readonly #language: string;
  readonly #variables: Variables;
  readonly #lineStarts: readonly number[];

  constructor(source: SourceText, language: string, variables: Variables) {
    this.#source = source;
    this.#language = language;
    this.#variables = {
      ...variables,
      sys: { ...variables.sys, SOURCEFILEDIR: `${source.folder}/`, SOURCEFILEPATH: source.path },
    };
    // The reader counts without a byte order mark, and normalizes line ends; so do the positions.
    const text = source.text.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
    this.#lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    try {
      this.document = parseXml(text, { includeOffsets: true });
    } catch (cause) {
      if (!(cause instanceof XmlError)) throw cause;
      const [reason = ""] = cause.message.split(" (line");
      throw new WixError(
        { file: source.path, line: cause.line, column: cause.column },
        `Cannot read XML: ${reason}`,
      );
    }
  }

  /** The elements among the nodes that the preprocessor keeps. */
  elements(nodes: readonly XmlNode[]): Element[] {
    return this.#content(nodes).elements;
  }

  #content(nodes: readonly XmlNode[]): { elements: Element[]; text: Value } {
    const elements: Element[] = [];
    const text: Value[number][] = [];
    const branches: Branch[] = [];
    // Inside of inactive content, no branch is active.
    const isOn = (): boolean => branches.at(-1)?.isOn ?? true;
    for (const node of nodes) {
      if (node instanceof XmlProcessingInstruction)
        elements.push(...this.#statement(node, branches, isOn));
      else if (!isOn()) continue;
      else if (node instanceof XmlElement) elements.push(this.#element(node));
      else if (node instanceof XmlText)
        text.push(...parseValue(node.text, this.#variables, this.#place(node)));
    }
    const open = branches.at(-1);
    if (open !== undefined)
      throw new WixError(open.place, "Cannot find the end of <?if ?>: want <?endif?>");
    return { elements, text };
  }

  #element(node: XmlElement): Element {
    const place = this.#place(node);
    const attributes = new Map(
      Object.entries(node.attributes)
        .filter(
          ([name]) => name !== "xmlns" && !name.startsWith("xmlns:") && !name.startsWith("xml:"),
        )
        .map(([name, text]) => [name, parseValue(text, this.#variables, place)] as const),
    );
    const { elements, text } = this.#content(node.children);
    return {
      name: this.#name(node, place),
      attributes,
      children: elements,
      text,
      place,
      folder: this.#source.folder,
    };
  }

  /** Without the namespace prefix. */
  #name(node: XmlElement, place: Place): string {
    const [prefix, local] = node.name.includes(":") ? node.name.split(":") : ["", node.name];
    const key = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
    let scope: XmlNode | null = node;
    while (scope instanceof XmlElement && scope.attributes[key] === undefined) scope = scope.parent;
    const language = scope instanceof XmlElement ? scope.attributes[key] : undefined;
    if (language === this.#language) return local ?? "";
    throw new WixError(
      place,
      `Cannot use <${node.name}>: it is of "${language ?? "no language"}", and only "${this.#language}" is known`,
    );
  }

  #statement(
    node: XmlProcessingInstruction,
    branches: Branch[],
    isOn: () => boolean,
  ): readonly Element[] {
    const place = this.#place(node);
    const { name, content } = node;
    const { var: defined } = this.#variables;
    const holds = (): boolean => isTrue(content, this.#variables, place);
    const begin = (wanted: () => boolean): void => {
      const on = isOn() && wanted();
      // Inside of inactive content, no branch is active.
      branches.push({ isOn: on, wasOn: on || !isOn(), place });
    };
    const current = (): Branch => {
      const branch = branches.at(-1);
      if (branch === undefined)
        throw new WixError(place, `Cannot use <?${name}?>: want <?if ?> before it`);
      return branch;
    };
    switch (name) {
      case "if":
        begin(holds);
        return [];
      case "ifdef":
        begin(() => defined.has(variableName(content)));
        return [];
      case "ifndef":
        begin(() => !defined.has(variableName(content)));
        return [];
      case "elseif": {
        const branch = current();
        branch.isOn = !branch.wasOn && holds();
        branch.wasOn ||= branch.isOn;
        return [];
      }
      case "else": {
        const branch = current();
        branch.isOn = !branch.wasOn;
        branch.wasOn = true;
        return [];
      }
      case "endif":
        current();
        branches.pop();
        return [];
    }
    if (!isOn()) return [];
    switch (name) {
      case "define": {
        const [, key = "", text = ""] =
          /^(?:var\.)?(\w+)\s*(?:=\s*([^]*))?$/.exec(content.trim()) ?? [];
        const value = text.trim().replace(/^"([^]*)"$/, "$1");
        defined.set(key, parseText(value, this.#variables, place));
        return [];
      }
      case "undef":
        defined.delete(variableName(content));
        return [];
      case "error":
        throw new WixError(
          place,
          parseText(content, this.#variables, place)
            .trim()
            .replace(/^"(.*)"$/, "$1"),
        );
      case "include":
        return this.#include(parseText(content, this.#variables, place), place);
      default:
        throw new WixError(
          place,
          `Cannot use <?${name}?>: use define, undef, if, ifdef, ifndef, error or include`,
        );
    }
  }

  #include(named: string, place: Place): readonly Element[] {
    const written = named
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .replaceAll("\\", "/");
    const path = resolve(this.#source.folder, written);
    let text;
    try {
      text = readText(path);
    } catch (cause) {
      throw new WixError(
        place,
        `Cannot read "${written}": it must be a file in "${this.#source.folder}"`,
        {
          cause,
        },
      );
    }
    const source = { path: written, text, folder: dirname(path) };
    return readSource(source, "Include", this.#language, this.#variables).children;
  }

  #place({ start }: XmlNode): Place {
    const line = this.#lineStarts.findLastIndex((first) => first <= start);
    return {
      file: this.#source.path,
      line: line + 1,
      column: start - (this.#lineStarts[line] ?? 0) + 1,
    };
  }
}

function variableName(content: string): string {
  return content
    .trim()
    .replace(/^\$\(var\.(.*)\)$/, "$1")
    .replace(/^var\./, "");
}
