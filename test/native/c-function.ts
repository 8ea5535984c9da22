const cTypes: Readonly<Record<string, string>> = {
  v: "void",
  b: "int",
  i: "int",
  u: "unsigned",
  y: "unsigned char",
  h: "unsigned short",
  d: "double",
  p: "void *",
  n: "void *",
  s: "const char *",
  m: "const char *",
};

/**
 * A C function that calls a declared one with exactly the declared types, for a compiler to check:
 * it reports a number that would change its width or become a pointer.
 *
 * @param long the C name of a 64-bit number on this system
 */
export function callingFunction(
  [name, signature]: readonly [name: string, signature: string, ...rest: string[]],
  index: number,
  long: "long" | "long long",
): string {
  const types = { ...cTypes, l: long, L: `unsigned ${long}` };
  const typeOf = (letter: string): string => types[letter as keyof typeof types];
  const [args = "", result = ""] = signature.split(">");
  const parameters =
    Array.from(args, (letter, at) => `${typeOf(letter)} a${at}`).join(", ") || "void";
  const call = `(${name})(${Array.from(args, (_, at) => `a${at}`).join(", ")})`;
  const body =
    result === "v"
      ? `${call};`
      : `__auto_type r = ${call}; _Static_assert(sizeof r == sizeof(${typeOf(result)}), "size of the result"); (void)r;`;
  return `void w${index}(${parameters}) { ${body} }`;
}
