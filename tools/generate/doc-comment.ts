import type { ErrorCode } from "../../src/contract/errors.ts";
import { errorCodes } from "../../src/contract/errors.ts";

/** A parsed doc comment. */
export interface DocComment {
  /** Its text, as Markdown; without examples, parameters and notes on systems. */
  readonly text: string;
  /** The texts of parameters, by their names. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly example: string | null;
  /** The differences on one system: `Linux: …`. */
  readonly platforms: readonly string[];
  /** The errors it throws, with their conditions. */
  readonly throws: readonly string[];
  /** The codes of rejected promises in the text. */
  readonly codes: readonly ErrorCode[];
}

/** Parses the content between `/**` and the end of a comment. */
export function parseDocComment(comment: string): DocComment {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  const [head = "", ...tagged] = lines
    .join("\n")
    .trim()
    .split(/^@(?=[a-z]+\b)/m);
  const parameters = new Map<string, string>();
  const throws: string[] = [];
  let example: string | null = null;
  for (const part of tagged) {
    const [, tag = "", rest = ""] = /^([a-z]+)\s*([^]*)$/.exec(part) ?? [];
    if (tag === "example") example = rest.trim();
    else if (tag === "throws") throws.push(unfolded(rest));
    else if (tag === "param") {
      const [, name = "", meaning = ""] = /^(\S+)\s*([^]*)$/.exec(rest) ?? [];
      parameters.set(name, unfolded(meaning));
    } else
      throw new Error(`Cannot read the doc comment tag "@${tag}": use @param, @throws or @example`);
  }
  const paragraphs = head.trim().split(/\n{2,}/);
  const isNote = (paragraph: string) => /^- (Linux|Wayland|Windows|macOS)\b/.test(paragraph);
  return {
    text: linked(paragraphs.filter((one) => !isNote(one)).join("\n\n")),
    parameters,
    example,
    throws,
    platforms: paragraphs
      .filter(isNote)
      .flatMap((one) => linked(one).split(/^- /m).slice(1).map(unfolded)),
    codes: codesIn(head),
  };
}

/** `{@link open}` as its name. */
function linked(text: string): string {
  return text.replace(/\{@link ([^}]+)\}/g, "`$1`");
}

function unfolded(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}

/** The codes in sentences about rejections. */
function codesIn(text: string): ErrorCode[] {
  const reported = [...text.matchAll(/\brejects?\b[^]*?(?=\.\s|\.$|$)/gi)]
    .map(([sentence]) => sentence)
    .join(" ");
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) =>
    reported.includes(`\`${code}\``),
  );
}
