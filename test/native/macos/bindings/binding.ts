import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MethodFacts } from "../../../../harness/objective-c/facts.ts";
import { functionsOf } from "./binding-functions.ts";
import { NativeTypes } from "./binding-types.ts";
import { balanced, bodiesOf, withoutSpaces } from "./rust-text.ts";

// Reads the public binding `objc2-generated`, which is made from Apple's headers: a folder a
// framework, in Rust. Only names and types are read.

/** A class of the binding, or a protocol, whose `bases` are the protocols that it extends. */
export interface Described {
  bases: string[];
  readonly protocols: Set<string>;
  readonly instance: Map<string, MethodFacts>;
  readonly class: Map<string, MethodFacts>;
  isOnMainThread: boolean;
}

export interface Binding {
  readonly classes: ReadonlyMap<string, Described>;
  readonly protocols: ReadonlyMap<string, Described>;
  /** Exported constants, each with the letter of its value. */
  readonly constants: ReadonlyMap<string, string>;
  /** Values of enumerations, by the names that C has for them. */
  readonly values: ReadonlyMap<string, number>;
  /** Functions of C, with signatures as in `native/ffi/signature.ts`. */
  readonly functions: ReadonlyMap<string, string>;
}

// Source: Apple's reference of the class NSObject and of the protocol.
const ofNSObject = {
  instance: {
    init: ">n",
    copy: ">@",
    mutableCopy: ">@",
    dealloc: ">v",
    "methodSignatureForSelector:": ":>@",
    "forwardInvocation:": "@>v",
  },
  class: {
    alloc: ">@",
    new: ">n",
    class: ">#",
    superclass: ">#",
    "instancesRespondToSelector:": ":>B",
    "conformsToProtocol:": "@>B",
    "instanceMethodSignatureForSelector:": ":>@",
  },
};
const ofNSObjectProtocol = {
  "isEqual:": "n>B",
  hash: ">Q",
  superclass: ">#",
  class: ">#",
  self: ">@",
  "performSelector:": ":>n",
  "performSelector:withObject:": ":n>n",
  "performSelector:withObject:withObject:": ":nn>n",
  isProxy: ">B",
  "isKindOfClass:": "#>B",
  "isMemberOfClass:": "#>B",
  "conformsToProtocol:": "@>B",
  "respondsToSelector:": ":>B",
  retain: ">@",
  release: ">v",
  autorelease: ">@",
  retainCount: ">Q",
  description: ">@",
  debugDescription: ">@",
};

// A case of an enumeration with its C name, and a literal value.
const valuePatterns = [
  /#\[doc\(alias = "(\w+)"\)\](?:\s*#\[\w+\])*\s*(?:(?:pub )?const )?\w+(?::\s*Self)?\s*=\s*(?:Self\()?([^;,)]*)/g,
  /pub (?:const|static) (\w+):\s*\w+\s*=\s*([^;&]*?)(?: as _)?;/g,
];

/**
 * Reads the binding in a folder: every framework for the meaning of its names, `frameworks` for
 * their content.
 */
export function readBinding(checkout: string, frameworks: readonly string[]): Binding {
  const sources = new Map(
    readdirSync(checkout, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => [entry.name, sourceOf(join(checkout, entry.name))] as const),
  );
  return new Reading(
    new NativeTypes([...sources.values()]),
    frameworks.map((name) => {
      const source = sources.get(name);
      if (source === undefined)
        throw new Error(`Cannot find "${name}" in "${checkout}": not a checkout`);
      return source;
    }),
  );
}

function sourceOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".rs"))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n")
    .replaceAll(/^\s*\/\/.*$/gm, "")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/#\[deprecated = "(?:[^"\\]|\\.)*"\]/g, "#[deprecated]");
}

class Reading implements Binding {
  readonly classes = new Map<string, Described>();
  readonly protocols = new Map<string, Described>();
  readonly constants = new Map<string, string>();
  readonly values = new Map<string, number>();
  readonly functions = new Map<string, string>();
  readonly #types: NativeTypes;
  /** Categories are traits here: the methods of each, until their class is known. */
  readonly #categories = new Map<string, Described>();

  constructor(types: NativeTypes, sources: readonly string[]) {
    this.#types = types;
    for (const source of sources) {
      this.#readClasses(source);
      this.#readProtocols(source);
    }
    for (const source of sources) this.#readMethods(source);
    this.#addNSObject();
    for (const source of sources) {
      this.#readConformances(source);
      this.#readConstants(source);
      for (const [name, signature] of functionsOf(source, types))
        this.functions.set(name, signature);
    }
  }

  #readClasses(source: string): void {
    for (const body of bodiesOf(source, /extern_class!\(/g)) {
      const name = nameOf(body, /pub struct (\w+)/);
      const bases = /#\[unsafe\(super\(([^\]]*)\)\)\]/.exec(body)?.[1] ?? "NSObject";
      const described = place(this.classes, name);
      described.bases = [nameOf(bases, /(\w+)/)];
      described.isOnMainThread = body.includes("MainThreadOnly");
    }
  }

  #readProtocols(source: string): void {
    for (const body of bodiesOf(source, /extern_protocol!\(/g)) {
      const [, trait = "", bases = ""] =
        /pub unsafe trait (\w+)\s*(?::([^{]*))?\{/.exec(body) ?? [];
      const described = place(this.protocols, this.#types.protocolName(trait));
      described.bases = bases
        .split("+")
        .map((base) => base.trim())
        .filter((base) => base !== "" && base !== "MainThreadOnly")
        .map((base) => this.#types.protocolName(base));
      described.isOnMainThread = bases.includes("MainThreadOnly");
      this.#addMethods(described, body.slice(body.indexOf("{") + 1));
    }
  }

  #readMethods(source: string): void {
    const owners = /^(?:impl(?:<[^{};]*?>)?\s+(\w+)|pub unsafe trait (\w+))[^;{}]*\{/gm;
    for (const match of source.matchAll(owners)) {
      const [head, ofClass, category = ""] = match;
      const body = balanced(source, match.index + head.length);
      if (!body.includes("extern_methods!(")) continue;
      this.#addMethods(
        ofClass === undefined ? place(this.#categories, category) : place(this.classes, ofClass),
        body,
      );
    }
  }

  #readConformances(source: string): void {
    for (const [, trait = "", name = ""] of source.matchAll(
      /unsafe impl(?:<[^{]*?>)?\s+(\w+)\s+for\s+(\w+)[^{;]*\{/g,
    )) {
      const category = this.#categories.get(trait);
      if (category !== undefined) {
        const described = place(this.classes, name);
        for (const [selector, facts] of category.instance) described.instance.set(selector, facts);
        for (const [selector, facts] of category.class) described.class.set(selector, facts);
      }
      const protocol = this.#types.protocolName(trait);
      if (this.protocols.has(protocol) || protocol === "NSObject")
        this.classes.get(name)?.protocols.add(protocol);
    }
  }

  #readConstants(source: string): void {
    for (const [, name = "", type = ""] of source.matchAll(/pub static (\w+):\s*([^;]+);/g))
      this.constants.set(name, this.#types.letter(withoutSpaces(type), "result"));
    for (const pattern of valuePatterns)
      for (const [, name = "", value = ""] of source.matchAll(pattern)) {
        const number = valueOf(value);
        if (number !== undefined) this.values.set(name, number);
      }
  }

  /** The one class that the binding takes from elsewhere, and the protocol of the same name. */
  #addNSObject(): void {
    const named = place(this.classes, "NSObject");
    named.bases = [];
    named.protocols.add("NSObject");
    for (const [selector, signature] of Object.entries(ofNSObject.instance))
      named.instance.set(selector, {
        signature,
        ...(/^(?:init|copy|mutableCopy)/.test(selector) && { isOwned: true }),
      });
    for (const [selector, signature] of Object.entries(ofNSObject.class))
      named.class.set(selector, {
        signature,
        ...(/^(?:alloc|new)/.test(selector) && { isOwned: true }),
      });
    const protocol = place(this.protocols, "NSObject");
    for (const [selector, signature] of Object.entries(ofNSObjectProtocol))
      protocol.instance.set(selector, { signature });
  }

  #addMethods(described: Described, body: string): void {
    const declared =
      /((?:#\[[^\]]*\]\s*)*)#\[unsafe\(method\(([^)]+)\)\)\]((?:\s*#\[[^\]]*\])*)\s*(?:pub )?(?:unsafe )?fn (?:r#)?\w+\s*(?:<[^(]*>)?\(/g;
    const matches = Array.from(body.matchAll(declared));
    const wanted = body.split("unsafe(method(").length - 1;
    if (matches.length !== wanted)
      throw new Error(
        `Cannot read "${body.trim().slice(0, 80)}": ${matches.length} of ${wanted} methods found`,
      );
    for (const match of matches) {
      const [head, before = "", written = "", after = ""] = match;
      const params = balanced(body, match.index + head.length);
      const rest = body.slice(match.index + head.length + params.length + 1);
      const result = /^\s*->\s*([^;{]*?)\s*(?:where[^;]*)?;/.exec(rest)?.[1] ?? "()";
      const selector = written.replace(/:_$/, ":");
      const { facts, isOfInstance } = this.#types.methodFacts(selector, params, result);
      const table = isOfInstance ? described.instance : described.class;
      table.set(selector, {
        ...facts,
        ...(before.includes("#[optional]") && { isOptional: true }),
        ...((before + after).includes("#[deprecated]") && { isDeprecated: true }),
        ...(/method_family = (init|new|copy)/.test(after) && { isOwned: true }),
      });
    }
  }
}

function place(described: Map<string, Described>, name: string): Described {
  let found = described.get(name);
  if (found === undefined) {
    found = {
      bases: [],
      protocols: new Set(),
      instance: new Map(),
      class: new Map(),
      isOnMainThread: false,
    };
    described.set(name, found);
  }
  return found;
}

function nameOf(text: string, pattern: RegExp): string {
  const name = pattern.exec(text)?.[1];
  if (name === undefined) throw new Error(`Cannot read "${text.slice(0, 80)}": no name in it`);
  return name;
}

function valueOf(expression: string): number | undefined {
  const plain = expression.replaceAll(/\s/g, "");
  const shifted = /^(\w+)<<(\d+)$/.exec(plain);
  const value = shifted === null ? Number(plain) : Number(shifted[1]) * 2 ** Number(shifted[2]);
  return Number.isSafeInteger(value) ? value : undefined;
}
