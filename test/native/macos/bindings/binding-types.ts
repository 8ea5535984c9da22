import type { MethodFacts } from "../../../../harness/objective-c/facts.ts";
import { applied, arrows, splitTop, withoutSpaces } from "./rust-text.ts";

/** Letters of types that names stand for by themselves. */
const basics: Readonly<Record<string, string>> = {
  "()": "v",
  bool: "B",
  Bool: "B",
  c_int: "i",
  i32: "i",
  c_uint: "I",
  u32: "I",
  NSInteger: "q",
  isize: "q",
  c_long: "q",
  i64: "q",
  c_longlong: "q",
  NSUInteger: "Q",
  usize: "Q",
  c_ulong: "Q",
  u64: "L",
  c_ulonglong: "L",
  i16: "h",
  c_short: "h",
  u16: "H",
  c_ushort: "H",
  unichar: "H",
  // These the binding takes from elsewhere.
  NSComparisonResult: "q",
  NSRectEdge: "Q",
  OSType: "I",
  FourCharCode: "I",
  ResType: "I",
  OSStatus: "i",
  OptionBits: "I",
  ItemCount: "Q",
  ByteCount: "Q",
  "libc::boolean_t": "I",
  DispatchFunction: "p",
  // Two halves of one word.
  EventHotKeyID: "L",
  "libc::pid_t": "i",
  CGFloat: "d",
  c_double: "d",
  f64: "d",
  c_float: "f",
  f32: "f",
  Sel: ":",
  CGRect: "R",
  NSRect: "R",
  CGPoint: "P",
  NSPoint: "P",
  CGSize: "S",
  NSSize: "S",
  NSRange: "G",
};

// A type for which there is no letter.
const UNKNOWN = "?";

type Place = "argument" | "result";

/** The meaning of the names in the binding's types, and the letters of types. */
export class NativeTypes {
  readonly #objects = new Set([
    "AnyObject",
    "Self",
    "NSObject",
    "ObjectType",
    "KeyType",
    "ProtocolObject",
  ]);
  readonly #aliases = new Map<string, string>();
  readonly #protocolNames = new Map([["NSObjectProtocol", "NSObject"]]);

  constructor(sources: readonly string[]) {
    for (const source of sources) {
      for (const [, name = ""] of source.matchAll(/^ {4}pub struct (\w+)(?:<[^;{(]*>)?;/gm))
        this.#objects.add(name);
      for (const [, name = "", parameters = ""] of source.matchAll(
        /^ {4}pub struct (\w+)<([^;{(]*)>;/gm,
      )) {
        this.#objects.add(name);
        for (const [, parameter = ""] of parameters.matchAll(/(\w+): \?Sized/g))
          this.#objects.add(parameter);
      }
      for (const [, name = "", type = ""] of source.matchAll(
        /^pub type (\w+)(?:<[^=]*>)?\s*=\s*([^;]+);/gm,
      ))
        this.#aliases.set(name, withoutSpaces(type));
      for (const [, name = "", type = ""] of source.matchAll(
        /^pub struct (\w+)\(pub ([\w:]+)\);/gm,
      ))
        this.#aliases.set(name, type);
      for (const [, size = "", name = ""] of source.matchAll(
        /#\[repr\(([iu]\w+)\)\][^{;]*?pub enum (\w+)/g,
      ))
        this.#aliases.set(name, size);
      for (const [, name = "", trait = ""] of source.matchAll(
        /#\[name = "(\w+)"\]\s*pub unsafe trait (\w+)/g,
      ))
        this.#protocolNames.set(trait, name);
    }
  }

  /** The Objective-C name of a protocol that is a trait here. */
  protocolName(trait: string): string {
    return this.#protocolNames.get(trait) ?? trait;
  }

  methodFacts(
    selector: string,
    params: string,
    result: string,
  ): { facts: MethodFacts; isOfInstance: boolean } {
    const all = splitTop(withoutSpaces(params));
    const isOfInstance = /^(?:&(?:mut)?self|self|this:)/.test(all[0] ?? "");
    const types = all
      .slice(isOfInstance ? 1 : 0)
      .map((param) => param.slice(param.indexOf(":") + 1))
      .filter((type) => type !== "MainThreadMarker");
    const letters = types.map((type) => this.letter(type, "argument"));
    // An error is the result of a call here, and its last argument in Objective-C.
    if (result.startsWith("Result<")) letters.push("p");
    const wanted = selector.split(":").length - 1;
    if (letters.length !== wanted)
      throw new Error(`Cannot read "${selector}" with "${params}": ${wanted} arguments wanted`);
    const blocks = types.flatMap((type, at): [string, string][] => {
      const signature = this.blockSignature(type);
      return signature === undefined ? [] : [[String(at), signature]];
    });
    const given = this.blockSignature(withoutSpaces(result));
    if (given !== undefined) blocks.push(["result", given]);
    const nullable = types.flatMap((type, at) =>
      "b:ps#".includes(letters[at] as string) && this.isNullable(type) ? [at] : [],
    );
    const signature = `${letters.join("")}>${this.letter(withoutSpaces(result), "result")}`;
    return {
      facts: {
        signature,
        ...(blocks.length > 0 && { blocks: Object.fromEntries(blocks) }),
        ...(nullable.length > 0 && { nullable }),
      },
      isOfInstance,
    };
  }

  /** The letter of a type without spaces. */
  letter(type: string, place: Place): string {
    const basic = basics[type];
    if (basic !== undefined) return basic;
    const [head, inner] = applied(type);
    if (head === "Option") return optional(this.letter(inner, place));
    if (head === "Retained") return this.#objectLetter(inner);
    if (head === "Result")
      return inner.startsWith("()") ? "B" : optional(this.letter(splitTop(inner)[0] ?? "", place));
    if (head === "NonNull") return this.#pointerLetter(inner, false, place, true);
    const pointer = /^(&mut(?= ?[A-Z(*])|&|\*mut|\*const)/.exec(type)?.[1];
    if (pointer !== undefined)
      return this.#pointerLetter(
        type.slice(pointer.length),
        pointer.startsWith("*"),
        place,
        pointer.includes("mut"),
      );
    if (/(?:extern"C-unwind")?fn\(/.test(type) && !type.includes("block2")) return "p";
    const alias = this.#aliases.get(type);
    return alias === undefined ? UNKNOWN : this.letter(alias, place);
  }

  /** The signature of a block that is an argument. */
  blockSignature(type: string): string | undefined {
    const alias = this.#aliases.get(type.replace(/^Option<(\w+)>$/, "$1"));
    if (alias?.includes("block2::") === true) return this.blockSignature(alias);
    const [, params, result] =
      /^[^(]*block2::\w+<(?:'\w+,)?fn(\(.*?\))(?:→(.*?))?>+$/.exec(arrows(type)) ?? [];
    if (params === undefined) return undefined;
    const given = splitTop(params.slice(1, -1)).map((param) =>
      this.letter(words(param), "argument"),
    );
    return `${given.join("")}>${result === undefined ? "v" : this.letter(words(closed(result)), "result")}`;
  }

  /** True if a value of a type may be nil, or NULL. */
  isNullable(type: string): boolean {
    const alias = this.#aliases.get(type);
    return (
      type.startsWith("Option<") ||
      type.startsWith("*") ||
      (alias !== undefined && this.isNullable(alias))
    );
  }

  #objectLetter(type: string): string {
    return applied(type)[0] === "AnyClass" ? "#" : "@";
  }

  #pointerLetter(to: string, isNullable: boolean, place: Place, isMutable: boolean): string {
    const [name] = applied(to);
    if (name.startsWith("block2::") || name.startsWith("DynBlock")) return "b";
    if (name === "AnyClass") return "#";
    if (name === "CStr" || (name === "c_char" && (!isMutable || place === "result"))) return "s";
    const resolved = applied(this.#aliases.get(name) ?? name)[0];
    if (this.#objects.has(resolved)) return isNullable ? "n" : "@";
    return "p";
  }
}

const words = (type: string): string => (type === "" ? "()" : type);

// The regular expression of blocks is greedy about the closing bracket.
function closed(type: string): string {
  let text = type;
  while (count(text, "<") > count(text, ">")) text += ">";
  return text;
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;

const optional = (letter: string): string => (letter === "@" ? "n" : letter);
