import { lettersOf } from "../../../../src/native/macos/objc/signature.ts";

// C functions that take the arguments of a signature and report them, and others that call one
// back.

const types: Readonly<Record<string, string>> = {
  v: "void",
  B: "_Bool",
  i: "int",
  I: "unsigned",
  q: "long",
  Q: "unsigned long",
  L: "unsigned long",
  h: "short",
  H: "unsigned short",
  d: "double",
  f: "float",
  "@": "void *",
  n: "void *",
  "#": "void *",
  ":": "void *",
  b: "void *",
  p: "void *",
  s: "char *",
  R: "Rect",
  P: "Pair",
  S: "Pair",
  G: "Range",
};

const formats: Readonly<Record<string, string>> = {
  B: "%d",
  i: "%d",
  I: "%u",
  q: "%ld",
  Q: "%lu",
  L: "%lu",
  h: "%d",
  H: "%u",
  d: "%.2f",
  f: "%.2f",
  s: "%s",
  R: "[%.2f %.2f %.2f %.2f]",
  P: "[%.2f %.2f]",
  S: "[%.2f %.2f]",
  G: "[%lu %lu]",
};

/** A sample of an argument: another value for each letter and place. */
export function sampleOf(letter: string, place: number): unknown {
  switch (letter) {
    case "B":
      return place % 2 === 0;
    case "i":
      return -100 - place;
    case "I":
      return 4_000_000_000 + place;
    case "q":
      return -5_000_000_000 - place;
    case "Q":
    case "L":
      return 5_000_000_000 + place;
    case "h":
      return -300 - place;
    case "H":
      return 60_000 + place;
    case "d":
      return place + 0.25;
    case "f":
      return place + 0.5;
    case "n":
      // An object that is at no address.
      return taggedWord(place);
    case ":":
      return `selector${place}:`;
    case "s":
      return `text ${place}`;
    case "R":
      return { x: place + 0.5, y: -place - 1.5, width: place + 2.25, height: place + 3.75 };
    case "P":
      return { x: place + 0.5, y: -place - 1.5 };
    case "S":
      return { width: place + 0.5, height: place + 1.5 };
    case "G":
      return { location: 7_000_000_000 + place, length: place };
    default:
      return 0x1000 + place;
  }
}

/** All 64 bits of an object that is none of memory. */
const taggedWord = (place: number): bigint => 0xa123_4567_89ab_cde0n + BigInt(place);

/** The number of a sample selector. */
export function selectorNumber(name: string): number {
  return 0x2000 + Number(/\d+/.exec(name)?.[0]);
}

/** The report of a function about its sample arguments. */
export function reportedOf(letter: string, place: number): string {
  const sample = sampleOf(letter, place);
  if (letter === ":") return selectorNumber(sample as string).toString(16);
  if (letter === "n") return taggedWord(place).toString(16);
  if (letter === "d" || letter === "f") return (sample as number).toFixed(2);
  if ("RPS".includes(letter))
    return `[${Object.values(sample as object)
      .map((number: number) => number.toFixed(2))
      .join(" ")}]`;
  if (letter === "G") return `[${Object.values(sample as object).join(" ")}]`;
  if (formats[letter] === undefined) return (sample as number).toString(16);
  return typeof sample === "boolean" ? String(Number(sample)) : String(sample);
}

/**
 * The C source of `take<n>` and `back<n>` for each signature, whose functions take `before`
 * pointers first.
 */
export function cSource(signatures: readonly string[], before: number): string {
  return [
    // Instead of headers, which a compiler for another processor comes without.
    "int sprintf(char *, const char *, ...);",
    "unsigned long strlen(const char *);",
    "typedef struct { double a, b, c, d; } Rect;",
    "typedef struct { double a, b; } Pair;",
    "typedef struct { unsigned long a, b; } Range;",
    "static char text[4096];",
    "char *told(void) { return text; }",
    ...signatures.flatMap((signature, index) => functionsOf(signature, index, before)),
    "",
  ].join("\n");
}

function functionsOf(signature: string, index: number, before: number): string[] {
  const { args, result } = lettersOf(signature);
  const type = types[result] as string;
  const first = Array.from({ length: before }, (_, place) => `void *before${place}`);
  const params = [...first, ...args.map((letter, place) => `${types[letter]} a${place}`)].join(
    ", ",
  );
  const tell = args.map((letter, place) => tellLine(letter, `a${place}`));
  const given = [
    ...first.map((_, place) => `(void *)${place + 1}`),
    ...args.map((letter, place) => literal(letter, place)),
  ].join(", ");
  return [
    `${type} take${index}(${params}) {`,
    `  text[0] = 0;`,
    ...tell,
    result === "v" ? "}" : `  return ${literal(result, 9)};\n}`,
    `void back${index}(${type} (*run)(${params})) {`,
    `  text[0] = 0;`,
    result === "v"
      ? `  run(${given});`
      : `  ${type} a0 = run(${given});\n${tellLine(result, "a0")}`,
    "}",
  ];
}

function tellLine(letter: string, name: string): string {
  const fields = letter === "R" ? "abcd" : "PSG".includes(letter) ? "ab" : "";
  const values = fields === "" ? [name] : fields.split("").map((field) => `${name}.${field}`);
  return `  sprintf(text + strlen(text), "${formats[letter] ?? "%lx"} ", ${values
    .map((value) => (formats[letter] === undefined ? `(unsigned long)${value}` : value))
    .join(", ")});`;
}

function literal(letter: string, place: number): string {
  const sample = sampleOf(letter, place);
  if (letter === ":") return `(void *)${selectorNumber(sample as string)}`;
  if (letter === "n") return `(void *)${taggedWord(place)}ul`;
  if (letter === "s") return `"${sample as string}"`;
  if (typeof sample === "object")
    return `(${types[letter]}){${Object.values(sample as object).join(", ")}}`;
  if (formats[letter] === undefined) return `(void *)${sample as number}`;
  return letter === "I" ? `${sample as number}u` : String(Number(sample));
}
